import Entities
import Secrets

/// Handles typed secrets, step by step.
extension LoginPresenter {
  func hint(on typed: TypedSecret) -> String {
    guard case .newPassphrase = step, !typed.isEmpty else { return "" }
    return interactor.strength(of: typed).words
  }

  func submit(_ typed: TypedSecret) {
    guard work == nil, case .typing(let question) = state.stage else { return }
    guard !typed.isEmpty else {
      state.message = question.nothingTyped
      return
    }
    switch step {
    case .passphrase(let vault, let use):
      if state.wait == 0 { open(vault, for: use, proof: .passphrase(typed)) }
    case .recoveryKey(let vault, let use, _):
      step = .recoveryKey(vault, use, typed: typed)
      open(vault, for: use, proof: .recoveryKey(typed))
    case .oldPassphrase(let vault, _):
      guard state.wait == 0 else { return }
      step = .oldPassphrase(vault, typed: typed)
      begin(LoginWords.checkingPassphrase)
      interactor.check(.passphrase(typed), of: vault)
    case .newPassphrase(let use): go(to: .newPassphraseAgain(use, typed))
    case .newPassphraseAgain(let use, let first):
      guard typed == first else {
        return go(to: .newPassphrase(use), saying: LoginWords.twoDifferent)
      }
      take(typed, for: use)
    case .endOfKey(let use): checkEnd(typed, use)
    case .choosing, .looking, .showingKey, .asking, .converting, .telling: break
    }
  }

  private func open(_ vault: VaultID, for use: LoginUse, proof: VaultProof) {
    switch use {
    case .entering:
      begin(LoginWords.opening(state.vault))
      interactor.open(vault, proof: proof)
    case .converting(let goal): convert(vault, to: goal, proof: proof)
    }
  }

  private func take(_ passphrase: TypedSecret, for use: NewPassphrase) {
    switch use {
    case .making(let folder):
      begin(LoginWords.makingKeys)
      interactor.prepare(at: folder, passphrase: passphrase)
    case .encrypting(let vault, _):
      begin(LoginWords.makingKeys)
      interactor.makeKeys(of: vault, passphrase: passphrase)
    case .recovering(let vault, let key):
      begin(LoginWords.changingPassphrase, ending: .waits)
      interactor.changePassphrase(of: vault, to: passphrase, proof: .recoveryKey(key))
    case .changing(let vault, let old):
      begin(LoginWords.changingPassphrase, ending: .waits)
      interactor.changePassphrase(of: vault, to: passphrase, proof: .passphrase(old))
    }
  }

  func showKey(of use: NewPassphrase) {
    go(to: .showingKey(use), text: LoginWords.recoveryKey(of: state.vault))
  }

  /// Makes the vault once the typed end shows that the recovery key was written down.
  private func checkEnd(_ typed: TypedSecret, _ use: NewPassphrase) {
    guard interactor.isEndOfKey(typed) else {
      state.message = LoginWords.notTheEndOfKey
      return
    }
    if case .encrypting(let vault, let goal) = use {
      return convert(vault, to: goal, proof: .none)
    }
    begin(LoginWords.making("“\(state.vault)”"), ending: .waits)
    interactor.finishMaking()
  }

  func didPrepare(_ recoveryKey: TypedSecret) {
    switch step {
    case .newPassphrase(let use), .newPassphraseAgain(let use, _):
      self.recoveryKey = recoveryKey
      showKey(of: use)
    default: break
    }
  }

  func proofIsRight() {
    guard case .oldPassphrase(let vault, let old?) = step else { return }
    go(to: .newPassphrase(.changing(vault, old: old)))
  }

  func didChangePassphrase() {
    if case .newPassphraseAgain(.recovering(let vault, _), _) = step {
      enter(vault, named: state.vault)
    } else {
      endWork()
      output?.loginDidChangePassphrase()
      close()
    }
  }
}
