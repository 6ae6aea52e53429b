import Entities
import Services

/// What the interactor tells, as the person hears it.
extension NoteListPresenter: NoteListInteractorOutput {
  func notesChanged() {
    state.rowCount = interactor.count
    state.total = interactor.total
    let isFiltered = selectsFirst
    selectsFirst = false
    if isFiltered {
      select(0)
    } else if let wanted = wantedID, let index = interactor.index(of: wanted) {
      wantedID = nil
      select(index)
    } else if let selectedID, let index = interactor.index(of: selectedID) {
      state.selected = index
      showInPreview(selectedID)
    } else {
      select(state.selected ?? 0)
    }
    view?.reloadRows()
    view?.show(state)
    if isFiltered { performWaiting() }
  }

  func readingWentOn(notes: Int, of all: Int) {
    state.progress = "reading \(notes) of \(all)"
    view?.show(state)
  }

  func loadingEnded(problems: [String]) {
    state.isLoading = false
    state.progress = ""
    if let first = problems.first {
      let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
      state.message = first + more
      state.isWarning = true
    }
    view?.show(state)
  }

  func notesWereTrashed(titled titles: [String]) {
    say("Moved \(Self.names(titles)) to the trash. Press u to bring it back.")
  }

  func noteWasRestored(_ id: NoteID, titled title: String) {
    if let index = interactor.index(of: id) { select(index) }
    say("“\(title)” is back.")
  }

  func noteWasRenamed(_ note: MovedNote) {
    follow(note)
    say("Renamed to “\(note.title)”\(Self.links(note)). Press u to undo.")
  }

  func noteWasMoved(_ note: MovedNote) {
    follow(note)
    let folder = note.to.path.folder.text
    let place = folder.isEmpty ? "the top folder" : "\(folder)/"
    if note.from == note.to { return say("“\(note.title)” is in \(place).") }
    say("Moved “\(note.title)” to \(place)\(Self.links(note)). Press u to undo.")
  }

  func noteWasMovedBack(_ note: MovedNote) {
    follow(note)
    say("“\(note.title)” is back as \(note.to.path.text).")
  }

  private func follow(_ note: MovedNote) {
    if let index = interactor.index(of: note.to) { select(index) }
  }

  private static func links(_ note: MovedNote) -> String {
    switch note.rewritten.count {
    case 0: ""
    case 1: ", with the links in 1 note"
    case let count: ", with the links in \(count) notes"
    }
  }

  func nothingToUndo() {
    say("Nothing to undo.")
  }

  func failed(_ failure: NoteListFailure) {
    selectsFirst = false
    performWaiting()
    say(failure.message, warning: true)
  }

  func unsavedTextWasFound(named names: [String], andDraft: Bool) {
    let list = Self.names(names, andAlso: andDraft ? "a new note" : nil)
    let them = names.count + (andDraft ? 1 : 0) == 1 ? "it" : "them"
    say("Unsaved text is kept of \(list). Press R to open \(them).")
  }

  func nextUnsavedIs(_ note: NoteID?) {
    if let note {
      wireframe.openEditor(on: note, output: self)
    } else {
      wireframe.openRecoveredDraft(output: self)
    }
  }

  func nothingIsUnsaved() {
    say("No unsaved text is kept.")
  }

  /// “a”, “b” and 3 more.
  private static func names(_ names: [String], andAlso other: String? = nil) -> String {
    var shown = names.prefix(3).map { "“\($0)”" }
    if names.count > 3 { shown.append("\(names.count - 3) more") }
    if let other { shown.append(other) }
    guard let last = shown.popLast() else { return "" }
    if shown.isEmpty { return last }
    return "\(shown.joined(separator: ", ")) and \(last)"
  }
}

extension NoteListPresenter: NoteListAnswers {
  func trashWasConfirmed() {
    guard let id = askedAbout else { return }
    askedAbout = nil
    interactor.trash([id])
  }

  func titleWasTyped(_ title: String) {
    guard let id = askedAbout else { return }
    askedAbout = nil
    guard title.contains(where: { !$0.isWhitespace }) else {
      return say("A note needs a title. Press r to type one.", warning: true)
    }
    interactor.rename(id, to: title)
  }

  /// From the top of the vault, whether it is written with slashes around it or not.
  func folderWasTyped(_ folder: String) {
    guard let id = askedAbout else { return }
    askedAbout = nil
    let parts = folder.split(separator: "/").map { $0.drop(while: \.isWhitespace) }
      .filter { !$0.isEmpty }
    interactor.move(id, to: NotePath(parts.joined(separator: "/")))
  }
}
