package import Entities

// {{Words}}, read from top to bottom: what it shows, what can be done, who talks to whom.

/// All that the screen shows apart from its rows.
struct {{Name}}State: Equatable {
  var rowCount = 0
  var selected: Int?
  var isLoading = true
  var message = ""
}

enum {{Name}}Command: Equatable, Sendable {
  case move(Int)
  case open
  case close
}

/// A passive view: it shows what it is given.
@MainActor
protocol {{Name}}View: AnyObject {
  func show(_ state: {{Name}}State)
  func reloadRows()
}

@MainActor
protocol {{Name}}EventHandler: AnyObject {
  /// Weak: the view holds its event handler.
  var view: (any {{Name}}View)? { get set }
  func handle(_ command: {{Name}}Command)
}

@MainActor
protocol {{Name}}DataSource: AnyObject {
  func row(at index: Int) -> String
}

/// The business: what is shown, by index.
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

/// The places that this module can go to, in its own words.
@MainActor
package protocol {{Name}}Wireframe: AnyObject {
  func open(_ note: NoteID)
}
