import Entities

// Messages about the text and its file.

extension EditorWords {
  static let nameOfNew = "New note"

  /// The title of a note with text typed into a file that changed meanwhile.
  static func recoveredTitle(_ name: String, at time: String) -> String {
    "\(name) (recovered \(time))"
  }

  static func readingFailed(_ reason: String, storing problem: String?) -> String {
    "\(reason) Open it again; "
      + (problem.map { "what was typed could not be stored: \($0)" } ?? "what was typed is stored.")
  }

  /// `seconds`: the wait before the next try.
  static func wrongPassphrase(waitingFor seconds: Int64) -> String {
    "Wrong passphrase." + (seconds > 0 ? " Try again in \(seconds) s." : "")
  }

  static let nothingToSave = "Nothing to save."

  static func savedBeside(as note: NoteID) -> String {
    "Both are kept; this is \(note.path.text) now."
  }

  static func passagesSaved(as note: NoteID) -> String {
    "The note was changed since. What was typed is in \(note.path.text) now."
  }

  static func versionProblems(_ problems: [String]) -> String {
    (problems.first ?? "") + (problems.count > 1 ? " (and \(problems.count - 1) more)" : "")
  }

  static let conflictFound = "Changed outside; saving keeps both."

  static func moved(to note: NoteID) -> String { "Moved outside; this is \(note.path.text) now." }

  static let tooDifferent = "The texts differ in too much to be compared here."
  static let tooLargeForClipboard = "Copied here only: it is too large for other programs."
}
