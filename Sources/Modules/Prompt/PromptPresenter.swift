import Secrets
import Viper

/// Asks one question and gives one answer. The prompt closes first, so that the parent can show
/// another screen immediately.
@MainActor
final class PromptPresenter: PromptPresenting, LifeCycle {
  weak var view: (any PromptView)? { didSet { view?.show(state) } }
  private let question: Question
  private let selecting: @MainActor (Int) -> Void
  /// Nil once it was called.
  private var answer: (@MainActor (Answer) -> Void)?
  private var route: RouteHandle?
  private var typed = ""
  private var state: PromptState { didSet { view?.show(state) } }

  init(
    question: Question, selecting: @escaping @MainActor (Int) -> Void = { _ in },
    then answer: @escaping @MainActor (Answer) -> Void
  ) {
    self.question = question
    self.selecting = selecting
    self.answer = answer
    state = PromptState(title: question.title, text: question.text, kind: question.kind)
    if case .line(let initial) = question.kind { typed = initial }
  }

  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
  }

  /// Removing the prompt leaves the question unanswered, and the parent must know.
  func moduleWasRemoved() {
    let answer = answer
    self.answer = nil
    answer?(.cancelled)
  }

  func handle(_ command: PromptCommand) {
    switch command {
    case .cancel: finish(.cancelled)
    case .accept: accept()
    case .move(let steps): move(by: steps)
    case .choose(let index): choose(index)
    case .press(let key): press(key)
    case .edit(let text): typed = text
    case .give(let secret): give(secret)
    case .showTyped: break
    }
  }

  private var choices: [Question.Choice] {
    if case .choices(let choices, _) = question.kind { choices } else { [] }
  }

  private func accept() {
    switch question.kind {
    case .choices: choose(state.selected)
    case .line: finish(.typed(typed))
    // The screen alone holds the secret and submits it.
    case .secret: break
    }
  }

  private func give(_ secret: TypedSecret) {
    guard !secret.isEmpty else {
      state.problem = PromptWords.nothingTyped
      return
    }
    finish(.gave(secret))
  }

  func hint(on typed: TypedSecret) -> String {
    guard case .secret(isNew: true) = question.kind, !typed.isEmpty else { return "" }
    return typed.withBytes { PassphraseStrength(of: $0).words }
  }

  private func move(by steps: Int) {
    guard !choices.isEmpty else { return }
    let index = (state.selected + steps) % choices.count
    state.selected = index < 0 ? index + choices.count : index
    selecting(state.selected)
  }

  private func choose(_ index: Int) {
    guard choices.indices.contains(index) else { return }
    finish(.chosen(choices[index].id))
  }

  /// Chooses by the pressed key, else by the same letter in the other case: Caps Lock may be on.
  private func press(_ key: Character) {
    let index =
      choices.firstIndex { $0.key == key }
      ?? choices.firstIndex { $0.key.lowercased() == key.lowercased() }
    if let index { choose(index) }
  }

  private func finish(_ given: Answer) {
    guard let answer else { return }
    // Clear it before the removal, which calls `moduleWasRemoved`; that must not answer now.
    self.answer = nil
    if let error = route?.close() {
      self.answer = answer
      state.problem = error.message
      return
    }
    answer(given)
  }
}
