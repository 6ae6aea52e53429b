import Viper

/// Scrolls through the lines and closes.
@MainActor
final class DifferencePresenter: DifferencePresenting, LifeCycle {
  weak var view: (any DifferenceView)? { didSet { view?.show(state) } }
  private weak var parent: (any DifferenceOutput)?
  private let rows: [DifferenceRow]
  private var route: RouteHandle?
  private var state: DifferenceState { didSet { view?.show(state) } }

  init(title: String, rows: [DifferenceRow], output: (any DifferenceOutput)?) {
    self.rows = rows
    parent = output
    state = DifferenceState(
      title: title, added: rows.count { $0.kind == .added },
      removed: rows.count { $0.kind == .removed })
  }

  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
  }

  func moduleWasRemoved() {
    parent?.differenceWasClosed()
  }

  var rowCount: Int { rows.count }

  func row(at index: Int) -> DifferenceRow { rows[index] }

  func handle(_ command: DifferenceCommand) {
    switch command {
    case .scroll(let move): scroll(move)
    case .close: close()
    }
  }

  private func scroll(_ move: ScrollMove) {
    guard let view else { return }
    state.firstLine = move.first(
      from: state.firstLine, of: view.lineCount, visible: view.visibleLines)
  }

  private func close() {
    if let error = route?.close() { state.problem = error.message }
  }
}
