/// A passive view: it shows the state that it is given.
@MainActor
package protocol StateView<State>: AnyObject {
  associatedtype State
  func show(_ state: State)
}

/// A view that also has rows, which it requests one by one while it draws.
@MainActor
package protocol ListView<State>: StateView {
  /// Reads the rows again, because they may have changed.
  func reloadRows()
  var visibleRows: Int { get }
}

/// The presenter as a view sees it.
@MainActor
package protocol Presenting<State, Command>: AnyObject {
  associatedtype State
  associatedtype Command
  /// Weak: the view holds its presenter.
  var view: (any StateView<State>)? { get set }
  func handle(_ command: Command)
}

/// The presenter as a list's view sees it. Reading a row has no side effects.
@MainActor
package protocol ListPresenting<State, Command, Row>: AnyObject {
  associatedtype State
  associatedtype Command
  associatedtype Row
  /// Weak: the view holds its presenter.
  var view: (any ListView<State>)? { get set }
  func handle(_ command: Command)
  func row(at index: Int) -> Row
  /// The name of the section that a row begins; nil for any other row.
  func heading(at index: Int) -> String?
  /// Shows a message from the view.
  func showMessage(_ text: String, isWarning: Bool)
}

extension ListPresenting {
  package func heading(at index: Int) -> String? { nil }
}

/// The common part of all screens' presenters: they show messages and close their module.
@MainActor
package protocol ScreenPresenter: AnyObject {
  associatedtype State: MessageState
  var state: State { get set }
  var route: RouteHandle? { get }
  func showState()
}

extension ScreenPresenter {
  /// Nil for a screen that never closes itself.
  package var route: RouteHandle? { nil }

  package func showMessage(_ text: String, isWarning: Bool = false) {
    state.message = Message(text, isWarning: isWarning)
    showState()
  }

  package func close() {
    if let error = route?.close() { showMessage(error.message, isWarning: true) }
  }
}

/// The presenter of a list.
@MainActor
package protocol ListPresenter: ScreenPresenter where State: ListState {
  var visibleRows: Int { get }
}

extension ListPresenter {
  /// Returns the row after a move; it may be out of range.
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

  /// Shows new rows that have names. The selection follows the selected name; if that is gone, it
  /// stays at the same index if possible.
  package func showRows<Name: Equatable>(named names: [Name], following selected: inout Name?) {
    if let index = selected.flatMap(names.firstIndex) { state.selected = index }
    showRows(names.count)
    selected = state.selected.map { names[$0] }
  }

  /// Shows new rows. The selection stays at the same index if possible.
  package func showRows(_ count: Int) {
    state.rowCount = count
    state.select(state.selected ?? 0)
    view?.reloadRows()
    showState()
  }
}
