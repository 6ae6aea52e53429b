import TextEngine

extension Copied {
  /// Where nothing was selected, C-c may have been pressed to leave.
  fileprivate var reportOfLines: String {
    let count = text.newlineCount
    return count == 1
      ? "Copied the line. Esc saves and goes back." : "Copied \(count) lines."
  }

  var report: String { areLines ? reportOfLines : "Copied what is selected." }
}

/// What is pasted comes from other programs where they can be asked, else from what was cut here.
extension EditorPresenter {
  func pasteFromClipboard(_ invocation: Invocation) {
    guard interactor.isLoaded, !state.isPeek else { return showState() }
    guard interactor.clipboardIsReadable, invocation.register == nil else {
      return runEngine(invocation)
    }
    pastes = invocation
    wait()
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

  // MARK: - Waiting for an answer

  /// What is pressed from now on means what comes of the answer: the view holds it.
  func wait() {
    state.isWaiting = true
    view?.show(state)
  }

  /// The answer is there.
  func release() {
    guard state.isWaiting else { return }
    state.isWaiting = false
    view?.show(state)
    view?.takeHeldEvents()
  }

  /// Nobody wants the answer any more.
  func stopWaiting() {
    guard interactor.isLoaded else {
      release()
      return leave()
    }
    finding.number += 1
    finding.isLooking = false
    finding.isStaying = false
    pastes = nil
    say("Stopped.")
    release()
  }
}
