import Boards
package import Entities
import Services
package import VaultSettings
package import Viper

// A note shown as a board, read from top to bottom: what is shown, what can be done, who talks to whom.

/// All that the screen shows apart from the cards, which are its rows: those of the first column, then
/// those of the next.
struct BoardState: ListState {
  var rowCount = 0
  /// Nil in a column without cards.
  var selected: Int?
  var title = ""
  var columns: [BoardHead] = []
  /// The column that keys are about.
  var column = 0
  var isLoading = true
  /// A change is being written; what is pressed meanwhile waits for it.
  var isSaving = false
  /// As the board has set them.
  var options = BoardOptions()
  /// Why there is no board.
  var problem = ""
  var message = Message()
}

struct BoardOptions: Equatable {
  /// How wide columns should be.
  var width: Int?
  var showsBoxes = false
  var hidesCounts = false
}

struct BoardHead: Equatable {
  var title: String
  /// How many cards it should have at most.
  var limit: Int?
  var rows: Range<Int>
}

/// A card, ready to be drawn.
struct BoardRow: Equatable {
  /// With breaks between its lines.
  var words: String
  var isDone: Bool
  /// It can be ticked.
  var hasBox: Bool
}

enum BoardCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  /// To the column beside, or one without cards, by its number.
  case goAside(Int)
  case goToColumn(Int)
  case open
  case follow
  /// The card: to the column beside, or past the one above or below.
  case moveAside(Int)
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
  /// As it was done: another program may have moved the card before.
  func did(_ change: BoardChange, leaving board: BoardText)
  func tookBack(_ change: BoardChange, leaving board: BoardText)
  func nothingToUndo()
  /// Nothing was changed.
  func refused(_ failure: BoardFailure)
  /// There is no board to show.
  func failed(_ failure: BoardFailure)
}

/// The screens that this module can open.
@MainActor
package protocol BoardWireframe: Asking {
  func open(_ note: NoteID, atLine line: Int)
  /// A link of the program's own, as it means it where it is written.
  func follow(link address: String, in home: LinkHome)
  func open(address: String)
  /// Saves what is typed in editors, so that nothing of it is written over; goes on then, or not at all
  /// where that fails.
  func saveEditors(then goOn: @escaping @MainActor () -> Void)
}
