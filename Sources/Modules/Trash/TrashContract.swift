package import Entities
package import Viper

// The trash, read from top to bottom: what it shows, what can be done, who talks to whom.

/// All that the screen shows apart from its rows.
struct TrashState: ListState {
  var rowCount = 0
  var selected: Int?
  var isLoading = true
  var message = Message()
}

/// One trashed note, ready to be drawn.
struct TrashRow: Equatable {
  var title: String
  /// The folder it came from.
  var folder: String
  var date: String
}

enum TrashCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  case restore
  case delete
  case empty
  case reload
  case close
}

typealias TrashView = ListView<TrashState>
typealias TrashPresenting = ListPresenting<TrashState, TrashCommand, TrashRow>

/// The business: what lies in the trash, the latest first; bringing back and letting go.
@MainActor
package protocol TrashInteracting: AnyObject {
  /// Weak: the presenter holds its interactor.
  var output: (any TrashInteractorOutput)? { get set }
  var count: Int { get }
  func item(at index: Int) -> TrashItem
  func load()
  func restore(_ items: [TrashItem])
  /// For good.
  func delete(_ items: [TrashItem])
  func stop()
}

/// What the interactor lets out of a trashed note.
package struct TrashItem: Hashable, Sendable {
  package var title: String
  /// Where it was, and goes again.
  package var original: NotePath
  /// Where it lies now: no two have the same.
  package var resting: NotePath
  package var trashed: Timestamp?

  package init(title: String, original: NotePath, resting: NotePath, trashed: Timestamp?) {
    self.title = title
    self.original = original
    self.resting = resting
    self.trashed = trashed
  }
}

@MainActor
package protocol TrashInteractorOutput: AnyObject {
  func trashChanged()
  func loadingEnded()
  func noteWasRestored(_ item: TrashItem, to note: NoteID)
  func notesWereDeleted(_ items: [TrashItem])
  func failed(_ message: String)
}

/// It goes nowhere, and asks.
package typealias TrashWireframe = Asking
