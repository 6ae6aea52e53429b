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
    say(deed.message)
    output?.agendaDidChange(notes)
  }

  func nothingToUndo() { say("Nothing to undo.") }

  func failed(_ message: String) {
    state.isLoading = false
    say(message, warning: true)
  }

  func dayChanged() { layOut() }
}

extension AgendaDeed {
  var message: String {
    switch self {
    case .done(let words): "“\(words)” is done. Press u to undo."
    case .reopened(let words): "“\(words)” is open again. Press u to undo."
    case .rescheduled(let words, nil): "“\(words)” has no day any more. Press u to undo."
    case .rescheduled(let words, let day?):
      "“\(words)” is due on \(AgendaDate.long(day)). Press u to undo."
    case .added(let words, let day, let note):
      "Added “\(words)”\(day.map { " for \(AgendaDate.long($0))" } ?? "") to \(note.path.text)."
        + " Press u to undo."
    case .tookBack(let words): "“\(words)” is as it was."
    case .tookAway(let words): "“\(words)” is taken away again."
    }
  }
}

extension AgendaPresenter: AgendaAnswers {
  func reading(ofDay written: String) -> String? {
    interactor.day(written).map(AgendaDate.long)
  }

  func taskWasTyped(_ words: String, due written: String) {
    guard let due = day(typed: written) else { return }
    interactor.add(words, due: due.day)
  }

  func dayWasTyped(_ written: String) {
    guard let task = askedAbout else { return }
    askedAbout = nil
    guard let day = day(typed: written) else { return }
    if day.day == task.record.facts.day { return say("It stays as it is.") }
    interactor.reschedule(task, to: day.day)
  }

  /// Nothing typed is no day; nil, once it was said, where it cannot be read.
  private func day(typed written: String) -> (day: Day?, isRead: Bool)? {
    if written.allSatisfy(\.isWhitespace) { return (nil, true) }
    if let day = interactor.day(written) { return (day, true) }
    say("“\(written)” is no day. Try fri, tomorrow, in 2 weeks or 2026-12-01.", warning: true)
    return nil
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

extension AgendaPresenter: AgendaInput {
  func notesChangedOutside() { interactor.notesChangedOutside() }
}

extension AgendaPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    ready(route)
    interactor.load()
    view?.show(state)
  }

  func moduleWillAppear() {
    interactor.lookAtDay()
    // The day's note may have been made in the editor above.
    if state.calendar != nil {
      showCalendar()
      view?.show(state)
    }
  }

  func moduleWasRemoved() { interactor.stop() }
}
