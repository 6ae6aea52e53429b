import Entities
import Services
import TextEngine

/// Keys of another editor: its machine does them to the text.
extension EditorInteractor {
  /// What is to be done besides; nil where the text may not be changed, and the key would have.
  func press(_ key: String, isReadOnly: Bool) -> [KeyEffect]? {
    services.keys?.come(to: self)
    return work(isReadOnly) { $0.press(key, in: &$1) }
  }

  /// The same for characters that came at once.
  func type(_ characters: String, isReadOnly: Bool) -> [KeyEffect]? {
    services.keys?.come(to: self)
    var isDone = false
    let refused = work(isReadOnly) {
      isDone = $0.type(characters, in: &$1)
      return []
    }
    if isDone || refused == nil { return refused }
    var effects: [KeyEffect] = []
    for character in characters {
      let key = character == " " ? "Space" : String(character)
      guard let more = press(key, isReadOnly: isReadOnly) else { return nil }
      effects += more
    }
    return effects
  }

  /// The same for keys that wait for more, where nothing came.
  func goOnWithKeys(isReadOnly: Bool) -> [KeyEffect]? {
    work(isReadOnly) { $0.goOn(in: &$1) }
  }

  private func work(
    _ isReadOnly: Bool, _ work: (inout KeyMachines, inout KeyText) -> [KeyEffect]
  ) -> [KeyEffect]? {
    guard isLoaded, var machine = session.machine else { return [] }
    // History and machine are handed over, not copied, but where nothing may be changed.
    let kept = isReadOnly ? (history, machine) : nil
    session.machine = nil
    var keyText = handOver()
    let effects = work(&machine, &keyText)
    if let kept, !keyText.edits.isEmpty {
      (history, session.machine) = kept
      return nil
    }
    history = keyText.history
    for edit in keyText.edits { change(by: edit, isOwn: true) }
    session.machine = machine
    session.selections = keyText.selections
    return effects
  }

  /// Tells the machine what a command selected. What there is to say of it comes back.
  func lookAtSelections() -> String? {
    guard isLoaded, var machine = session.machine else { return nil }
    session.machine = nil
    var keyText = handOver()
    let remark = machine.look(at: &keyText)
    history = keyText.history
    session.machine = machine
    session.selections = keyText.selections
    return remark
  }

  private func handOver() -> KeyText {
    var handed = UndoTree(for: Rope(), at: 0)
    swap(&handed, &history)
    let (page, context) = (session.page, context)
    return KeyText(
      text, history: handed, selections: session.selections, format: session.format,
      rows: page.moves(in: text), now: services.clock.now.milliseconds,
      colours: { page.readColours { $0 } }, known: { context })
  }

  /// Back to the text that was saved last. False where that is not known any more.
  func dropChanges() -> Bool {
    guard let step = history.moveToSaved() else { return false }
    for edit in step.edits { change(by: edit, isOwn: true) }
    session.selections = (step.selections ?? session.selections).clamped(
      toByteCount: text.byteCount)
    return true
  }
}
