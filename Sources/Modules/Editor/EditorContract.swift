package import Daily
package import Entities
import Services
import TextEngine
import Viper

// The editor, read from top to bottom: what it shows and what can be done here, then what it asks of
// its text in `EditorContract+Interacting` and what that reports in `EditorContract+Text`, then whom it talks to
// outside in `EditorContract+Outside`.

/// What an editor is opened on.
package enum EditorOpening: Equatable, Sendable {
  case note(NoteID)
  /// Nil: wherever new notes go.
  case newNote(folder: NotePath?)
  /// One that may not be there yet: it is made with the first save.
  case planned(NotePlan)
  /// A new note of an earlier run that was never saved.
  case recoveredDraft
}

/// Where in a note it is opened.
package enum EditorTarget: Equatable, Sendable {
  /// A heading or a block, as links name them behind their `#`.
  case part(String)
  /// Counted from 1; behind the last it is the last.
  case line(Int)
}

/// The pane of an editor: by itself, or one of two notes side by side.
package enum PanePosition: Equatable, Sendable {
  case alone
  case left
  case right
}

/// All that the editor shows apart from its rows.
struct EditorState: MessageState {
  var title = ""
  var status = ""
  /// The cursor's cell among the visible rows; nil while nothing can be typed.
  var cursor: EditorCell?
  /// A peek shows and does not change.
  var isPeek = false
  /// Which part of the text is in sight, for the scroll bar: lines, not rows.
  var firstLine = 0
  var lineCount = 1
  var message = Message()
  /// The cells before the text, for line numbers and where the text is in the middle.
  var margin = 0
  /// The cell of the text where a line is drawn beside it.
  var guide: Int?
  /// Nothing but the text is shown.
  var isZen = false
  var bar: EditorBar?
  var offer: EditorOffer?
  /// What the keymap of another editor shows; nil with the program's own.
  var keys: KeyDisplay?
  var showsPreview = false
  var pane = PanePosition.alone
  /// What is done is recorded, to be done again.
  var recordsMacro = false
  /// What is pressed now comes after an answer that is waited for.
  var isWaiting = false

  /// How many lines below the text the bar takes, or what is typed for the keymap.
  var barRows: Int { bar?.rows ?? (keys?.prompt == nil ? 0 : 1) }
}

/// A cell among the visible rows.
struct EditorCell: Equatable, Sendable {
  var row: Int
  var column: Int
}

/// The line below the text in which one searches, and the one with the replacement.
struct EditorBar: Equatable {
  enum Field: Equatable, Sendable { case find, replacement }

  var find = ""
  var replacement: String?
  var focus = Field.find
  /// "3 of 128".
  var count = ""
  /// Why nothing can be found: a pattern that is none.
  var problem = ""
  var matchesCase = false
  var wholeWords = false
  var isPattern = false

  /// How many lines it takes.
  var rows: Int { replacement == nil ? 1 : 2 }
}

/// Words to choose from, at the cursor.
struct EditorOffer: Equatable {
  var rows: [String]
  var chosen = 0
  /// Where what they would replace begins.
  var cell: EditorCell
}

/// One visible row: pieces of text at their columns.
struct EditorRow: Equatable {
  struct Piece: Equatable {
    var column: Int
    var text: String
    /// How many it takes.
    var cells: Int
    var look = EditorStyle()
  }

  /// The line's number where it starts in this row.
  var number: String = ""
  var pieces: [Piece] = []
  /// What is to be said of the row behind its end: how many lines are folded away.
  var remark = ""
}

/// What a piece of text is, for the view to give it colors.
struct EditorStyle: Equatable {
  struct Signs: OptionSet, Hashable {
    let rawValue: UInt16

    /// Spelled out because it would do something: a control, a bidi mark, a byte that is no UTF-8.
    static let escape = Signs(rawValue: 1)
    static let selected = Signs(rawValue: 2)
    static let match = Signs(rawValue: 4)
    /// The cell of a cursor that is not the terminal's own.
    static let cursor = Signs(rawValue: 8)
    /// A line that only says where two versions of the text begin and end.
    static let conflict = Signs(rawValue: 16)
    /// A word that no dictionary has.
    static let misspelled = Signs(rawValue: 32)
    /// The sign for a blank.
    static let blank = Signs(rawValue: 64)
    /// A bracket at the cursor, or the one that belongs to it.
    static let bracket = Signs(rawValue: 128)
  }

  var inks: InkSet = []
  var signs: Signs = []
}

enum EditorCommand: Equatable, Sendable {
  /// What a key means: a command of the engine, or one of ours.
  case run(Invocation)
  /// A key by its name, for the keymap of another editor.
  case key(String)
  /// Characters that came at once, more than anybody types.
  case type(String)
  case paste([UInt8])
  /// The mouse came here.
  case touch
  /// A click; with the modifiers it selects up to there, or adds a cursor.
  case press(EditorCell, selects: Bool, adds: Bool)
  case drag(EditorCell)
  case scroll(Int)
  case bar(EditorBarCommand)
  case offer(EditorOfferCommand)
  /// Does not wait any longer for a search or for the clipboard.
  case stopWaiting
  /// Opens in full what is only peeked at.
  case commit
  case close
  /// The view's room.
  case room(columns: Int, rows: Int)
}

enum EditorBarCommand: Equatable, Sendable {
  case type(String, in: EditorBar.Field)
  case next
  case previous
  /// Leaves the bar, with the match selected.
  case stay
  /// Leaves it and goes back to where the cursor was.
  case goBack
  case switchField
  case replace
  case replaceAll
  case toggleCase
  case toggleWords
  case togglePattern
}

enum EditorOfferCommand: Equatable, Sendable {
  case move(Int)
  case accept
  case dismiss
}

/// A passive view: it shows what it is given.
@MainActor
protocol EditorView: AnyObject {
  /// Called once a frame at most, while that is laid out.
  func show(_ state: EditorState, haveRowsChanged: Bool)
  /// Takes what came while `isWaiting` was set.
  func takeHeldEvents()
  func dropHeldEvents()
}

/// What the view reports to, and where it reads its rows.
@MainActor
protocol EditorPresenting: AnyObject {
  /// Weak: the view holds its presenter.
  var view: (any EditorView)? { get set }
  func handle(_ command: EditorCommand)
  /// What was done so far, whether a frame has shown it or not: it says what the next key means.
  var state: EditorState { get }
  /// Works out what is shown now, once for all that happened since the last frame. It may show a new
  /// state. The rows below are those of then.
  func layOut()
  /// A visible row, counted from the top of the view.
  func row(at index: Int) -> EditorRow
}
