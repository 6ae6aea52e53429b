package import Daily
package import Entities
import TextEngine
import Viper

// What the editor shows and what can be done in it. `EditorContract+Interacting` has what it asks of its
// text, `EditorContract+Text` the events of the text, and `EditorContract+Outside` the other modules.

/// What an editor is opened on.
package enum EditorOpening: Equatable, Sendable {
  case note(NoteID)
  /// Nil: wherever new notes go.
  case newNote(folder: NotePath?)
  /// A note that may not exist yet: the first save creates it.
  case planned(NotePlan)
  /// A new note of an earlier run that was never saved.
  case recoveredDraft
}

/// Where a note opens.
package enum EditorTarget: Equatable, Sendable {
  /// A heading or a block, as links name them behind their `#`.
  case part(String)
  /// A line, counted from 1. A number past the end means the last line.
  case line(Int)
}

/// The pane of an editor: by itself, or one of two. One editor holds the other in a slot.
package enum PanePosition: Equatable, Sendable {
  case alone
  case holder
  case held
}

/// Whose keys the editor has: the program's own, or those of another editor.
enum KeymapStyle: String, Sendable { case own = "default", vim, emacs }

/// All that the editor shows apart from its rows.
struct EditorState: MessageState {
  var title = ""
  var status = ""
  /// The status while the keys go to the other pane.
  var quietStatus = ""
  /// Nil while nothing can be typed.
  var cursor: EditorCell?
  /// A peek shows the text and does not change it.
  var isPeek = false
  /// For the scroll bar, in lines of the text.
  var firstLine = 0
  var lineCount = 1
  var message = Message()
  /// The cells before the text, for line numbers or to center it.
  var margin = 0
  /// The column of the vertical guide, counted from the start of the text.
  var guide: Int?
  /// Only the text is shown.
  var isZen = false
  var bar: EditorBar?
  var offer: EditorOffer?
  /// What the keymap of another editor shows; nil with the program's own.
  var keys: KeyDisplay?
  var showsPreview = false
  var pane = PanePosition.alone
  var layout = PaneLayout()
  var recordsMacro = false
  /// Keys are held until an answer arrives.
  var isWaiting = false

  /// How many lines the bar takes below the text, or the prompt of the keymap.
  var barRows: Int { bar?.rows ?? windowRows + (keys?.prompt == nil ? 0 : 1) }

  /// How many lines the keymap's own list takes, with its heading.
  var windowRows: Int { keys?.window.map { $0.rows.count + 1 } ?? 0 }
}

/// A cell among the visible rows.
struct EditorCell: Equatable, Sendable {
  var row: Int
  var column: Int
}

/// The find bar below the text, with a second line for the replacement.
struct EditorBar: Equatable {
  enum Field: Equatable, Sendable { case find, replacement }

  var find = ""
  var replacement: String?
  var focus = Field.find
  /// "3 of 128".
  var count = ""
  /// Why the search cannot run, such as an invalid pattern.
  var problem = ""
  var matchesCase = false
  var wholeWords = false
  var isPattern = false

  var rows: Int { replacement == nil ? 1 : 2 }
}

/// A list of words at the cursor to choose from.
struct EditorOffer: Equatable {
  var rows: [String]
  var chosen = 0
  /// The start of the text that the chosen word replaces.
  var cell: EditorCell
  /// Whether keys of vim or emacs choose.
  var isOfKeymap = false
  /// Whether a digit takes the row of its number.
  var isNumbered = false
}

/// A visible row: pieces of text at their columns.
struct EditorRow: Equatable {
  struct Piece: Equatable {
    var column: Int
    var text: String
    /// The width in cells.
    var cells: Int
    var look = EditorStyle()
  }

  /// The line number, in the first row of a line.
  var number: String = ""
  var pieces: [Piece] = []
  /// A note behind the row, such as the count of folded lines.
  var remark = ""
}

/// What a piece of text is. The view turns it into colors.
struct EditorStyle: Equatable {
  struct Signs: OptionSet, Hashable {
    let rawValue: UInt16

    /// Spelled out: a control character, a bidi mark, a byte that is not UTF-8.
    static let escape = Signs(rawValue: 1)
    static let selected = Signs(rawValue: 2)
    static let match = Signs(rawValue: 4)
    /// The cell of a cursor other than the terminal's own.
    static let cursor = Signs(rawValue: 8)
    /// A conflict marker, between two versions of the text.
    static let conflict = Signs(rawValue: 16)
    /// A word that is in no dictionary.
    static let misspelled = Signs(rawValue: 32)
    /// A visible sign for a blank.
    static let blank = Signs(rawValue: 64)
    /// The bracket at the cursor, or its partner.
    static let bracket = Signs(rawValue: 128)
  }

  var inks: InkSet = []
  var signs: Signs = []
}

enum EditorCommand: Equatable, Sendable {
  /// A command of the engine or of the editor.
  case run(Invocation)
  /// A key for the keymap of vim or emacs.
  case key(String)
  /// Characters that arrived together, faster than typing.
  case type(String)
  case paste([UInt8])
  /// The mouse was pressed in this pane.
  case touch
  /// A click. It may extend the selection or add a cursor.
  case press(EditorCell, selects: Bool, adds: Bool)
  case drag(EditorCell)
  case scroll(Int)
  case bar(EditorBarCommand)
  case offer(EditorOfferCommand)
  /// Stops waiting for a search or for the clipboard.
  case stopWaiting
  /// Opens the peeked note in full.
  case commit
  case close
  /// Drags a divider to this share of the first pane, in thousandths.
  case divide(EditorDivider, Int)
  /// The size of the text's area, and whether something is left of it.
  case room(columns: Int, rows: Int, followsDivider: Bool)
}

enum EditorBarCommand: Equatable, Sendable {
  case type(String, in: EditorBar.Field)
  case next
  case previous
  /// Closes the bar and leaves the match selected.
  case stay
  /// Closes the bar and restores the cursor.
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
  case choose(Int)
  case accept
  case dismiss
}

@MainActor
protocol EditorView: AnyObject {
  /// Called at most once a frame, during layout.
  func show(_ state: EditorState, haveRowsChanged: Bool)
  /// Handles the events that arrived while `isWaiting` was set.
  func takeHeldEvents()
  func dropHeldEvents()
  /// Returns the share of the first pane with a divider moved by cells; nil if no such divider is visible.
  func share(of divider: EditorDivider, ofWidths: Bool, movedBy cells: Int) -> Int?
}

/// Takes the commands of the view, and gives it its rows.
@MainActor
protocol EditorPresenting: AnyObject {
  /// Weak: the view holds its presenter.
  var view: (any EditorView)? { get set }
  func handle(_ command: EditorCommand)
  /// The current state, which may be ahead of the last frame: it decides what the next key means.
  var state: EditorState { get }
  /// Lays out the rows for all changes since the last frame, and shows the view a new state.
  func layOut()
  /// A visible row, counted from the top of the view.
  func row(at index: Int) -> EditorRow
  /// The registers or the marks that the next key can name.
  func contentsOfNextKey() -> [KeyContent]
}
