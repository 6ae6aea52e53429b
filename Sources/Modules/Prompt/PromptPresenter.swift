import Secrets
import Viper

/// Asks one question and gives one answer. The prompt closes first, so that the parent can show
/// another screen immediately.
@MainActor
final class PromptPresenter: PromptPresenting, LifeCycle {
  weak var view: (any PromptView)? { didSet { view?.show(state) } }
  let question: Question
  let finder: OfferFinder?
  private let selecting: @MainActor (Int) -> Void
  /// Nil once it was called.
  private var answer: (@MainActor (Answer) -> Void)?
  private var route: RouteHandle?
  var typed = ""
  /// Enter or Tab, pressed before the offers for the line were found.
  var waiting: PromptCommand?
  var state: PromptState { didSet { view?.show(state) } }

  init(
    question: Question, finder: OfferFinder? = nil,
    selecting: @escaping @MainActor (Int) -> Void = { _ in },
    then answer: @escaping @MainActor (Answer) -> Void
  ) {
    self.question = question
    self.finder = finder
    self.selecting = selecting
    self.answer = answer
    state = PromptState(title: question.title, text: question.text, kind: question.kind)
    if case .line(let initial) = question.kind { typed = initial }
    state.field.text = typed
    state.field.isProposed = question.replacesLine && !typed.isEmpty
    if finder != nil { state.offers = [] }
  }

  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    findOffers()
  }

  /// Removing the prompt leaves the question unanswered, and the parent must know.
  func moduleWasRemoved() {
    finder?.end()
    let answer = answer
    self.answer = nil
    answer?(.cancelled)
  }

  func handle(_ command: PromptCommand) {
    switch command {
    case .cancel: finish(.cancelled)
    case .accept: accept()
    case .move(let steps): if finder == nil { move(by: steps) } else { moveOffer(by: steps) }
    case .choose(let index): if finder == nil { choose(index) } else { chooseOffer(index) }
    case .press(let key): press(key)
    case .edit(let text): edit(text)
    case .complete: complete()
    case .give(let secret): give(secret)
    case .editProposed: state.field.isProposed = false
    case .showTyped: break
    }
  }

  private var choices: [Question.Choice] {
    if case .choices(let choices, _) = question.kind { choices } else { [] }
  }

  private func accept() {
    switch question.kind {
    case .choices: choose(state.selected)
    case .line: acceptLine()
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

  func finish(_ given: Answer) {
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
