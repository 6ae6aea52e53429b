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

/// What presenters of screens have in common: they say what happened, and close their module.
@MainActor
package protocol ScreenPresenter: AnyObject {
  associatedtype State: MessageState
  var state: State { get set }
  var route: RouteHandle? { get }
  func showState()
}

extension ScreenPresenter {
  /// None where a screen never goes by itself.
  package var route: RouteHandle? { nil }

  package func showMessage(_ text: String, isWarning: Bool = false) {
    state.message = Message(text, isWarning: isWarning)
    showState()
  }

  package func close() {
    if let error = route?.close() { showMessage(error.message, isWarning: true) }
  }
}

/// The same where the screen is a list.
@MainActor
package protocol ListPresenter: ScreenPresenter where State: ListState {
  var visibleRows: Int { get }
}

extension ListPresenter {
  /// The row that a move leads to; it may be past an end.
  package func row(after move: ScrollMove) -> Int {
    move.row(from: state.selected ?? 0, of: state.rowCount, visible: visibleRows)
  }
}

extension ScreenPresenter where Self: Presenting {
  package func showState() { view?.show(state) }
}

extension ScreenPresenter where Self: ListPresenting {
  package func showState() { view?.show(state) }
}

extension ListPresenter where Self: ListPresenting {
  package var visibleRows: Int { view?.visibleRows ?? 1 }

  /// The same where each row has a name: the selection follows the one that it is on. Where that is
  /// gone it stays as far as the rows go.
  package func showRows<Name: Equatable>(named names: [Name], following selected: inout Name?) {
    if let index = selected.flatMap(names.firstIndex) { state.selected = index }
    showRows(names.count)
    selected = state.selected.map { names[$0] }
  }

  /// There are other rows than there were; the selection stays as far as they go.
  package func showRows(_ count: Int) {
    state.rowCount = count
    state.select(state.selected ?? 0)
    view?.reloadRows()
    showState()
  }
}
