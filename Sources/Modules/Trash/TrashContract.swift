import Entities
package import Viper

// The trash, read from top to bottom: what it shows, what can be done, who talks to whom.

/// All that the screen shows apart from its rows.
struct TrashState: ListState {
  var rowCount = 0
  var selected: Int?
  var isLoading = true
  var message = Message()
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
typealias TrashPresenting = ListPresenting<TrashState, TrashCommand, NoteRow>

/// What the screen knows of the trash. It awaits `TrashCases`, which is the business.
@MainActor
protocol TrashInteracting: AnyObject {
  /// Weak: the presenter holds its interactor.
  var output: (any TrashInteractorOutput)? { get set }
  var count: Int { get }
  func item(at index: Int) -> TrashItem
  func load()
  func restore(_ item: TrashItem)
  /// For good.
  func delete(_ items: [TrashItem])
  func stop()
}

@MainActor
protocol TrashInteractorOutput: AnyObject {
  func trashChanged()
  func loadingEnded()
  func noteWasRestored(_ item: TrashItem, to note: NoteID)
  func notesWereDeleted(_ items: [TrashItem])
  func failed(_ message: String)
}

/// No routes; questions only.
package typealias TrashWireframe = Asking
