import Entities
package import NoteQueries
import Viper

// Replacing text in many notes: the screen's state, its commands and its protocols.

/// The screen's state, without its rows.
struct ReplaceState: ListState {
  enum Focus: Equatable {
    case wanted
    case new
    case list
  }

  var wanted = ""
  var new = ""
  /// Increases when the presenter sets the two texts.
  var edition = 0
  var isWholeWord = false
  var isExpression = false
  var focus = Focus.wanted
  /// A description of the searched notes, if they are not all notes.
  var scope = ""
  var rowCount = 0
  /// The rows of the selected change.
  var selectedRows: Range<Int>?
  var selected: Int? {
    get { selectedRows?.lowerBound }
    set { selectedRows = newValue.map { $0..<($0 + 1) } }
  }
  var counts = ""
  /// The progress of the running work, with a count; empty without any.
  var progress = ""
  /// Whether the search has ended, with or without matches.
  var hasFound = false
  var message = Message()
}

/// A row of the changes, as display values.
struct ReplaceRow: Equatable {
  enum Kind: Equatable {
    case note
    /// The original line and its number.
    case old(Int)
    case new
  }

  var kind: Kind
  /// The text before the match, the match, and the text after it.
  var before = ""
  var piece = ""
  var after = ""
  /// Whether the change is left out.
  var isLeftOut = false
}

enum ReplaceCommand: ListCommand {
  case typeWanted(String)
  case typeNew(String)
  case nextField
  case previousField
  case toggleWholeWord
  case toggleExpression
  /// Finds the changes; once they are shown, makes them.
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

/// The text that a search proposes to replace, in the notes that its other conditions match.
package struct ReplaceStart: Equatable, Sendable {
  var wanted = ""
  var isExpression = false
  /// The notes to search; nil for all.
  package var scope: NoteQuery?
  /// The query's text, if there is a scope.
  var scopeText = ""

  /// Reads the search's query; an unreadable one leaves everything empty.
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
    // Several words may be apart in the text, so use a single word only.
    if !isExpression, words.count == 1 { wanted = words[0] }
    if rest.isEmpty { return }
    scope = rest.count == 1 ? rest[0] : .and(rest)
    scopeText = typed
  }
}
