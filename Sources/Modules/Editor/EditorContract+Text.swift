import Entities
import Secrets
import Services
import TextEngine

/// The text, its history, and what has been saved of it.
@MainActor
protocol EditorInteracting: AnyObject {
  /// Weak: the presenter holds its interactor.
  var output: (any EditorInteractorOutput)? { get set }
  var services: EditorInteractor.Services { get }
  var text: Rope { get }
  var note: NoteID? { get }
  var name: String { get }
  var isLoaded: Bool { get }
  /// Nothing of the file is still to be read.
  var isWhole: Bool { get }
  /// The note, where all of it stands here and no part alone.
  var wholeNote: NoteID? { get }
  var isDirty: Bool { get }
  /// What a note without a file would be called by its text; empty while it has none.
  var draftName: String { get }
  /// The note is one that was to be begun, and has no file yet.
  var isUnwritten: Bool { get }
  func open()
  /// Opens a locked note, and reads it.
  func open(with passphrase: TypedSecret)
  /// Whether it is a locked note that stands open.
  var holdsLock: Bool { get }
  /// The person agreed to read and save this note where its link leads.
  func followLink()
  /// Does an edit that was made for the text of now; false while nothing can be edited.
  @discardableResult
  func apply(
    _ edit: Edit, as kind: UndoTree.Kind, from before: Selections, to after: Selections
  ) -> Bool
  /// What comes next is undone on its own.
  func closeStep()
  /// Takes back the last step; answers with what was selected before it.
  func undo() -> Selections?
  func redo() -> Selections?
  /// Ticks tasks, or opens them again, with what belongs to that; nil where nobody knows tasks.
  var toggledTask: TaskToggling? { get }
  /// Saves over what was read or saved last; what others wrote since is merged. `inPassing`: nobody
  /// asked for it, so what someone removed is not made again.
  func save(inPassing: Bool)
  /// Looks at what others did to the file, and follows it.
  func noteChangedOutside()
  /// Answers with `differenceWasFound`.
  func findDifference()
  /// Saves this text as a note of its own, beside the one that someone else changed.
  func saveBeside()
  /// Takes in what others wrote, with marks where both changed the same lines.
  func markConflicts(ending: LineEnding)
  /// How many words the text has, as last counted; nil before that.
  var wordCount: Int? { get }
  /// Offers text to other programs.
  func offerToClipboard(_ text: Rope)
  /// Where the note was left the last time, if that is known.
  var leftAt: NotePlace? { get }
  /// Whether other programs can be asked for theirs; then `clipboardWasRead` answers.
  var clipboardIsReadable: Bool { get }
  func readClipboard()
  /// Looks for names that could go in; `candidatesWereFound` answers, with this number.
  func findCandidates(for completion: Completion, number: Int)
  /// Looks for the notes that a person means by a name or by words; `notesWereFound` answers, with
  /// this number.
  func findNotes(_ written: String, number: Int)
  /// Looks for a place once the text was read to its end; `placeWasFound` answers, with this number.
  func find(_ place: EditorTarget, number: Int)
  /// Makes a note of a part of this text, in its folder; `noteWasExtracted` answers.
  func extract(_ part: NoteExtraction)
  /// Looks for a match; `matchWasFound` answers, with this number.
  func find(
    _ search: TextSearch, _ way: EditorSearchWay, scope: Range<ByteOffset>?, number: Int)
  /// Works out what replacing all matches comes to; `replacementWasMade` answers.
  func replaceAll(
    _ search: TextSearch, with new: Replacement, inside parts: [Range<ByteOffset>]?, number: Int)
  /// Does something after the frame that shows what happened until now.
  func afterThisFrame(_ body: @escaping @MainActor () -> Void)
  /// The same for a part of much work, after a pause where the text is large; one call's takes the
  /// place of the last one's that still waits.
  func whenNobodyWaits(for pause: Duration, _ body: @escaping @MainActor () -> Void)
  /// Keeps the unsaved text outside the vault, in the background.
  func keep()
  /// The same at once; answers with why it could not be kept.
  @discardableResult
  func keepNow() -> String?
  func useRecovered()
  func dropRecovered()
  func stop()
}

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
}

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
  /// The text of now is the last one after this edit. Told of every edit, before anything else.
  func textWasEdited(by edit: Edit)
  /// What others wrote is in the text now, by one edit.
  func textTookIn(_ edit: Edit, as change: EditorOutsideChange)
  /// Others wrote the very text that this is: nothing is left to save.
  func textIsTheFiles()
  /// What stands in the file, and what in the text that a question is about.
  func differenceWasFound(_ lines: [DifferenceLine])
  func keepingFailed(_ message: String)
  func wordsWereCounted()
  /// Nil where other programs offer no text.
  func clipboardWasRead(_ bytes: [UInt8]?)
  func clipboardFailed(_ message: String)
  func candidatesWereFound(_ candidates: [EditorCandidate], number: Int)
  func notesWereFound(_ notes: EditorFoundNotes, for written: String, number: Int)
  /// Nil where this text has no such part.
  func placeWasFound(_ wanted: EditorTarget, at place: ByteOffset?, number: Int)
  /// Under this name a link leads to it.
  func noteWasExtracted(_ part: NoteExtraction, as note: NoteID)
  func extractingFailed(_ message: String)
  func matchWasFound(_ result: Result<TextSearch.Step?, SearchTrouble>, number: Int)
  func replacementWasMade(_ result: Result<TextSearch.Replaced, SearchTrouble>, number: Int)
}
