package import Entities
import Viper

// {{Words}}: the screen's state, its commands and its protocols.

/// The screen's state, without its rows.
struct {{Name}}State: ListState {
  var rowCount = 0
  var selected: Int?
  var isLoading = true
  var message = Message()
}

enum {{Name}}Command: ListCommand {
  case move(ScrollMove)
  case select(Int)
  case open
  case close

  static var activate: Self? { .open }
}

/// The view that the presenter updates.
typealias {{Name}}View = ListView<{{Name}}State>

/// The presenter as the view sees it.
typealias {{Name}}Presenting =
  ListPresenting<{{Name}}State, {{Name}}Command, String>

/// The interactor as the presenter sees it. It awaits `{{Name}}Cases`, which has the business
/// rules.
@MainActor
protocol {{Name}}Interacting: AnyObject {
  /// Weak: the presenter holds its interactor.
  var output: (any {{Name}}InteractorOutput)? { get set }
  var count: Int { get }
  func title(at index: Int) -> String
  func note(at index: Int) -> NoteID
  func load()
  func stop()
}

@MainActor
protocol {{Name}}InteractorOutput: AnyObject {
  func rowsChanged()
  func loadingEnded(problems: [String])
}

/// The screens that this module can open.
@MainActor
package protocol {{Name}}Wireframe: AnyObject {
  func open(_ note: NoteID)
}
