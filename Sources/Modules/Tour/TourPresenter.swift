import Viper

/// Goes from step to step, and ends after the last.
@MainActor
final class TourPresenter: Presenting, LifeCycle {
  weak var view: (any TourView)? { didSet { view?.show(state) } }
  private var steps: [TourStep]
  private let interactor: TourInteractor
  private let wireframe: any TourWireframe
  private var route: RouteHandle?
  private var state = TourState() { didSet { view?.show(state) } }

  init(
    steps: [TourStep], interactor: TourInteractor, wireframe: any TourWireframe
  ) {
    self.steps = steps
    self.interactor = interactor
    self.wireframe = wireframe
    interactor.output = self
    show(0, wasDone: false)
  }

  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    interactor.look()
  }

  func moduleWasRemoved() { interactor.end() }

  func handle(_ command: TourCommand) {
    switch command {
    case .next: go(to: state.number + 1)
    case .back: go(to: max(0, state.number - 1))
    case .close: close()
    case .press(let key):
      guard steps.indices.contains(state.number) else { return }
      let step = steps[state.number]
      guard step.keys.contains(key) else {
        state.problem = TourWords.wanted(step.keys.first)
        return
      }
      go(to: state.number + 1, wasDone: true)
      // With several archives, the person chooses one.
      if key == TourStep.importing, let archive = step.archive {
        wireframe.bring(archive)
      } else if step.isShown || key == TourStep.importing {
        wireframe.press(key)
      }
    }
  }

  private func go(to number: Int, wasDone: Bool = false) {
    if steps.indices.contains(number) { show(number, wasDone: wasDone) } else { close() }
  }

  private func show(_ number: Int, wasDone: Bool) {
    guard steps.indices.contains(number) else { return }
    let step = steps[number]
    state = TourState(
      number: number, count: steps.count, title: step.title, text: step.text, keys: step.keys,
      wasDone: wasDone)
  }

  private func close() {
    if let error = route?.close() { state.problem = error.message }
  }
}

extension TourPresenter: TourInteractorOutput {
  func found(_ step: TourStep) {
    guard let number = steps.lastIndex(where: { $0.title == step.title }) else { return }
    steps[number] = step
    if state.number == number { show(number, wasDone: state.wasDone) }
  }
}
