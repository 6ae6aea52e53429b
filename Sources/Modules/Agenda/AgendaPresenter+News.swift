import Entities
import UseCases
import Viper

// Messages from the interactor, the forms and the router.

extension AgendaPresenter: AgendaInteractorOutput {
  func tasksChanged() { layOut() }

  func loadingEnded() {
    guard state.isLoading else { return }
    state.isLoading = false
    layOut()
  }

  func did(_ outcome: AgendaOutcome, changing notes: [NoteID]) {
    showMessage(AgendaWords.done(outcome))
    didChange(notes)
  }

  func moved(_ task: AgendaItem) { follow(task) }

  func nothingToUndo() { showMessage(SharedWords.nothingToUndo) }

  func failed(_ message: String) {
    state.isLoading = false
    showMessage(message, isWarning: true)
  }

  func dayChanged() { layOut() }
}

/// Answers from forms and questions.
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
    case .day(task.day):
      showMessage(AgendaWords.unchanged)
      reply(nil)
    case .day(let day): interactor.reschedule(task, to: day, reply: reply)
    case .unreadable(let refusal): reply(refusal)
    }
  }

  private enum TypedDay {
    /// A day; nil if nothing was typed.
    case day(Day?)
    case unreadable(String)
  }

  private func day(typed written: String) -> TypedDay {
    if written.allSatisfy(\.isWhitespace) { return .day(nil) }
    if let day = interactor.day(written) { return .day(day) }
    return .unreadable(AgendaWords.noDay(written))
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
    self.route = route
    interactor.load()
    view?.show(state)
  }

  func moduleWillAppear() {
    interactor.checkDay()
    // The editor above may have created the day's note.
    if state.calendar != nil {
      showCalendar()
      view?.show(state)
    }
  }

  func moduleWasRemoved() { interactor.stop() }
}

extension AgendaPresenter: OwnSubjectReporting {
  package var ownSubject: OwnSubject {
    OwnSubject(selectedTask?.note, line: selectedTask?.line, text: selectedTask?.facts.words)
  }
}
