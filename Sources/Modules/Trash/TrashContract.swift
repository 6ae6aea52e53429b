import Entities
package import Viper

// The trash: the screen's state, its commands and its protocols.

/// The screen's state, without its rows.
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

/// The interactor as the presenter sees it. It awaits `TrashCases`, which has the business rules.
@MainActor
protocol TrashInteracting: AnyObject {
  /// Weak: the presenter holds its interactor.
  var output: (any TrashInteractorOutput)? { get set }
  var count: Int { get }
  func item(at index: Int) -> TrashItem
  func load()
  func restore(_ item: TrashItem)
  /// Deletes the notes permanently.
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

/// The questions of this module; it opens no other screen.
package typealias TrashWireframe = Asking
