import Entities
import Services
import Viper

// What others tell the agenda: its interactor, the questions it asked, the router.

extension AgendaPresenter: AgendaInteractorOutput {
  func tasksChanged() { layOut() }

  func loadingEnded() {
    guard state.isLoading else { return }
    state.isLoading = false
    layOut()
  }

  func did(_ deed: AgendaDeed, changing notes: [NoteID]) {
    showMessage(deed.message)
    didChange(notes)
  }

  func moved(_ task: AgendaItem) { follow(task) }

  func nothingToUndo() { showMessage("Nothing to undo.") }

  func failed(_ message: String) {
    state.isLoading = false
    showMessage(message, isWarning: true)
  }

  func dayChanged() { layOut() }
}

extension AgendaDeed {
  var message: String {
    switch self {
    case .done(let words): "\(quoted(words)) is done. Press u to undo."
    case .reopened(let words): "\(quoted(words)) is open again. Press u to undo."
    case .rescheduled(let words, nil): "\(quoted(words)) has no day any more. Press u to undo."
    case .rescheduled(let words, let day?):
      "\(quoted(words)) is due on \(AgendaDate.long(day)). Press u to undo."
    case .added(let words, let day, let note):
      "Added \(quoted(words))\(day.map { " for \(AgendaDate.long($0))" } ?? "")"
        + " to \(note.path.text). Press u to undo."
    case .tookBack(let words): "\(quoted(words)) is as it was."
    case .tookAway(let words): "\(quoted(words)) is taken away again."
    }
  }

  /// So many that what became of the task has room beside them.
  private func quoted(_ words: String) -> String {
    words.count > 28 ? "“\(words.prefix(27))…”" : "“\(words)”"
  }
}

/// What was typed into forms and questions.
extension AgendaPresenter {
  func form(
    of task: String? = nil, day: String,
    write: @escaping @MainActor (_ words: String, _ due: String, @escaping AgendaReply) -> Void
  ) -> AgendaForm {
    AgendaForm(
      task: task, day: day,
      reading: { [weak self] in self?.interactor.day($0).map(AgendaDate.long) },
      dayAtEnd: { [weak self] in self?.interactor.dayAtEnd(of: $0) }, write: write)
  }

  func addTask(due day: String) {
    wireframe.show(
      form(day: day) { [weak self] words, written, reply in
        switch self?.day(typed: written) {
        case .day(let day): self?.interactor.add(words, due: day, reply: reply)
        case .unreadable(let refusal): reply(refusal)
        case nil: reply(nil)
        }
      })
  }

  func putOff(_ task: AgendaItem, to written: String, reply: @escaping AgendaReply) {
    switch day(typed: written) {
    case .day(task.record.facts.day):
      showMessage("It stays as it is.")
      reply(nil)
    case .day(let day): interactor.reschedule(task, to: day, reply: reply)
    case .unreadable(let refusal): reply(refusal)
    }
  }

  private enum TypedDay {
    /// Nothing typed is no day.
    case day(Day?)
    case unreadable(String)
  }

  private func day(typed written: String) -> TypedDay {
    if written.allSatisfy(\.isWhitespace) { return .day(nil) }
    if let day = interactor.day(written) { return .day(day) }
    return .unreadable("“\(written)” is no day. Try fri, tomorrow, in 2 weeks or 2026-12-01.")
  }

  func tagWasTyped(_ typed: String) {
    let tag = typed.filter { !$0.isWhitespace && $0 != "#" }
    var choice = interactor.choice
    choice.tag = tag.isEmpty ? nil : tag
    choose(choice)
  }

  func folderWasTyped(_ typed: String) {
    let folder = typed.split(separator: "/").joined(separator: "/")
    var choice = interactor.choice
    choice.folder = folder.isEmpty ? nil : NotePath(folder)
    choose(choice)
  }
}

extension AgendaPresenter: VaultListener {
  package func notesChangedOutside(_ notes: Set<NoteID>) { interactor.notesChangedOutside() }
}

extension AgendaPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    ready(route)
    interactor.load()
    view?.show(state)
  }

  func moduleWillAppear() {
    interactor.checkDay()
    // The day's note may have been made in the editor above.
    if state.calendar != nil {
      showCalendar()
      view?.show(state)
    }
  }

  func moduleWasRemoved() { interactor.stop() }
}
