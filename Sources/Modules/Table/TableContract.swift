import Bases
package import Entities
import Pictures
package import Viper

// Bases and the rows of their views: the screen's state, its commands and its protocols.

/// The screen's state, without its rows.
struct TableState: ListState {
  enum Form: Equatable {
    /// The list of bases.
    case bases
    case table
    case list
    case cards
  }

  var rowCount = 0
  var selected: Int?
  var form = Form.bases
  /// The name of the open base.
  var name = ""
  /// The names of its views, and the index of the shown one.
  var tabs: [String] = []
  var tab = 0
  var columns: [TableColumn] = []
  /// The column that commands act on.
  var focus = 0
  /// The picture of the selected card, next to the cards.
  var picture: CardPicture?
  /// The count of marked rows.
  var marked = 0
  /// The count of files in the view, or of bases.
  var total = 0
  var isLoading = true
  var message = Message()
}

struct CardPicture: Equatable {
  var name: String
  /// The drawn picture; nil until it is drawn.
  var drawn: DrawnPicture?

  /// The size in cells.
  static let columns = 32
  static let rows = 16
}

struct TableColumn: Equatable {
  var title: String
  /// The width in cells, without the gap after it.
  var width: Int
  /// The direction of sorting by this column; nil if rows are not sorted by it.
  var isDescending: Bool?
}

struct TableCell: Equatable {
  var text: String
  /// Whether the text is a problem.
  var isProblem = false
  var isNumber = false
  /// The ranges of links in the text.
  var links: [Range<String.Index>] = []
}

enum TableRow: Equatable {
  case base(String)
  /// The common value of the rows below, and their count.
  case group(title: TableCell, count: Int)
  /// A file's values; `picture` is the name of a card's picture.
  case cells([TableCell], isMarked: Bool, picture: String? = nil)
  /// The summaries of a group or of all rows, in their columns.
  case summary([TableCell])
  /// The reason that something is not shown.
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
  /// Asks for the cell's value. `asIs`: it is edited, else the first typed character replaces it.
  case edit(asIs: Bool)
  case new
  /// Makes a base with a table of all notes.
  case newBase
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
  /// Lists the bases. `wanted` is the requested one, or why there is none; nil without a request.
  func found(_ bases: [NotePath], wanted: Result<NotePath, BaseFailure>?)
  /// The base was read, for the first time or again.
  func read(_ base: BaseFile, at path: NotePath)
  func workedOut(_ table: BaseTable)
  /// Notes were changed. `leaving` describes the notes that were left unchanged; `touched` also has
  /// those in which only links changed.
  func wrote(_ count: Int, leaving: String, touched: [NoteID])
  func tookBack(_ count: Int, touched: [NoteID])
  func madeBase(_ path: NotePath)
  func made(_ note: NoteID)
  func drew(_ picture: DrawnPicture, of name: String)
  func didAllowPictures()
  func nothingToUndo()
  /// A change or a read failed; nothing was changed.
  func failed(_ reason: String)
}

/// The screens that this module can open.
@MainActor
package protocol TableWireframe: Asking {
  func open(_ note: NoteID)
  /// Opens a file that is not a note, in another program.
  func open(file: NotePath)
}

/// The base to open, by path or name, and its view.
package struct TableStart: Sendable {
  package var base: String
  package var view: String?
  /// The folder of the note with the link; nil if no link led here.
  package var folder: NotePath?

  package init(base: String, view: String?, from folder: NotePath? = nil) {
    (self.base, self.view, self.folder) = (base, view, folder)
  }

  /// The possible paths: relative to the folder, then from the top.
  var paths: [NotePath] {
    [folder?.text ?? "", ""].map { NotePath(Self.resolved(base, in: $0)) }
  }

  /// Resolves `.` and `..` without going above the top.
  private static func resolved(_ path: String, in folder: String) -> String {
    var parts = path.hasPrefix("/") ? [] : folder.split(separator: "/")
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}
