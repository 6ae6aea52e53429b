import Viper

/// Turns commands into use cases and routes, and items into rows.
@MainActor
final class {{Name}}Presenter: ListPresenter {
  weak var view: (any {{Name}}View)?

  private let interactor: any {{Name}}Interacting
  private let wireframe: any {{Name}}Wireframe
  var route: RouteHandle?
  var state = {{Name}}State()

  init(
    interactor: any {{Name}}Interacting, wireframe: any {{Name}}Wireframe
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    interactor.output = self
  }
}

extension {{Name}}Presenter: ListPresenting {
  func handle(_ command: {{Name}}Command) {
    state.message = Message()
    switch command {
    case .move(let move): state.select(row(after: move))
    case .select(let row): state.select(row)
    case .open:
      if let selected = state.selected { wireframe.open(interactor.note(at: selected)) }
    case .close: close()
    }
    showState()
  }

  func row(at index: Int) -> String { interactor.title(at: index) }
}

extension {{Name}}Presenter: {{Name}}InteractorOutput {
  func rowsChanged() { showRows(interactor.count) }

  func loadingEnded(problems: [String]) {
    state.isLoading = false
    state.message = Message(problems.first ?? "", isWarning: true)
    showState()
  }
}

extension {{Name}}Presenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) { self.route = route }

  /// Reloads the list, as the notes may have changed in the screen above.
  func moduleWillAppear() { interactor.load() }

  func moduleWasRemoved() { interactor.stop() }
}
