import TextEngine

/// What is pasted comes from other programs where they can be asked, else from what was cut here.
extension EditorPresenter {
  func pasteFromClipboard(_ invocation: Invocation) {
    guard interactor.isLoaded, !state.isPeek else { return showState() }
    guard interactor.clipboardIsReadable, invocation.register == nil else {
      return runEngine(invocation)
    }
    pastes = invocation
    if held == nil { held = [] }
    interactor.readClipboard()
  }

  func clipboardWasRead(_ bytes: [UInt8]?) {
    guard let invocation = pastes else { return }
    pastes = nil
    if let bytes, !bytes.isEmpty, registers.copied()?.text != Rope(bytes) {
      registers.add(Copied(pieces: [Rope(bytes)], areLines: false))
    }
    runEngine(invocation)
    release()
  }

  func clipboardFailed(_ message: String) { say(message, warning: true) }

  /// A bracketed paste: the very bytes, whatever they are.
  func paste(_ bytes: [UInt8]) {
    guard interactor.isLoaded, !state.isPeek, !bytes.isEmpty else { return showState() }
    var context = context
    context.registers = Registers()
    context.registers.add(Copied(pieces: [Rope(bytes)], areLines: false))
    guard let change = EditCommands.run(.paste, in: context) else { return showRows() }
    perform(change)
  }

  /// Does what was pressed while an answer was waited for.
  func release() {
    guard let waiting = held else { return }
    held = nil
    for (index, command) in waiting.enumerated() {
      handle(command)
      // One of them may wait for an answer itself.
      if held != nil {
        held?.append(contentsOf: waiting[(index + 1)...])
        return
      }
    }
  }
}
