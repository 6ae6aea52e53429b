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
    case .scroll(let lines): scroll(by: lines)
    // A page keeps a line of the one before, so that the eye finds its place.
    case .page(let pages): scroll(by: pages * max(1, (view?.visibleLines ?? 1) - 1))
    case .toStart: state.firstLine = 0
    case .toEnd: state.firstLine = lastFirstLine
    case .close: close()
    }
  }

  /// The first visible line when the last line is visible.
  private var lastFirstLine: Int {
    guard let view else { return 0 }
    return max(0, view.lineCount - view.visibleLines)
  }

  private func scroll(by lines: Int) {
    // Clamped before as well: a larger window may have fewer lines to scroll.
    state.firstLine = max(0, min(min(state.firstLine, lastFirstLine) + lines, lastFirstLine))
  }

  private func close() {
    do {
      try route?.remove()
    } catch .alreadyRemoved {
      // Gone is what was wanted.
    } catch {
      state.problem = error.message
    }
  }
}
