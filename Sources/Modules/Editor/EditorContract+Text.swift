import Entities
import TextEngine

/// How a text took in what others wrote.
enum EditorOutsideChange: Equatable, Sendable {
  /// What an earlier run left unsaved is in it.
  case recovered
  /// Both changed the same lines; these stand twice in it, marked.
  case marked(conflicts: Int)
  /// It had no changes of its own and is the file's text again.
  case followed
  /// It has changes of its own still.
  case merged
  /// Its links to itself have the name that it got with a save.
  case linksFollowed
}

/// What becomes of the text, and of what was asked of it. The presenter holds its interactor and calls
/// it; this is the way back.
@MainActor
protocol EditorInteractorOutput: AnyObject {
  func textWasLoaded()
  /// The note has begun with a text of its own, or was to; the cursor belongs here, and there is
  /// something to be said.
  func noteBegins(at place: ByteOffset?, saying problem: String?)
  /// More of a large file stands behind the end.
  func textGrew()
  /// A large file was read to its end.
  func textIsWhole()
  func loadingFailed(_ message: String)
  /// The note is a link to a file outside the vault; nothing was read.
  func noteLeadsOutside(to target: String)
  /// The note is locked, and nothing of it was read; what is to be said of a try to open it.
  func noteIsLocked(saying remark: String)
  func lockedNoteWasOpened()
  /// An earlier run kept text of this note that was never saved.
  func recoveredTextWasFound(kept: String, differing: Int)
  func textWasSaved(as note: NoteID)
  /// With a save the note got another name, made of its first line.
  func noteWasNamed(insteadOf old: NoteID)
  func textWasSavedBeside(as note: NoteID)
  /// What is wrong with the earlier versions of notes, after a save; each once.
  func versionsHaveProblems(_ problems: [String])
  /// What was typed into a file that is another one by now is a note of its own.
  func passagesWereSaved(as note: NoteID)
  func nothingWasSaved()
  func savingFailed(_ message: String)
  /// A save found the same lines changed by others. Nothing was written.
  func noteWasChangedOutside()
  /// The same, seen before anyone saved.
  func noteIsInConflict()
  /// The file was removed. The text is still here; the next save that is asked for makes it again.
  func noteIsGone()
  /// Somebody gave the file another name, and the text goes on under it.
  func noteWasMoved(to note: NoteID)
  /// The text of now is the last one after this edit. Told of every edit, before anything else; an own
  /// one was done here, and not by others to the file.
  func textWasEdited(by edit: Edit, isOwn: Bool)
  /// What others wrote is in the text now, by one edit.
  func textTookIn(_ edit: Edit, as change: EditorOutsideChange)
  /// Others wrote the very text that this is: nothing is left to save.
  func textIsTheFiles()
  func keepingFailed(_ message: String)
  func wordsWereCounted()
}
