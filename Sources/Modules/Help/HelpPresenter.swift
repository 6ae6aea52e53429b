import Viper

/// Scrolls through the keys and closes.
@MainActor
final class HelpPresenter: HelpEventHandler, HelpDataSource, LifeCycle {
  weak var view: (any HelpView)? { didSet { view?.show(state) } }
  private let rows: [HelpLine]
  private var route: RouteHandle?
  private var state: HelpState { didSet { view?.show(state) } }

  init(title: String, sections: [HelpSection]) {
    state = HelpState(title: title)
    rows = Array(
      sections.map { [.heading($0.title)] + $0.rows.map(HelpLine.row) }.joined(separator: [.gap]))
  }

  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
  }

  var rowCount: Int { rows.count }

  func row(at index: Int) -> HelpLine { rows[index] }

  func handle(_ command: HelpCommand) {
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
