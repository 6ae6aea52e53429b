import Boards
package import Entities
package import VaultSettings
package import Viper

// A note shown as a board: the screen's state, its commands and its protocols.

/// The screen's state, without its rows. The rows are the cards: those of the first column, then
/// those of the next.
struct BoardState: ListState {
  var rowCount = 0
  /// The selected card; nil in a column without cards.
  var selected: Int?
  var title = ""
  var columns: [BoardHead] = []
  /// The column that has the selection.
  var column = 0
  var isLoading = true
  /// Whether a change is being written. Commands wait for it.
  var isSaving = false
  /// The display options that the board sets.
  var options = BoardOptions()
  /// The reason that there is no board.
  var problem = ""
  var message = Message()
}

struct BoardOptions: Equatable {
  /// The wanted width of columns.
  var width: Int?
  var showsBoxes = false
  var hidesCounts = false
}

struct BoardHead: Equatable {
  var title: String
  /// The most cards that the column should have.
  var limit: Int?
  var rows: Range<Int>
}

/// A card as display values.
struct BoardRow: Equatable {
  /// The card's text; line breaks separate its lines.
  var words: String
  var isDone: Bool
  /// Whether the card has a box to tick.
  var hasBox: Bool
}

enum BoardCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  /// Selects the next column to the left or right, with or without cards.
  case selectColumn(Int)
  case goToColumn(Int)
  case open
  case follow
  /// Moves the card: to the next column, or past the card above or below.
  case moveToColumn(Int)
  case moveCard(Int)
  case add
  case edit
  case tick
  case archive
  case delete
  case addColumn
  case renameColumn
  case moveColumn(Int)
  case deleteColumn
  case undo
  case reload
  case close

  static var activate: Self? { .open }
}

typealias BoardView = ListView<BoardState>
typealias BoardPresenting = ListPresenting<BoardState, BoardCommand, BoardRow>

@MainActor
protocol BoardInteractorOutput: AnyObject {
  func read(_ board: BoardText, titled title: String)
  /// Reports a change with its final positions, as another program may have moved the card first.
  func did(_ change: BoardChange, leaving board: BoardText)
  func tookBack(_ change: BoardChange, leaving board: BoardText)
  func nothingToUndo()
  /// A change failed; nothing was changed.
  func refused(_ failure: BoardFailure)
  /// The board cannot be shown.
  func failed(_ failure: BoardFailure)
}

/// The screens that this module can open.
@MainActor
package protocol BoardWireframe: Asking {
  func open(_ note: NoteID, atLine line: Int)
  /// Follows an internal link, resolved relative to `home`.
  func follow(link address: String, in home: LinkHome)
  func open(address: String)
  /// Saves the open editors, so that no typed text is overwritten; calls `goOn` if that succeeds.
  func saveEditors(then goOn: @escaping @MainActor () -> Void)
}
