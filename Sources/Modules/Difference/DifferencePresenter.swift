import Viper

/// Scrolls through the lines and closes.
@MainActor
final class DifferencePresenter: DifferenceEventHandler, DifferenceDataSource, LifeCycle {
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
