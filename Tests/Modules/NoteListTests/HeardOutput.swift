import Entities

@testable import NoteList

/// Writes down what an interactor of the list tells.
@MainActor
final class HeardOutput: NoteListInteractorOutput {
  var heard: [String] = []
  var counts: [Int] = []
  weak var interactor: (any NoteListInteracting)?

  func notesChanged() { counts.append(interactor?.count ?? -1) }
  func readingWentOn(notes: Int, of all: Int) { heard.append("read \(notes) of \(all)") }
  func loadingEnded(problems: [String]) { heard.append("loaded \(problems)") }
  func notesWereTrashed(titled titles: [String]) {
    heard.append("trashed \(titles.joined(separator: ", "))")
  }
  func noteWasRenamed(_ note: MovedNote) { heard.append("renamed \(Self.text(note))") }
  func noteWasMoved(_ note: MovedNote) { heard.append("moved \(Self.text(note))") }
  func noteWasMovedBack(_ note: MovedNote) { heard.append("back \(Self.text(note))") }
  private static func text(_ note: MovedNote) -> String {
    "\(note.from.path.text) to \(note.to.path.text), “\(note.title)”"
      + (note.rewritten.isEmpty ? "" : " and \(note.rewritten.map(\.path.text))")
  }
  func noteWasRestored(_ id: NoteID, titled title: String) {
    heard.append("restored \(title) as \(id.path.text)")
  }
  func nothingToUndo() { heard.append("nothing to undo") }
  func failed(_ failure: NoteListFailure) { heard.append("failed: \(failure.message)") }
  func unsavedTextWasFound(named names: [String], andDraft: Bool) {
    heard.append("unsaved \(names)\(andDraft ? " and a draft" : "")")
  }
  func nextUnsavedIs(_ note: NoteID?) { heard.append("next \(note?.path.text ?? "draft")") }
  func nothingIsUnsaved() { heard.append("nothing unsaved") }
}
