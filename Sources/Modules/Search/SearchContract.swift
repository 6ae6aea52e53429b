package import Entities
import Services
import VaultSettings
package import Viper

// Searching notes: the screen's state, its commands and its protocols.

/// The screen's state, without its rows.
struct SearchState: ListState {
  /// The field's text, as the presenter last set it.
  var query = ""
  /// Increases when the presenter sets the text.
  var edition = 0
  /// Whether the query is an earlier one, which typing replaces.
  var isProposed = false
  var rowCount = 0
  /// The rows of the item that Enter opens.
  var selectedRows: Range<Int>?
  var selected: Int? {
    get { selectedRows?.lowerBound }
    set { selectedRows = newValue.map { $0..<($0 + 1) } }
  }
  /// Text such as "12 notes" or "40+ notes".
  var counts = ""
  /// The problem with the query, and the character that it is at.
  var problem: SearchProblem?
  /// Whether there was no query yet.
  var isIdle = true
  /// Whether the rows are the saved searches.
  var showsSaved = false
  var message = Message()
}

struct SearchProblem: Equatable {
  var text: String
  var position: Int
}

/// A row of the results, as display values.
struct SearchRow: Equatable {
  struct Piece: Equatable {
    var text: String
    var isMatch = false
  }

  enum Kind: Equatable {
    case note
    /// A line of the note, with its number.
    case line(Int)
    /// The count of lines that are not shown.
    case more
    /// A saved search.
    case saved
  }

  var kind: Kind
  var pieces: [Piece]
  /// A note's folder; a saved search's query.
  var detail = ""
  var date = ""
}

enum SearchCommand: ListCommand {
  case type(String)
  case move(ScrollMove)
  /// Selects another note.
  case moveNote(Int)
  case select(Int)
  case open
  case replace
  /// Saves the query under a name.
  case save
  case rename
  case forget
  /// Restores the last deleted search.
  case restore
  case close

  static let activate: Self? = .open
}

typealias SearchView = ListView<SearchState>
typealias SearchPresenting = ListPresenting<SearchState, SearchCommand, SearchRow>

@MainActor
protocol SearchInteractorOutput: AnyObject {
  func searchFound(_ rows: SearchRows, hasMore: Bool)
  /// The query is unreadable. `position` counts the typed characters from 0.
  func searchCannotRead(_ typed: String, position: Int, reason: String)
  func searchFailed(_ message: String)
  /// The saved searches were changed; nil means that they were only read.
  func savedSearchesChanged(by change: SavedSearchChange?)
  func savingFailed(_ message: String)
}

/// The screens that this module can open.
@MainActor
package protocol SearchWireframe: Asking {
  /// Opens the note, at a line if there is one, counted from 1.
  func open(_ note: NoteID, atLine line: Int?)
  func openReplace(_ start: ReplaceStart)
  /// Puts a preview into its slot. Nil if that failed.
  func embedPreview(in route: RouteHandle) -> (any SearchRequiredPreview)?
}

/// The preview of the selected note, as the search needs it.
@MainActor
package protocol SearchRequiredPreview: AnyObject {
  /// Previews a note from a line, counted from 1.
  func preview(_ note: NoteID?, atLine line: Int?)
}

package enum SearchSlot {
  package static let preview = "preview"
}

/// The last query of a vault, for the next time.
@MainActor
package final class SearchMemory {
  package var query = ""
  /// The last replacement, which can be undone.
  var rewritten: RewriteReceipt?

  package init() {}
}
