import Entities
import Regex
import TextEngine
import Viper

/// What keys do to a text, on any thread. Nil where each character has to be pressed.
typealias KeyWork = @Sendable (inout KeyMachines, inout KeyText) -> [KeyEffect]?

/// What came of it. Nothing was done but in the first case.
enum KeyOutcome {
  case done([KeyEffect])
  /// Characters that came at once have to be pressed one by one.
  case oneByOne
  /// The text may not be changed, and would have been.
  case refused
  /// The patterns cost more than they may.
  case tooLong
  /// The text or what is selected was changed meanwhile.
  case overtaken
}

/// Keys of another editor: its machine does them to the text.
extension EditorInteractor {
  /// Keys come to this editor: what lasts beyond one text comes with them.
  func takeKeys() { services.keys?.come(to: self) }

  /// Has the machine do something now, while that costs little.
  func work(
    isReadOnly: Bool, isTyping: Bool = false,
    _ body: (inout KeyMachines, inout KeyText) -> [KeyEffect]?
  ) -> KeyOutcome? {
    guard isLoaded, var machine = session.machine else { return nil }
    var text = keyText(within: RegexBudget(RegexBudget.instant))
    // A history may be long, and is copied by the first change while it is in two places. What is typed is
    // never dropped, and needs no copy.
    if isTyping, !isReadOnly {
      (session.machine, document.history) = (nil, UndoTree(for: Rope(), at: 0))
    }
    let effects = body(&machine, &text)
    return finish(machine, consume text, effects, isReadOnly: isReadOnly, isTyping: isTyping)
  }

  /// The same for long work, away from the main actor.
  func work(
    isReadOnly: Bool, within budget: RegexBudget, _ body: @escaping KeyWork,
    then deliver: @escaping @MainActor (KeyOutcome) -> Void
  ) {
    guard let machine = session.machine else { return }
    let (text, revision) = (keyText(within: budget), revision)
    scope.run(
      {
        var (machine, text) = (machine, text)
        let effects = body(&machine, &text)
        return (machine, text, effects)
      },
      then: { [weak self] result in
        guard let self, case .success((let machine, var changed, let effects)) = result else {
          return
        }
        let isSame =
          self.revision == revision && self.text.byteCount == text.text.byteCount
          && session.selections == text.selections
        if !isSame { return deliver(.overtaken) }
        // The text may have been saved meanwhile.
        changed.history.takeSavedPoint(of: document.history)
        deliver(finish(machine, changed, effects, isReadOnly: isReadOnly))
      })
  }

  private func keyText(within budget: RegexBudget) -> KeyText {
    var text = KeyText(
      text, history: document.history, selections: session.selections, format: session.format,
      rows: session.page.moves(in: text), now: services.clock.now.milliseconds,
      colors: session.page.readColors { $0 })
    text.budget = budget
    return text
  }

  private func finish(
    _ machine: KeyMachines, _ text: consuming KeyText, _ effects: [KeyEffect]?, isReadOnly: Bool,
    isTyping: Bool = false
  ) -> KeyOutcome {
    if text.budget.isSpent, !isTyping { return .tooLong }
    let (edits, selections) = (text.edits, text.selections)
    if isReadOnly, !edits.isEmpty { return .refused }
    // The machine follows no edit that it did itself.
    session.machine = nil
    document.history = text.history
    // What the page lent would be copied with each edit.
    _ = consume text
    for edit in edits { document.change(by: edit, isOwn: true) }
    session.machine = machine
    session.selections = selections
    return effects.map { .done($0) } ?? .oneByOne
  }

  /// Lets the machine know what a command selected. Answers with a message, if there is one.
  func lookAtSelections() -> String? {
    var remark: String?
    let outcome = work(isReadOnly: false) {
      remark = $0.syncSelection(with: &$1)
      return []
    }
    return if case .done = outcome { remark } else { nil }
  }
}
