import Entities
import Regex
import TextEngine
import Viper

/// The work of keys on a text, on any thread. Nil if each character has to be pressed.
typealias KeyWork = @Sendable (inout KeyMachines, inout KeyText) -> [KeyEffect]?

/// The result of keys. Only the first case changed anything.
enum KeyOutcome {
  case done([KeyEffect])
  /// Characters that came at once have to be pressed one by one.
  case oneByOne
  /// The keys would have changed a read-only text.
  case refused
  /// The patterns exceeded their budget.
  case tooLong
  /// Something from outside the text is missing. With its answer, the keys are pressed again.
  case needs(KeyRequest, KeyAnswers)
  /// The text or the selection changed meanwhile.
  case overtaken
}

/// Keys of another editor, which its machine applies to the text.
extension EditorInteractor {
  /// Gets the shared state of keys, because this editor has the focus.
  func takeKeys() { services.keys?.come(to: self) }

  /// Lets the machine do something at once, within a small budget.
  func work(
    isReadOnly: Bool, isTyping: Bool = false,
    _ body: (inout KeyMachines, inout KeyText) -> [KeyEffect]?
  ) -> KeyOutcome? {
    guard isLoaded, var machine = session.machine else { return nil }
    // Typed text is never given up.
    var text = keyText(within: isTyping ? RegexBudget() : RegexBudget(RegexBudget.instant))
    // Two references to a long history would copy it at the first change. Typed text is never dropped, so
    // it needs no copy.
    if isTyping, !isReadOnly {
      (session.machine, document.history) = (nil, UndoTree(for: Rope(), at: 0))
    }
    let effects = body(&machine, &text)
    return finish(machine, consume text, effects, isReadOnly: isReadOnly, isTyping: isTyping)
  }

  /// The same for long work, in the background.
  func work(
    isReadOnly: Bool, within budget: RegexBudget, given answers: KeyAnswers,
    _ body: @escaping KeyWork,
    then deliver: @escaping @MainActor (KeyOutcome) -> Void
  ) {
    guard let machine = session.machine else { return }
    var text = keyText(within: budget)
    text.answers = answers
    let (given, revision) = (text, revision)
    scope.run(
      {
        var (machine, text) = (machine, given)
        let effects = body(&machine, &text)
        return (machine, text, effects)
      },
      then: { [weak self] result in
        guard let self, case .success((let machine, var changed, let effects)) = result else {
          return
        }
        let isSame =
          self.revision == revision && self.text.byteCount == given.text.byteCount
          && session.selections == given.selections
        if !isSame { return deliver(.overtaken) }
        // The text may have been saved meanwhile, which moved the saved point.
        changed.history.takeSavedPoint(of: document.history)
        deliver(finish(machine, changed, effects, isReadOnly: isReadOnly))
      })
  }

  private func keyText(within budget: RegexBudget) -> KeyText {
    var text = KeyText(
      text, history: document.history, selections: session.selections, format: session.format,
      rows: session.page.moves(in: text), now: services.clock.now.milliseconds,
      colors: session.page.highlighter)
    text.budget = budget
    text.otherNotes = services.keys?.texts(besides: self) ?? []
    text.screen = session.options.screen(wraps: session.page.layout.wraps)
    return text
  }

  private func finish(
    _ machine: KeyMachines, _ text: consuming KeyText, _ effects: [KeyEffect]?, isReadOnly: Bool,
    isTyping: Bool = false
  ) -> KeyOutcome {
    if text.answers.isStale { return .overtaken }
    if let request = text.answers.missing { return .needs(request, text.answers) }
    if text.budget.isSpent, !isTyping { return .tooLong }
    let (edits, selections) = (text.edits, text.selections)
    if isReadOnly, !edits.isEmpty { return .refused }
    // The machine must not follow its own edits.
    session.machine = nil
    document.history = text.history
    // Otherwise each edit would copy what the page lent.
    _ = consume text
    for edit in edits { document.change(by: edit, isOwn: true) }
    session.machine = machine
    session.selections = selections
    return effects.map { .done($0) } ?? .oneByOne
  }

  /// Tells the machine about a new selection. Returns its message, if any.
  func lookAtSelections() -> String? {
    var remark: String?
    let outcome = work(isReadOnly: false) {
      remark = $0.syncSelection(with: &$1)
      return []
    }
    return if case .done = outcome { remark } else { nil }
  }
}
