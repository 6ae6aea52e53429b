package import Entities
import Services
import VaultSettings
package import Viper

// Finds notes by their text, read from top to bottom: what the screen shows, what can be
// done, who talks to whom.

/// All that the screen shows apart from its rows.
struct SearchState: ListState {
  /// What the field says, as the presenter last set it itself.
  var query = ""
  /// Raised when the presenter set it.
  var edition = 0
  /// The query is one of before: typing replaces it.
  var isProposed = false
  var rowCount = 0
  /// The rows of what Enter opens.
  var selectedRows: Range<Int>?
  var selected: Int? {
    get { selectedRows?.lowerBound }
    set { selectedRows = newValue.map { $0..<($0 + 1) } }
  }
  /// "12 notes", "40+ notes".
  var counts = ""
  /// What is wrong with the query, and at which of its characters.
  var problem: SearchProblem?
  /// Nothing was asked for yet.
  var isIdle = true
  /// The rows are the searches with a name.
  var showsSaved = false
  var message = Message()
}

struct SearchProblem: Equatable {
  var text: String
  var position: Int
}

/// One row of what was found, ready to be drawn.
struct SearchRow: Equatable {
  struct Piece: Equatable {
    var text: String
    var isMatch = false
  }

  enum Kind: Equatable {
    case note
    /// A line of the note, with its number.
    case line(Int)
    /// Says how many lines are not shown.
    case more
    /// A search with a name.
    case saved
  }

  var kind: Kind
  var pieces: [Piece]
  /// Of a note its folder, of a saved search what it looks for.
  var detail = ""
  var date = ""
}

enum SearchCommand: ListCommand {
  case type(String)
  case move(ScrollMove)
  /// To another note.
  case moveNote(Int)
  case select(Int)
  case open
  case replace
  /// Gives the query a name.
  case save
  case rename
  case forget
  /// Brings back what was forgotten last.
  case restore
  case close

  static let activate: Self? = .open
}

typealias SearchView = ListView<SearchState>
typealias SearchPresenting = ListPresenting<SearchState, SearchCommand, SearchRow>

@MainActor
protocol SearchInteractorOutput: AnyObject {
  func searchFound(_ rows: SearchRows, hasMore: Bool)
  /// `position` counts characters of what was typed, from 0.
  func searchCannotRead(_ typed: String, position: Int, reason: String)
  func searchFailed(_ message: String)
  /// Without a change they were read.
  func savedSearchesChanged(by change: SavedSearchChange?)
  func savingFailed(_ message: String)
}

/// The screens that this module can open.
@MainActor
package protocol SearchWireframe: Asking {
  /// At a line, counted from 1, where there is one.
  func open(_ note: NoteID, atLine line: Int?)
  func openReplace(_ start: ReplaceStart)
}

/// What was looked for last in a vault, for the next time.
@MainActor
package final class SearchMemory {
  package var query = ""
  /// What was replaced last and can be taken back.
  var rewritten: RewriteReceipt?

  package init() {}
}
