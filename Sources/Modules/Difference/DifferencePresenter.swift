import Comparing
import Viper

/// Shows the lines and closes the view.
@MainActor
final class DifferencePresenter: ScreenPresenter, Presenting, LifeCycle {
  weak var view: (any DifferenceView)? { didSet { view?.show(state) } }
  private let whenClosed: @MainActor (_ key: String?) -> Void
  /// The key that closes the view, if the text gets it.
  private var key: String?
  private(set) var route: RouteHandle?
  var state: DifferenceState

  init(title: String, rows: [DifferenceLine], whenClosed: @escaping @MainActor () -> Void) {
    self.whenClosed = { _ in whenClosed() }
    state = DifferenceState(title: title, rows: rows)
  }

  init(title: String, list rows: [String], whenClosed: @escaping @MainActor (String?) -> Void) {
    self.whenClosed = whenClosed
    state = DifferenceState(
      title: title, rows: rows.map { DifferenceLine(.same, $0) }, isList: true)
  }

  func moduleIsReady(_ route: RouteHandle) { self.route = route }

  func moduleWasRemoved() { whenClosed(key) }

  func handle(_ command: DifferenceCommand) {
    switch command {
    case .close: close()
    case .pass(let key):
      self.key = key
      close()
      // It may not have closed.
      self.key = nil
    case .scroll, .scrollOrClose: break
    }
  }
}
