import Viper

/// Shows a text and closes the module.
@MainActor
final class {{Name}}Presenter: ScreenPresenter, Presenting {
  weak var view: (any {{Name}}View)?

  var route: RouteHandle?
  var state: {{Name}}State

  init(text: String) {
    state = {{Name}}State(text: text)
  }

  func handle(_ command: {{Name}}Command) {
    switch command {
    case .close: close()
    }
  }
}

extension {{Name}}Presenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    showState()
  }
}
