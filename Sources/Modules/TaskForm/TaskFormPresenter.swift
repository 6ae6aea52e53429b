import Viper

/// Takes words and a day, and lets nobody save what could not be read.
@MainActor
final class TaskFormPresenter: TaskFormEventHandler, LifeCycle {
  weak var view: (any TaskFormView)? { didSet { view?.show(state) } }
  private weak var output: (any TaskFormOutput)?
  private var route: RouteHandle?
  private var words = ""
  private var day: String
  private var state = TaskFormState() { didSet { view?.show(state) } }

  /// `day` as it is proposed.
  init(day: String, output: any TaskFormOutput) {
    self.day = day
    self.output = output
    read()
  }

  func moduleIsReady(_ route: RouteHandle) { self.route = route }

  func handle(_ command: TaskFormCommand) {
    state.problem = ""
    switch command {
    case .save: save()
    case .cancel: close()
    case .next: state.field = state.field == .words ? .day : .words
    case .accept: if state.field == .words { state.field = .day } else { save() }
    case .select(let field): state.field = field
    case .edit(.words, let text): words = text
    case .edit(.day, let text):
      day = text
      read()
    }
  }

  private var isWithoutDay: Bool { day.allSatisfy(\.isWhitespace) }

  private func read() {
    state.reading =
      isWithoutDay ? "no date" : output?.reading(ofDay: day) ?? "no day that can be read"
  }

  private func save() {
    if words.allSatisfy(\.isWhitespace) {
      state.field = .words
      state.problem = "A task needs words."
      return
    }
    if !isWithoutDay, output?.reading(ofDay: day) == nil {
      state.field = .day
      state.problem = "“\(day)” is no day. Try fri, tomorrow, in 2 weeks or 2026-12-01."
      return
    }
    let (output, words, day) = (output, words, day)
    if close() { output?.taskWasTyped(words, due: day) }
  }

  @discardableResult
  private func close() -> Bool {
    if let error = route?.close() {
      state.problem = error.message
      return false
    }
    return true
  }
}
