import Entities

@testable import NoteList

/// Writes down what an interactor of the list tells.
@MainActor
final class HeardOutput: NoteListInteractorOutput, NoteListScreenOutput {
  var heard: [String] = []
  var counts: [Int] = []
  weak var interactor: NoteListInteractor?

  func notesChanged() { counts.append(interactor?.rows.count ?? -1) }
  func did(_ deed: NoteListOutcome) {
    switch deed {
    case .trashed(let titles): notesWereTrashed(titled: titles)
    case .restored(let notes): notesWereRestored(notes)
    case .renamed(let note): noteWasRenamed(note)
    case .moved(let note): noteWasMoved(note)
    case .moveUndone(let note): noteWasMovedBack(note)
    case .movedMany(let count, let folder, let rewritten):
      notesWereMoved(count, to: folder, rewritten: rewritten)
    case .moveManyUndone(let count): notesWereMovedBack(count)
    case .movedItem(let moved), .movedItemBack(let moved):
      heard.append("moved \(moved.from) to \(moved.to.text), \(moved.files)")
    case .joined(let joined):
      heard.append("joined \(joined.others) into \(joined.title)")
    case .joinUndone(let joined): heard.append("\(joined.others) are back")
    case .copied(let copies): notesWereCopied(copies)
    case .copiesTrashed(let titles): copiesWereTrashed(titled: titles)
    case .tagged(let notes, let left): notesWereTagged(notes, left: left)
    case .tagsTakenBack(let notes): tagsWereTakenBack(in: notes)
    case .takenBack(let words, let notes): heard.append("\(words) taken back in \(notes)")
    case .ticked(let words, let note, _): taskWasTicked(words, in: note)
    case .reopened(let notes): taskWasOpenedAgain(in: notes)
    case .pinned(let count, let titles, let isPinned):
      notesWerePinned(count, titled: titles, isPinned: isPinned)
    }
  }
  func notesToJoin(_ notes: [NoteID], titles: [String]) { heard.append("to join \(titles)") }
  func readingProgressed(notes: Int, of all: Int) { heard.append("read \(notes) of \(all)") }
  func loadingEnded(problems: [String]) { heard.append("loaded \(problems)") }
  private func notesWereTrashed(titled titles: [String]) {
    heard.append("trashed \(titles.joined(separator: ", "))")
  }
  private func noteWasRenamed(_ note: MovedNote) { heard.append("renamed \(Self.text(note))") }
  private func noteWasMoved(_ note: MovedNote) { heard.append("moved \(Self.text(note))") }
  private func noteWasMovedBack(_ note: MovedNote) { heard.append("back \(Self.text(note))") }
  private static func text(_ note: MovedNote) -> String {
    "\(note.from.path.text) to \(note.to.path.text), “\(note.title)”"
      + (note.rewritten.isEmpty ? "" : " and \(note.rewritten.map(\.path.text))")
  }
  private func notesWereRestored(_ notes: [RestoredNote]) {
    for note in notes { heard.append("restored \(note.title) as \(note.id.path.text)") }
  }
  private func notesWereMoved(_ count: Int, to folder: NotePath, rewritten: Int) {
    heard.append("moved \(count) to \(folder.text), \(rewritten) rewritten")
  }
  private func notesWereMovedBack(_ count: Int) { heard.append("back \(count)") }
  private func notesWereCopied(_ copies: [RestoredNote]) {
    heard.append("copied \(copies.map { "\($0.title) as \($0.id.path.text)" })")
  }
  private func copiesWereTrashed(titled titles: [String]) { heard.append("copies gone \(titles)") }
  private func notesWereTagged(
    _ notes: [(id: NoteID, title: String)], left: (tag: String, notes: Int)?
  ) {
    let rest = left.map { ", #\($0.tag) stays in \($0.notes)" } ?? ""
    heard.append("tagged \(notes.map(\.id.path.text))\(rest)")
  }
  private func tagsWereTakenBack(in notes: [NoteID]) {
    heard.append("tags back in \(notes.map(\.path.text))")
  }
  func tasksWereFound(_ words: [String], inNoteTitled title: String) {
    heard.append("tasks of \(title): \(words)")
  }
  private func taskWasTicked(_ words: String, in note: NoteID) {
    heard.append("ticked \(words) in \(note.path.text)")
  }
  private func taskWasOpenedAgain(in notes: [NoteID]) {
    heard.append("open again in \(notes.map(\.path.text))")
  }
  private func notesWerePinned(_ count: Int, titled titles: [String], isPinned: Bool) {
    heard.append("\(isPinned ? "pinned" : "unpinned") \(count)")
  }
  func tooManyPins(most: Int) { heard.append("at most \(most) pins") }
  func foldersWereRead(_ folders: [(path: NotePath, notes: Int)]) {}
  func workProgressed(notes: Int, of all: Int) { heard.append("at \(notes) of \(all)") }
  func workEnded() {}
  func nothingToUndo() { heard.append("nothing to undo") }
  func failed(_ failure: NoteListFailure) { heard.append("failed: \(failure.message)") }
  func unsavedTextWasFound(named names: [String], andDraft: Bool) {
    heard.append("unsaved \(names)\(andDraft ? " and a draft" : "")")
  }
  func nextUnsavedIs(_ note: NoteID?) { heard.append("next \(note?.path.text ?? "draft")") }
  func nothingIsUnsaved() { heard.append("nothing unsaved") }
}
