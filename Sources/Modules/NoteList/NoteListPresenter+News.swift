import Entities
import Services
import Viper

/// What the interactor tells, as the person hears it.
extension NoteListPresenter: NoteListInteractorOutput, NoteListScreenOutput {
  func notesChanged() {
    state.rowCount = interactor.count
    state.total = interactor.total
    state.marked = interactor.marked
    showOrder()
    takeShare()
    let isFiltered = selectsFirst
    selectsFirst = false
    hasRows = true
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
    performWaiting()
  }

  /// As it was kept, unless a person has moved the divider since.
  private func takeShare() {
    guard !knowsShare else { return }
    knowsShare = true
    guard state.share != interactor.share else { return }
    state.share = interactor.share
    view?.show(state)
    wireframe.slotsMoved()
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
      state.message = Message(first + more, isWarning: true)
    }
    view?.show(state)
    wireframe.notesWereLoaded()
  }

  func did(_ deed: NoteListDeed) {
    switch deed {
    case .trashed(let titles): notesWereTrashed(titled: titles)
    case .restored(let notes): notesWereRestored(notes)
    case .renamed(let note): noteWasRenamed(note)
    case .moved(let note): noteWasMoved(note)
    case .movedBack(let note): noteWasMovedBack(note)
    case .movedMany(let count, let folder, let rewritten):
      notesWereMoved(count, to: folder, rewritten: rewritten)
    case .movedManyBack(let count): notesWereMovedBack(count)
    case .copied(let copies): notesWereCopied(copies)
    case .copiesTrashed(let titles): copiesWereTrashed(titled: titles)
    case .tagged(let notes, let left): notesWereTagged(notes, left: left)
    case .tagsTakenBack(let notes): tagsWereTakenBack(in: notes)
    case .ticked(let words, let note): taskWasTicked(words, in: note)
    case .reopened(let notes): taskWasOpenedAgain(in: notes)
    case .pinned(let count, let titles, let isPinned):
      notesWerePinned(count, titled: titles, isPinned: isPinned)
    }
  }

  private func notesWereTrashed(titled titles: [String]) {
    marksChanged()
    let them = titles.count == 1 ? "it" : "them"
    showMessage("Moved \(Self.names(titles)) to the trash. Press u to bring \(them) back.")
  }

  private func notesWereRestored(_ notes: [RestoredNote]) {
    guard let last = notes.last else { return }
    if let index = interactor.index(of: last.id) { select(index) }
    showMessage(notes.count == 1 ? "“\(last.title)” is back." : "\(notes.count) notes are back.")
  }

  private func noteWasRenamed(_ note: MovedNote) {
    follow(note)
    let name = note.to.path.name(besides: note.title)
    let title = name == nil ? "" : "; its text still calls it “\(note.title)”"
    showMessage("Renamed to “\(name ?? note.title)”\(title)\(Self.links(note)). Press u to undo.")
  }

  private func noteWasMoved(_ note: MovedNote) {
    follow(note)
    let place = Self.place(note.to.path.folder)
    if note.from == note.to { return showMessage("“\(note.title)” is in \(place).") }
    showMessage("Moved “\(note.title)” to \(place)\(Self.links(note)). Press u to undo.")
  }

  private func noteWasMovedBack(_ note: MovedNote) {
    follow(note)
    showMessage("“\(note.title)” is back as \(note.to.path.text).")
  }

  private func notesWereMoved(_ count: Int, to folder: NotePath, rewritten: Int) {
    marksChanged()
    let place = Self.place(folder)
    guard count > 0 else { return showMessage("They are in \(place) already.") }
    showMessage("Moved \(Self.notes(count)) to \(place)\(Self.links(rewritten)). Press u to undo.")
  }

  private func notesWereMovedBack(_ count: Int) {
    showMessage("\(count) notes are back where they were.")
  }

  private func notesWereCopied(_ copies: [RestoredNote]) {
    guard let first = copies.first else { return }
    if let index = interactor.index(of: first.id) { select(index) }
    showMessage("Made \(Self.names(copies.map(\.title))). Press u to undo.")
  }

  private func copiesWereTrashed(titled titles: [String]) {
    showMessage("\(Self.names(titles)) \(titles.count == 1 ? "is" : "are") in the trash.")
  }

  private func notesWereTagged(
    _ notes: [(id: NoteID, title: String)], left: (tag: String, notes: Int)?
  ) {
    marksChanged()
    for note in notes.prefix(Self.fewNotes) { preview?.previewShouldReload(note.id) }
    var message =
      notes.isEmpty
      ? "The tags are as they were."
      : "Changed the tags of \(notes.count == 1 ? "“\(notes[0].title)”" : "\(notes.count) notes")."
        + " Press u to undo."
    if let left {
      message += " #\(left.tag) stands in the text of \(Self.notes(left.notes)): take it out there."
    }
    showMessage(message)
  }

  private func tagsWereTakenBack(in notes: [NoteID]) {
    for note in notes.prefix(Self.fewNotes) { preview?.previewShouldReload(note) }
    showMessage("The tags of \(Self.notes(notes.count)) are as they were.")
  }

  /// As many as a preview may have read ahead, and more.
  private static let fewNotes = 100

  private func notesWerePinned(_ count: Int, titled titles: [String], isPinned: Bool) {
    marksChanged()
    let notes = titles.count == count ? Self.names(titles) : Self.notes(count)
    let verb = count == 1 ? "is" : "are"
    showMessage(
      isPinned
        ? "\(notes) \(verb) pinned: first in the list. P takes the pin off."
        : "\(notes) \(verb) no longer pinned.")
  }

  func tooManyPins(most: Int) {
    showMessage("At most \(most) notes can be pinned.", isWarning: true)
  }

  func workWentOn(notes: Int, of all: Int) {
    state.work = "\(notes) of \(all); Esc stops"
    view?.show(state)
  }

  func workEnded() {
    guard !state.work.isEmpty else { return }
    state.work = ""
    view?.show(state)
  }

  static func notes(_ count: Int) -> String { count == 1 ? "1 note" : "\(count) notes" }

  private static func place(_ folder: NotePath) -> String {
    folder.bytes.isEmpty ? "the top folder" : "\(folder.text)/"
  }

  private func follow(_ note: MovedNote) {
    if let index = interactor.index(of: note.to) { select(index) }
  }

  private static func links(_ note: MovedNote) -> String { links(note.rewritten.count) }

  private static func links(_ count: Int) -> String {
    switch count {
    case 0: ""
    case 1: ", with the links in 1 note"
    case let count: ", with the links in \(count) notes"
    }
  }

  func nothingToUndo() {
    showMessage("Nothing to undo.")
  }

  func failed(_ failure: NoteListFailure) {
    if state.marked != interactor.marked { marksChanged() }
    selectsFirst = false
    hasRows = true
    performWaiting()
    showMessage(failure.message, isWarning: true)
  }

  func unsavedTextWasFound(named names: [String], andDraft: Bool) {
    let list = Self.names(names, andAlso: andDraft ? "a new note" : nil)
    // The key first: names may be long.
    showMessage("Press R to open the unsaved text of \(list).")
  }

  func nextUnsavedIs(_ note: NoteID?) {
    if let note {
      wireframe.openEditor(on: note, output: self)
    } else {
      wireframe.openRecoveredDraft(output: self)
    }
  }

  func nothingIsUnsaved() {
    showMessage("No unsaved text is kept.")
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
