import Bases
package import Entities
import Pictures
package import Viper

// The bases of a vault and the rows of their views, read from top to bottom: what it shows, what can be
// done, who talks to whom.

/// All that the screen shows apart from its rows.
struct TableState: ListState {
  enum Form: Equatable {
    /// The bases, to choose one.
    case bases
    case table
    case list
    case cards
  }

  var rowCount = 0
  var selected: Int?
  var form = Form.bases
  /// The base that is open.
  var name = ""
  /// The names of its views, and which of them is shown.
  var tabs: [String] = []
  var tab = 0
  var columns: [TableColumn] = []
  /// The column that keys are about.
  var focus = 0
  /// The picture of the card that is selected, beside the cards.
  var picture: CardPicture?
  /// How many rows are marked.
  var marked = 0
  /// How many files the view shows, or how many bases there are.
  var total = 0
  var isLoading = true
  var message = Message()
}

struct CardPicture: Equatable {
  var name: String
  /// Nil until it is drawn.
  var drawn: DrawnPicture?

  /// In cells.
  static let columns = 32
  static let rows = 16
}

struct TableColumn: Equatable {
  var title: String
  /// In cells, without the gap behind it.
  var width: Int
  /// Which way rows are sorted by it; nil: they are not.
  var isDescending: Bool?
}

struct TableCell: Equatable {
  var text: String
  /// The text says what is wrong.
  var isProblem = false
  var isNumber = false
  /// Where links are in the text.
  var links: [Range<String.Index>] = []
}

enum TableRow: Equatable {
  case base(String)
  /// What the rows below have in common, and how many they are.
  case group(title: TableCell, count: Int)
  /// `picture`: the name of a card's picture.
  case cells([TableCell], isMarked: Bool, picture: String? = nil)
  /// Below a group or all rows, in the columns that are summed up.
  case summary([TableCell])
  /// Why something is not shown.
  case problem(String)
}

enum TableCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  case open
  case focus(by: Int)
  case showView(by: Int)
  case sort
  case group
  case moveColumn(isRight: Bool)
  case widen(Int)
  case hide
  case limit
  case edit
  case new
  case mark
  case markAll
  case drawPictures
  case undo
  case reload
  case back
  case close

  static var activate: Self? { .open }
}

typealias TableView = ListView<TableState>
typealias TablePresenting = ListPresenting<TableState, TableCommand, TableRow>

@MainActor
protocol TableInteractorOutput: AnyObject {
  /// `wanted` is the one that was meant, or why there is none; nil where none was.
  func found(_ bases: [NotePath], wanted: Result<NotePath, BaseFailure>?)
  /// The base is there, for the first time or again.
  func read(_ base: BaseFile, at path: NotePath)
  func workedOut(_ table: BaseTable)
  /// Notes were changed, or a change of them was taken back.
  /// `leaving`: which notes were left alone, in words; `touched`: those in which links changed, too.
  func wrote(_ count: Int, leaving: String, touched: [NoteID])
  func tookBack(_ count: Int, touched: [NoteID])
  func made(_ note: NoteID)
  func drew(_ picture: DrawnPicture, of name: String)
  func didAllowPictures()
  func nothingToUndo()
  /// Nothing was changed, or read.
  func failed(_ reason: String)
}

/// The screens that this module can open.
@MainActor
package protocol TableWireframe: Asking {
  func open(_ note: NoteID)
  /// A file that is no note, in another program.
  func open(file: NotePath)
}

/// What the module is opened with: a base by its path or name, and a view of it.
package struct TableStart: Sendable {
  package var base: String
  package var view: String?
  /// Where a link to it is read from; nil where no link led here.
  package var folder: NotePath?

  package init(base: String, view: String?, from folder: NotePath? = nil) {
    (self.base, self.view, self.folder) = (base, view, folder)
  }

  /// The paths that may be meant: as the folder sees it, and from the top.
  var paths: [NotePath] {
    [folder?.text ?? "", ""].map { NotePath(Self.resolved(base, in: $0)) }
  }

  /// A path without `.` and `..`, which lead nowhere above the top.
  private static func resolved(_ path: String, in folder: String) -> String {
    var parts = path.hasPrefix("/") ? [] : folder.split(separator: "/")
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}
