package import Entities
package import Services
import TextEngine
package import Viper

// The editor, read from top to bottom: what it shows, what can be done, who talks to whom.

/// What an editor is opened on.
package enum EditorOpening: Equatable, Sendable {
  case note(NoteID)
  case newNote(folder: NotePath)
  /// A new note that an earlier run kept and never saved.
  case recoveredDraft
}

/// All that the editor shows apart from its rows.
struct EditorState: Equatable {
  var place = ""
  var status = ""
  /// Where the cursor stands among the visible rows; nil while nothing can be typed.
  var cursor: EditorPlace?
  /// A peek shows and does not change.
  var isPeek = false
  /// Which part of the text is in sight, for the scroll bar: lines, not rows.
  var firstLine = 0
  var lineCount = 1
  var message = ""
  var isWarning = false
}

/// A cell among the visible rows.
struct EditorPlace: Equatable, Sendable {
  var row: Int
  var column: Int
}

/// One visible row: pieces of text at their columns.
struct EditorRow: Equatable {
  struct Piece: Equatable {
    var column: Int
    var text: String
    /// Spelled out because it would do something: a control, a bidi mark, a byte that is no UTF-8.
    var isEscape: Bool
  }

  var pieces: [Piece] = []
}

enum EditorMotion: Equatable, Sendable {
  case left, right, up, down
  case wordLeft, wordRight
  case lineStart, lineEnd
  case pageUp, pageDown
  case top, bottom
}

enum EditorCommand: Equatable, Sendable {
  case type(String)
  case paste([UInt8])
  case newLine
  case indent
  case move(EditorMotion)
  /// Removes from the cursor to where the motion leads.
  case delete(EditorMotion)
  case cutLine
  case putBack
  case undo
  case redo
  case toggleWrap
  case save
  case close
  /// Opens the note that the link at the cursor names.
  case followLink
  case openHistory
  /// Opens in full what is only peeked at.
  case commit
  case place(EditorPlace)
  case scroll(Int)
  /// The view has room for so much.
  case room(columns: Int, rows: Int)
}

/// Where the editor goes once everything is saved.
enum EditorGoal: Equatable, Sendable {
  case place(String)
  case versions
}

/// A passive view: it shows what it is given.
@MainActor
protocol EditorView: AnyObject {
  func show(_ state: EditorState)
  func reloadRows()
}

@MainActor
protocol EditorEventHandler: AnyObject {
  /// Weak: the view holds its event handler.
  var view: (any EditorView)? { get set }
  func handle(_ command: EditorCommand)
}

@MainActor
protocol EditorDataSource: AnyObject {
  /// A visible row, counted from the top of the view.
  func row(at index: Int) -> EditorRow
  /// A number that changes with what the row shows; 0 where nothing stands.
  func edition(ofRowAt index: Int) -> Int
}

/// The text, its history, and what has been saved of it.
@MainActor
protocol EditorInteracting: AnyObject {
  /// Weak: the presenter holds its interactor.
  var output: (any EditorInteractorOutput)? { get set }
  var text: Rope { get }
  var note: NoteID? { get }
  var name: String { get }
  var isLoaded: Bool { get }
  var isDirty: Bool { get }
  func open()
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
  /// Saves over what was read or saved last; what others wrote since is merged. `inPassing`: nobody
  /// asked for it, so what someone removed is not made again.
  func save(inPassing: Bool)
  /// Looks at what others did to the file, and follows it.
  func noteChangedOutside()
  /// Answers with `differenceWasFound`.
  func findDifference()
  /// Saves this text as a note of its own, beside the one that someone else changed.
  func saveBeside()
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
  /// It had no changes of its own and is the file's text again.
  case followed
  /// It has changes of its own still.
  case merged
}

@MainActor
protocol EditorInteractorOutput: AnyObject {
  func textWasLoaded()
  func loadingFailed(_ message: String)
  /// The note is a link to a file outside the vault; nothing was read.
  func noteLeadsOutside(to target: String)
  /// An earlier run kept text of this note that was never saved.
  func recoveredTextWasFound(kept: String, differing: Int)
  func textWasSaved(as note: NoteID)
  func textWasSavedBeside(as note: NoteID)
  /// What is wrong with the earlier versions of notes, after a save; each once.
  func versionsHaveProblems(_ problems: [String])
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
}

/// The places that the editor can go to, in its own words.
@MainActor
package protocol EditorWireframe: AnyObject {
  func attachAutosave(
    to route: RouteHandle, duties: any EditorAutosaveDuties
  ) -> (any EditorRequiredAutosave)?
  /// False where it could not be opened in full; then it stays a peek.
  func commitPeek(_ route: RouteHandle) -> Bool
  /// Goes to an address: `notes://editor/PLAN`.
  func open(place: String)
  func openHistory(of note: NoteID)
  func askToFollowLink(of note: NoteID, to target: String, answer: any EditorAnswers)
  func askAboutRecovered(kept: String, differing: Int, answer: any EditorAnswers)
  func askAboutConflict(noteNamed name: String, answer: any EditorAnswers)
  /// Shows what a question is about; then `differenceWasSeen`.
  func show(difference: [DifferenceLine], answer: any EditorAnswers)
  /// What cannot be saved may be kept for the next start, or not even that.
  func askToLeave(noteNamed name: String, isKept: Bool, answer: any EditorAnswers)
}

/// What comes back from a question that the editor asked.
@MainActor
package protocol EditorAnswers: AnyObject {
  func followLink(_ follow: Bool)
  func useRecovered(_ use: Bool)
  func keepBoth()
  /// Wants to see it before deciding.
  func seeDifference()
  /// Back at the question.
  func differenceWasSeen()
  /// Stays after all where the text cannot be kept, unless losing it was agreed to.
  func leaveUnsaved(evenIfLost: Bool)
}

/// What the editor needs of whatever decides when to save.
@MainActor
package protocol EditorRequiredAutosave: AnyObject {
  func editorTextChanged()
  func editorTextIsSaved()
}

/// What is asked of the editor from time to time.
@MainActor
package protocol EditorAutosaveDuties: AnyObject {
  func keepUnsavedText()
  func saveInPassing()
}

/// What a parent can ask of the editor.
@MainActor
package protocol EditorInput: AnyObject {
  var isEdited: Bool { get }
  /// Nil while it has no file.
  var note: NoteID? { get }
  /// Someone else did something to the note's file: the text follows it where it can.
  func noteChangedOutside()
}

/// What the editor tells a parent.
@MainActor
package protocol EditorOutput: AnyObject {
  func editorDidSave(_ note: NoteID)
}
