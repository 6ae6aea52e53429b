import Secrets

/// A note with a lock of its own: a peek says so, an editor asks for its passphrase.
extension EditorPresenter {
  func noteIsLocked(saying remark: String) {
    release()
    say(
      state.isPeek ? "“\(interactor.name)” is locked. Enter asks for its passphrase." : remark,
      warning: !remark.isEmpty)
    ask { presenter in
      presenter.wireframe.askForPassphrase(
        ofNoteNamed: presenter.interactor.name, saying: remark, answer: presenter)
    }
  }

  func lockedNoteWasOpened() {
    wireframe.lockedNoteWasOpened()
    say("")
  }

  func passphraseWasTyped(_ passphrase: TypedSecret) {
    say("Opening “\(interactor.name)”…")
    interactor.open(with: passphrase)
  }

  func passphraseWasNotGiven() { leave() }
}
