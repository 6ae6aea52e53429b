// {{Words}}, read from top to bottom: what it shows and what can be done.

struct {{Name}}State: Equatable {
  var text = ""
  var message = ""
}

enum {{Name}}Command: Equatable, Sendable {
  case close
}

/// A passive view: it shows what it is given.
@MainActor
protocol {{Name}}View: AnyObject {
  func show(_ state: {{Name}}State)
}

@MainActor
protocol {{Name}}EventHandler: AnyObject {
  /// Weak: the view holds its event handler.
  var view: (any {{Name}}View)? { get set }
  func handle(_ command: {{Name}}Command)
}
