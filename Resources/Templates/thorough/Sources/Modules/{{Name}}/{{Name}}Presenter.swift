import Viper

/// Turns commands into use cases and routes, and what the interactor holds into rows.
@MainActor
final class {{Name}}Presenter {
  weak var view: (any {{Name}}View)?

  private let interactor: any {{Name}}Interacting
  private let wireframe: any {{Name}}Wireframe
  private var route: RouteHandle?
  private var state = {{Name}}State()

  init(
    interactor: any {{Name}}Interacting, wireframe: any {{Name}}Wireframe
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    interactor.output = self
  }

  private func select(_ index: Int) {
    state.selected = interactor.count == 0 ? nil : min(max(0, index), interactor.count - 1)
  }

  private func close() {
    if let error = route?.close() { state.message = error.message }
  }
}

extension {{Name}}Presenter: {{Name}}EventHandler {
  func handle(_ command: {{Name}}Command) {
    state.message = ""
    switch command {
    case .move(let rows): select((state.selected ?? 0) + rows)
    case .open:
      if let selected = state.selected { wireframe.open(interactor.note(at: selected)) }
    case .close: close()
    }
    view?.show(state)
  }
}

extension {{Name}}Presenter: {{Name}}DataSource {
  func row(at index: Int) -> String { interactor.title(at: index) }
}

extension {{Name}}Presenter: {{Name}}InteractorOutput {
  func rowsChanged() {
    state.rowCount = interactor.count
    select(state.selected ?? 0)
    view?.show(state)
    view?.reloadRows()
  }

  func loadingEnded(problems: [String]) {
    state.isLoading = false
    state.message = problems.first ?? ""
    view?.show(state)
  }
}

extension {{Name}}Presenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    view?.show(state)
    interactor.load()
  }

  func moduleWasRemoved() {
    interactor.stop()
  }
}
