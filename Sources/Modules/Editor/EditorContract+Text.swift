import Entities
import TextEngine

/// How the text was changed by something other than a command of this editor.
enum EditorOutsideChange: Equatable, Sendable {
  /// What an earlier run left unsaved is in it.
  case recovered
  /// Both changed the same lines; it has both versions of them, marked.
  case marked(conflicts: Int)
  /// It had no changes of its own and is the file's text again.
  case followed
  /// It has changes of its own still.
  case merged
  /// Its links to itself have the name that it got with a save.
  case linksFollowed
}

/// What happened to the text and its file. The presenter calls its interactor; this is the way back.
enum EditorEvent: Equatable, Sendable {
  // MARK: Loading

  case loaded
  /// A note that was not there begins with a text of its own, or was to: where the cursor belongs, and
  /// what went wrong.
  case began(cursor: ByteOffset?, problem: String?)
  /// More of a large file was added at the end.
  case grew
  /// A large file was read to its end.
  case readToEnd
  case loadingFailed(String)
  /// The note is a link to a file outside the vault; nothing was read.
  case leadsOutside(to: String)
  /// The note is locked, and nothing of it was read; the remark is about the last try to open it.
  case locked(remark: String)
  case unlocked
  /// An earlier run stored text of this note that was never saved.
  case recoveredTextFound(storedAt: String, differing: Int)

  // MARK: Saving

  case saved(as: NoteID)
  /// A save gave the note another name, made of its first line.
  case renamed(from: NoteID)
  case savedBeside(as: NoteID)
  /// What is wrong with the earlier versions of notes, after a save; each once.
  case versionsHaveProblems([String])
  /// What was typed into a file that has another text by now is a note of its own.
  case passagesSaved(as: NoteID)
  case nothingToSave
  case savingFailed(String)
  /// A save found that others changed the same lines. Nothing was written.
  case savingConflicted
  /// Unsaved text could not be stored for the next start.
  case storingFailed(String)

  // MARK: What others do to the file

  /// Others changed the same lines; no save has tried yet.
  case conflictFound
  /// The file was removed. The text is still here; the next save that is asked for makes it again.
  case fileRemoved
  /// The file has another name, and the text goes on under it.
  case fileMoved(to: NoteID)
  /// What others wrote is in the text now, by one edit.
  case changed(EditorOutsideChange)
  /// Others wrote the very text that this is: nothing is left to save.
  case matchesFile

  // MARK: The text

  /// Sent for every edit, before anything else, with the new text in place. `isOwn`: it was made in
  /// this editor, and not by others to the file.
  case edited(Edit, isOwn: Bool)
  case wordsCounted
}

@MainActor
protocol EditorInteractorOutput: AnyObject {
  func handle(_ event: EditorEvent)
}
