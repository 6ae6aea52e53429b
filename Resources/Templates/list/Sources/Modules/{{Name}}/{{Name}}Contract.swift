package import Entities
import Viper

// {{Words}}, read from top to bottom: what it shows, what can be done, who talks to whom.

/// All that the screen shows apart from its rows.
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

/// What the presenter shows its state on.
typealias {{Name}}View = ListView<{{Name}}State>

/// What the screen reports to, and asks for its rows.
typealias {{Name}}Presenting =
  ListPresenting<{{Name}}State, {{Name}}Command, String>

/// What the screen knows, by index. It awaits `{{Name}}Cases`, which is the business.
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
