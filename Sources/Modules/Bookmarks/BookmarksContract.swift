package import Entities
import Viper

// What Obsidian has bookmarked, read from top to bottom: what it shows, what can be done, who talks to
// whom. Nothing of it is ever changed.

/// All that the screen shows apart from its rows.
struct BookmarksState: ListState {
  var rowCount = 0
  var selected: Int?
  /// With those in groups that are folded.
  var total = 0
  var isLoading = true
  var message = Message()
}

/// A bookmark in a list: what it is called, where it leads, and what is wrong with it.
struct BookmarkRow: Equatable {
  var depth: Int
  var title: String
  /// Beside the title: a path, a query, a kind.
  var detail: String
  /// Nothing opens it.
  var isDim = false
  /// The detail says what is wrong.
  var isWrong = false
  /// Nil: it is no group.
  var isFolded: Bool?
}

enum BookmarksCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  case open
  case fold
  case foldAll
  case reload
  case close

  static var activate: Self? { .open }
}

/// What the presenter shows its state on.
typealias BookmarksView = ListView<BookmarksState>

/// What the screen reports to, and asks for its rows.
typealias BookmarksPresenting =
  ListPresenting<BookmarksState, BookmarksCommand, BookmarkRow>

@MainActor
protocol BookmarksInteractorOutput: AnyObject {
  /// `problem`: why there are none.
  func didRead(problem: String?)
}

/// The screens that this module can open.
@MainActor
package protocol BookmarksWireframe: AnyObject {
  func open(_ note: NoteID, at part: String?)
  func open(base: NotePath, view: String?)
  func search(_ query: String)
  func show(folder: NotePath)
  func open(address: String)
}
