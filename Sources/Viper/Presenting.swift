/// A passive view: it shows what it is given.
@MainActor
package protocol StateView<State>: AnyObject {
  associatedtype State
  func show(_ state: State)
}

/// The same for a view that also has rows, which it asks for one by one while it draws.
@MainActor
package protocol ListView<State>: StateView {
  /// The rows may be other ones.
  func reloadRows()
  var visibleRows: Int { get }
}

/// What a view reports to.
@MainActor
package protocol Presenting<State, Command>: AnyObject {
  associatedtype State
  associatedtype Command
  /// Weak: the view holds its presenter.
  var view: (any StateView<State>)? { get set }
  func handle(_ command: Command)
}

/// What a list reports to, and what it asks for its rows. A read changes nothing.
@MainActor
package protocol ListPresenting<State, Command, Row>: AnyObject {
  associatedtype State
  associatedtype Command
  associatedtype Row
  /// Weak: the view holds its presenter.
  var view: (any ListView<State>)? { get set }
  func handle(_ command: Command)
  func row(at index: Int) -> Row
  /// Says something that the view found out by itself.
  func showMessage(_ text: String, isWarning: Bool)
}
