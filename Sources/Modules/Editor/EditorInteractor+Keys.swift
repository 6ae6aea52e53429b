import Services
import TextEngine

/// Keys of another editor: its machine does them to the text.
extension EditorInteractor {
  /// What is to be done besides; nil where the text may not be changed, and the key would have.
  func press(_ key: String, isReadOnly: Bool) -> [KeyEffect]? {
    guard isLoaded, var machine = session.machine else { return [] }
    var empty = UndoTree(for: Rope(), at: 0)
    let before = isReadOnly ? history : nil
    swap(&empty, &history)
    var keyText = KeyText(
      text, history: empty, selections: session.selections, format: session.format,
      rows: session.page.moves(in: text), now: services.clock.now.milliseconds)
    let effects = machine.press(key, in: &keyText)
    history = before ?? keyText.history
    if isReadOnly, !keyText.edits.isEmpty { return nil }
    session.machine = machine
    for edit in keyText.edits { change(by: edit, isOwn: true, isOfMachine: true) }
    session.selections = keyText.selections
    return effects
  }

  /// Forgets what was pressed and waits for more.
  func cancelKeys() {
    guard isLoaded, var machine = session.machine else { return }
    var keyText = KeyText(
      text, history: history, selections: session.selections, format: session.format,
      rows: session.page.moves(in: text), now: services.clock.now.milliseconds)
    machine.cancel(in: &keyText)
    if keyText.edits.isEmpty { session.machine = machine }
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
