import Comparing
import Entities
import Services
import TextEngine

@testable import Editor

/// Writes down what an interactor says.
@MainActor
final class HeardOutput: EditorInteractorOutput {
  var heard: [String] = []
  /// Every edit that was told.
  var edits: [Edit] = []

  func takeHeard() -> [String] {
    defer { heard = [] }
    return heard
  }

  func textWasLoaded() { heard.append("loaded") }
  func noteBegins(at place: ByteOffset?, saying problem: String?) {
    heard.append(
      "begins" + (place.map { " at \($0.value)" } ?? "") + (problem.map { ": \($0)" } ?? ""))
  }
  func loadingFailed(_ message: String) { heard.append("loading failed: \(message)") }
  func noteIsLocked(saying remark: String) { heard.append("locked: \(remark)") }
  func lockedNoteWasOpened() { heard.append("open") }
  func noteLeadsOutside(to target: String) { heard.append("leads to \(target)") }
  func versionsHaveProblems(_ problems: [String]) { heard.append("versions: \(problems)") }
  func recoveredTextWasFound(kept: String, differing: Int) {
    heard.append("recovered from \(kept), \(differing) differ")
  }
  func textWasSaved(as note: NoteID) { heard.append("saved \(note.path.text)") }
  func noteWasNamed(insteadOf old: NoteID) { heard.append("named, was \(old.path.text)") }
  func textWasSavedBeside(as note: NoteID) { heard.append("beside \(note.path.text)") }
  func nothingWasSaved() { heard.append("nothing to save") }
  func savingFailed(_ message: String) { heard.append("saving failed: \(message)") }
  func noteWasChangedOutside() { heard.append("changed outside") }
  func noteIsInConflict() { heard.append("in conflict") }
  func noteIsGone() { heard.append("gone") }
  func noteWasMoved(to note: NoteID) { heard.append("moved to \(note.path.text)") }
  func textWasEdited(by edit: Edit, isOwn: Bool) { edits.append(edit) }
  func textTookIn(_ edit: Edit, as change: EditorOutsideChange) {
    var start = ByteOffset.zero
    let pieces = edit.changes.map { change in
      defer { start = start + change.after.byteCount }
      let range = start..<start + change.after.byteCount
      return String(decoding: edit.inserted.bytes(in: range), as: UTF8.self)
    }
    heard.append("\(change): \(pieces)")
  }
  func textGrew() { heard.append("grew") }
  func textIsWhole() { heard.append("whole") }
  func passagesWereSaved(as note: NoteID) { heard.append("passages in \(note.path.text)") }
  func wordsWereCounted() {}
  func textIsTheFiles() { heard.append("is the file's") }
  func differenceWasFound(_ lines: [DifferenceLine]) {
    heard.append("difference \(lines.map { "\($0.kind) \($0.text)" })")
  }
  func keepingFailed(_ message: String) { heard.append("keeping failed: \(message)") }
}
