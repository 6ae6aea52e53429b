import TextEngine

/// Letters on their way into the text. Those that come all at once, as when a text is pasted by typing
/// it, go in together: with the next frame, or before whatever else happens.
extension EditorPresenter {
  func type(_ byte: UInt8) {
    guard !isReadOnly, isPlainTyping(byte) else {
      let text = String(UnicodeScalar(byte))
      return handle(.run(Invocation(.type, argument: text)))
    }
    typed.append(byte)
    if typed.count > 1 { return }
    parts.stop()
    state.message = ""
    state.isWarning = false
    state.status = status(isDirty: true)
    unsettled = .cursor
    // Whoever draws nothing takes the letters in here.
    learnBehind()
    view?.show(state)
    view?.reloadRows()
  }

  /// Whether a letter only goes in where the one cursor stands. For what is gathered already, that was
  /// so when the first letter came.
  private func isPlainTyping(_ byte: UInt8) -> Bool {
    // A bar may begin a row of a table.
    if Self.beginsName(byte) || byte == UInt8(ascii: "|") { return false }
    if !typed.isEmpty { return true }
    guard interactor.isLoaded, !state.isPeek, offering.completion == nil, selections.count == 1,
      selections.main.isEmpty
    else { return false }
    let head = selections.main.head
    let text = interactor.text
    // A letter would be another one with a mark behind it.
    return head == text.end || head < text.end && text[head] < 0x80
  }

  /// Puts in what was typed. The text, and what is selected, are those of now only after this.
  func takeTyped() {
    if typed.isEmpty { return }
    let bytes = typed
    typed.removeAll(keepingCapacity: true)
    let place = selections.main.head
    let edit = Edit(in: interactor.text, replacing: Range(at: place), with: bytes)
    let after = Selections(Selection(at: place + bytes.count))
    guard interactor.type(edit, from: selections, to: after) else { return }
    registers.noteTyping()
    selections = after
    leaving.problem = nil
    renaming.isLast = false
    if isTypingUntold { return }
    // The frame does not wait for timers to be set.
    isTypingUntold = true
    interactor.afterThisFrame { [weak self] in self?.tellOfTyping() }
  }

  func tellOfTyping() {
    guard isTypingUntold else { return }
    isTypingUntold = false
    autosave?.editorTextChanged()
  }

  /// A save can end before typing is told of: told after it, what is saved would be
  /// kept and saved once more.
  func tellOfSaving() {
    tellOfTyping()
    autosave?.editorTextIsSaved()
  }
}
