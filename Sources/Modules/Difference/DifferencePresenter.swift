import Comparing
import Viper

/// Shows the lines and closes the view.
@MainActor
final class DifferencePresenter: ScreenPresenter, Presenting, LifeCycle {
  weak var view: (any DifferenceView)? { didSet { view?.show(state) } }
  private let whenClosed: @MainActor () -> Void
  private(set) var route: RouteHandle?
  var state: DifferenceState

  init(title: String, rows: [DifferenceLine], whenClosed: @escaping @MainActor () -> Void) {
    self.whenClosed = whenClosed
    state = DifferenceState(title: title, rows: rows)
  }

  func moduleIsReady(_ route: RouteHandle) { self.route = route }

  func moduleWasRemoved() { whenClosed() }

  func handle(_ command: DifferenceCommand) { if command == .close { close() } }
}
