import Entities
package import NoteQueries
import Services
import Viper

// Replaces words in many notes at once, read from top to bottom: what the screen shows, what can be
// done, who talks to whom.

/// All that the screen shows apart from its rows.
struct ReplaceState: ListState {
  enum Focus: Equatable {
    case wanted
    case new
    case list
  }

  var wanted = ""
  var new = ""
  /// Raised when the presenter set the two texts.
  var edition = 0
  var isWholeWord = false
  var isExpression = false
  var focus = Focus.wanted
  /// Which notes are looked through, where not all are.
  var scope = ""
  var rowCount = 0
  /// The rows of the change that Space leaves out.
  var selectedRows: Range<Int>?
  var selected: Int? {
    get { selectedRows?.lowerBound }
    set { selectedRows = newValue.map { $0..<($0 + 1) } }
  }
  var counts = ""
  /// Says what goes on, with a count; empty where nothing does.
  var progress = ""
  /// What was asked for is there, or nothing was found.
  var hasFound = false
  var message = Message()
}

/// One row of the changes, ready to be drawn.
struct ReplaceRow: Equatable {
  enum Kind: Equatable {
    case note
    /// The line as it is, with its number.
    case old(Int)
    case new
  }

  var kind: Kind
  /// Before what is replaced, that, and behind it.
  var before = ""
  var piece = ""
  var after = ""
  /// It will not be done.
  var isLeftOut = false
}

enum ReplaceCommand: ListCommand {
  case typeWanted(String)
  case typeNew(String)
  case nextField
  case previousField
  case toggleWholeWord
  case toggleExpression
  /// Finds the changes, or does them where they are in sight.
  case accept
  case move(ScrollMove)
  case select(Int)
  case toggle
  case toggleNote
  case undo
  case close

  static let activate: Self? = .toggle
}

typealias ReplaceView = ListView<ReplaceState>
typealias ReplacePresenting = ListPresenting<ReplaceState, ReplaceCommand, ReplaceRow>

@MainActor
protocol ReplaceInteractorOutput: AnyObject {
  func looked(at notes: Int, of count: Int)
  func changesWereFound(_ rows: ReplaceRows)
  func findingFailed(_ message: String)
  func replaced(_ matches: Int, in notes: [NoteID])
  func tookBack(_ notes: [NoteID])
  func replacingFailed(_ message: String)
}

/// What a search asks to replace: its words to begin with, in the notes that the rest of it finds.
package struct ReplaceStart: Equatable, Sendable {
  var wanted = ""
  var isExpression = false
  /// Nil for all notes.
  package var scope: NoteQuery?
  /// The query, where there is a scope.
  var scopeText = ""

  /// A query that cannot be read says nothing.
  init(query typed: String, clock: any WallClock) {
    guard let query = try? NoteQuery(parsing: typed, today: clock.civil(clock.now)) else { return }
    var rest: [NoteQuery] = []
    var parts = [query]
    if case .and(let several) = query { parts = several }
    var words: [String] = []
    for part in parts {
      switch part {
      case .word(let word), .literal(let word, isAnyCase: true): words.append(word)
      case .expression(let source) where wanted.isEmpty:
        wanted = source
        isExpression = true
      case .all: break
      default: rest.append(part)
      }
    }
    // Several words may be anywhere: only one can be meant.
    if !isExpression, words.count == 1 { wanted = words[0] }
    if rest.isEmpty { return }
    scope = rest.count == 1 ? rest[0] : .and(rest)
    scopeText = typed
  }
}
