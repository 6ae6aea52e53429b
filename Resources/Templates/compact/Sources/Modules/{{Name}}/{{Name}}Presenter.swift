import Viper

/// Shows a text until it is closed.
@MainActor
final class {{Name}}Presenter: {{Name}}EventHandler {
  weak var view: (any {{Name}}View)?

  private var route: RouteHandle?
  private var state: {{Name}}State

  init(text: String) {
    state = {{Name}}State(text: text)
  }

  func handle(_ command: {{Name}}Command) {
    switch command {
    case .close:
      guard let error = route?.close() else { return }
      state.message = error.message
      view?.show(state)
    }
  }
}

extension {{Name}}Presenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    view?.show(state)
  }
}
