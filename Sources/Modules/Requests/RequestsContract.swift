package import Comparing
import Entities
import Viper

// What other programs ask to write: the screen's state, its commands and its protocols.

/// The screen's state, without its rows.
struct RequestsState: ListState {
  var rowCount = 0
  var selected: Int?
  var isLoading = true
  var message = Message()
}

enum RequestsCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  /// Shows what would be written.
  case show
  case accept(always: Bool)
  case refuse
  case close

  static var activate: Self? { .show }
}

typealias RequestsView = ListView<RequestsState>
typealias RequestsPresenting = ListPresenting<RequestsState, RequestsCommand, NoteRow>

/// The interactor as the presenter sees it. It awaits `RequestsCases`, which has the business rules.
@MainActor
protocol RequestsInteracting: AnyObject {
  /// Weak: the presenter holds its interactor.
  var output: (any RequestsInteractorOutput)? { get set }
  var count: Int { get }
  func request(at index: Int) -> RequestItem
  func load()
  func preview(_ request: RequestItem)
  func accept(_ request: RequestItem, always: Bool)
  func refuse(_ request: RequestItem)
  func stop()
}

@MainActor
protocol RequestsInteractorOutput: AnyObject {
  func requestsChanged()
  func previewIsReady(_ lines: [DifferenceLine], at path: String, isNew: Bool)
  func requestWasAccepted(in note: NoteID)
  func requestWasRefused()
  func failed(_ message: String)
}

/// The screens that this module can open.
@MainActor
package protocol RequestsWireframe: AnyObject {
  func show(difference: [DifferenceLine], titled title: String)
}
