import Entities
import Saving
import TextEngine

/// How the text was changed by something other than a command of this editor.
enum EditorOutsideChange: Equatable, Sendable {
  /// Unsaved text of an earlier run was restored.
  case recovered
  /// The same lines were changed here and in the file: the text has both versions, with conflict
  /// marks.
  case marked(conflicts: Int)
  /// It had no changes of its own and is now the file's text.
  case followed
  /// It still has changes of its own.
  case merged
  /// Its links to itself have the new name that a save gave it.
  case linksFollowed
}

/// What happened to the text and its file.
enum EditorEvent: Equatable, Sendable {
  // MARK: Loading

  case loaded
  /// A new note begins with a text of its own. The cursor belongs here; or this went wrong.
  case began(cursor: ByteOffset?, problem: String?)
  /// More of a large file was read.
  case grew
  /// A large file was read to its end.
  case readToEnd
  case loadingFailed(String)
  /// The note is a link to a file outside the vault; nothing was read.
  case leadsOutside(to: String)
  /// The note is locked and was not read. The remark is about the last passphrase.
  case locked(remark: String)
  case unlocked
  /// An earlier run stored text of this note that was never saved.
  case recoveredTextFound(storedAt: String, differing: Int)

  // MARK: Saving

  case saved(as: NoteID)
  /// A save gave the note another name, made of its first line.
  case renamed(from: NoteID)
  case savedBeside(as: NoteID)
  /// The text goes on as this note.
  case savedAs(NoteID)
  /// The text did not get another name.
  case notSavedAs(NoteWriteProblem)
  /// The text went back to the last save, or could not.
  case wentBack(EditorGoneBack)
  /// Problems with stored versions, after a save. Each is reported once.
  case versionsHaveProblems([String])
  /// Text typed into a file that changed meanwhile was saved as a note of its own.
  case passagesSaved(as: NoteID)
  case nothingToSave
  case savingFailed(String)
  /// A save found that others changed the same lines. Nothing was written.
  case savingConflicted
  /// Unsaved text could not be stored for the next start.
  case storingFailed(String)

  // MARK: What others do to the file

  /// Others changed the same lines, before any save.
  case conflictFound
  /// The file was removed. The next save that the person asks for creates it again.
  case fileRemoved
  /// The file was renamed, and the text follows it.
  case fileMoved(to: NoteID)
  /// One edit brought in what others wrote.
  case changed(EditorOutsideChange)
  /// Others wrote the same text: nothing is left to save.
  case matchesFile

  // MARK: The text

  /// Sent for every edit, before other events, with the new text in place. `isOwn`: it was made in this
  /// editor, not in the file.
  case edited(Edit, isOwn: Bool)
  case wordsCounted
}

@MainActor
protocol EditorInteractorOutput: AnyObject {
  func handle(_ event: EditorEvent)
}
