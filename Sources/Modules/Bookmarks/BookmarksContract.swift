package import Entities
import Viper

// Obsidian's bookmarks, read-only: the screen's state, its commands and its protocols.

/// The screen's state, without its rows.
struct BookmarksState: ListState {
  var rowCount = 0
  var selected: Int?
  /// The count of bookmarks, including those in folded groups.
  var total = 0
  var isLoading = true
  var message = Message()
}

/// A bookmark as display values.
struct BookmarkRow: Equatable {
  var depth: Int
  var title: String
  /// A path, a query or a kind, after the title.
  var detail: String
  /// Whether the bookmark cannot be opened.
  var isDim = false
  /// Whether the detail is a problem.
  var isWrong = false
  /// Whether the group is folded; nil if the bookmark is not a group.
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

/// The view that the presenter updates.
typealias BookmarksView = ListView<BookmarksState>

/// The presenter as the view sees it.
typealias BookmarksPresenting =
  ListPresenting<BookmarksState, BookmarksCommand, BookmarkRow>

@MainActor
protocol BookmarksInteractorOutput: AnyObject {
  /// The bookmarks were read. `problem` is the reason that there are none.
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
