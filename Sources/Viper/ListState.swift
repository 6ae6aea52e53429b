/// All that a list shows apart from its rows: one row is selected, if there is any.
package protocol ListState: Equatable {
  var rowCount: Int { get set }
  var selected: Int? { get set }
  var message: Message { get set }
}

extension ListState {
  /// The row nearest to this one, where there is none so far down or up.
  package mutating func select(_ row: Int) {
    selected = rowCount == 0 ? nil : min(max(0, row), rowCount - 1)
  }

  package mutating func move(_ move: ScrollMove, visible: Int) {
    select(move.row(from: selected ?? 0, of: rowCount, visible: visible))
  }
}

/// What every list can be told. An enum has this by its cases.
package protocol ListCommand: Equatable, Sendable {
  static func move(_ move: ScrollMove) -> Self
  static func select(_ row: Int) -> Self
  /// What a click on the selected row does, the second half of a double click; nil: nothing.
  static var activate: Self? { get }
}

extension ListCommand {
  package static var activate: Self? { nil }
}

/// What the presenters of lists have in common.
@MainActor
package protocol ListPresenter<State>: AnyObject {
  associatedtype State: ListState
  var view: (any ListView<State>)? { get }
  var state: State { get set }
  var route: RouteHandle? { get }
}

extension ListPresenter {
  package func move(_ move: ScrollMove) {
    state.move(move, visible: view?.visibleRows ?? 1)
  }

  package func showMessage(_ message: Message) {
    state.message = message
    view?.show(state)
  }

  package func showMessage(_ text: String) { showMessage(Message(text)) }

  package func close() {
    if let error = route?.close() { showMessage(.warning(error.message)) }
  }
}
