import Entities
import Secrets
import Services
import Viper

/// What becomes of what was typed, question by question.
extension LoginPresenter {
  /// How many letters of the recovery key are typed back.
  static let checkedLetters = 8

  func hint(on typed: TypedSecret) -> String {
    guard state.stage == .typing(.newPassphrase), !typed.isEmpty else { return "" }
    return typed.withBytes { PassphraseStrength(of: $0).words }
  }

  func submit(_ typed: TypedSecret) {
    guard state.progress == nil, case .typing(let question) = state.stage else { return }
    guard !typed.isEmpty else {
      state.message = Self.nothingTyped(question)
      return
    }
    switch question {
    case .passphrase, .recoveryKey:
      if case .converting = errand { return convert(with: typed, question) }
      open(with: typed, question)
    case .oldPassphrase:
      guard state.wait == 0, case .changing(let vault, _) = errand else { return }
      errand = .changing(vault, old: typed)
      begin("Checking the passphrase…")
      interactor.check(.passphrase(typed), of: vault)
    case .newPassphrase:
      chosen = typed
      ask(.newPassphraseAgain)
    case .newPassphraseAgain: take(typed)
    case .endOfRecoveryKey: checkEnd(typed)
    }
  }

  private func open(with typed: TypedSecret, _ question: LoginQuestion) {
    switch question {
    case .passphrase:
      guard state.wait == 0, let vault = lockedVault else { return }
      errand = .opening(vault)
      begin("Opening “\(state.vault)”…")
      interactor.open(vault, proof: .passphrase(typed))
    case .recoveryKey:
      guard let vault = lockedVault else { return }
      errand = .recovering(vault, typed)
      begin("Opening “\(state.vault)”…")
      interactor.open(vault, proof: .recoveryKey(typed))
    default: break
    }
  }

  /// The vault that is to be opened.
  private var lockedVault: VaultID? {
    switch errand {
    case .opening(let vault), .recovering(let vault, _): vault
    case .none, .making, .changing, .converting: nil
    }
  }

  private func take(_ again: TypedSecret) {
    guard let chosen, chosen == again else {
      chosen = nil
      return ask(.newPassphrase, saying: "These were two different ones. Type it again.")
    }
    switch errand {
    case .making(let place):
      begin("Making the keys…")
      interactor.prepare(at: place, passphrase: chosen)
    case .recovering(let vault, let key):
      begin("Changing the passphrase…")
      interactor.changePassphrase(of: vault, to: chosen, proof: .recoveryKey(key))
    case .changing(let vault, let old):
      begin("Changing the passphrase…")
      interactor.changePassphrase(of: vault, to: chosen, proof: .passphrase(old))
    case .converting(let vault, _, _):
      begin("Making the keys…")
      interactor.makeKeys(of: vault, passphrase: chosen)
    case .none, .opening: break
    }
  }

  /// The vault is made once its owner has shown that the recovery key was kept.
  private func checkEnd(_ typed: TypedSecret) {
    guard let recoveryKey else { return }
    let isRight = recoveryKey.withBytes { key in
      typed.withBytes { typed in
        let letters = typed.filter { $0 > 0x20 }.map(Self.large)
        return letters.count >= Self.checkedLetters && letters.count <= key.count
          && key.suffix(letters.count).elementsEqual(letters)
      }
    }
    guard isRight else {
      state.message = "That is not its end. Look at the key again with Esc."
      return
    }
    if case .converting(let vault, let goal, _) = errand {
      return convert(vault, to: goal, proof: .none)
    }
    begin("Making “\(state.vault)”…")
    interactor.finishMaking()
  }

  private static func large(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte
  }

  private static func nothingTyped(_ question: LoginQuestion) -> String {
    switch question {
    case .passphrase: "Type the passphrase, or press Esc to choose another vault."
    case .recoveryKey: "Type the recovery key, or press Esc for the passphrase."
    case .oldPassphrase: "Type the passphrase until now, or press Esc to leave it as it is."
    case .newPassphrase, .newPassphraseAgain: "An encrypted vault needs a passphrase."
    case .endOfRecoveryKey: "Type the last \(checkedLetters) letters of the key."
    }
  }

  func useRecoveryKey() {
    guard state.progress == nil, state.stage == .typing(.passphrase) else { return }
    ask(.recoveryKey)
  }

  /// One step back; from what takes too long, to where it was begun.
  func back() {
    if isConverting { return stopConverting() }
    if state.progress != nil {
      guard mayGiveUp else { return }
      interactor.giveUp()
      state.progress = nil
      state.message = ""
      if case .recovering(let vault, _) = errand { errand = .opening(vault) }
      return
    }
    switch state.stage {
    case .choosing:
      state.message = ""
      openLeftVault()
    case .typing(.passphrase): toVaults()
    case .typing(.recoveryKey): ask(.passphrase)
    case .typing(.oldPassphrase): close()
    case .typing(.newPassphrase): leaveNewPassphrase()
    case .typing(.newPassphraseAgain): ask(.newPassphrase)
    case .showingRecoveryKey: toVaults(saying: unmade)
    case .asking, .telling: toVaults()
    case .converting: break
    case .typing(.endOfRecoveryKey):
      state.message = ""
      state.stage = .showingRecoveryKey
    }
  }

  private var unmade: String {
    if case .converting = errand { return "“\(state.vault)” is as it was." }
    return "“\(state.vault)” was not made."
  }

  /// What is being written is not left half way.
  private var mayGiveUp: Bool {
    switch (state.stage, errand) {
    case (.typing(.endOfRecoveryKey), _): false
    case (.typing(.newPassphraseAgain), .making), (.typing(.newPassphraseAgain), .converting): true
    case (.typing(.newPassphraseAgain), _): false
    default: true
    }
  }

  private func leaveNewPassphrase() {
    switch errand {
    case .changing: close()
    case .recovering(let vault, _):
      // It opened, but whoever has no passphrase for it is not in yet.
      interactor.lock(vault)
      toVaults(saying: "The passphrase is the old one still.")
    default: toVaults()
    }
  }
}

extension LoginPresenter: LoginInteractorOutput {
  func didOpen(_ vault: VaultID, named name: String) {
    state.progress = nil
    if case .recovering = errand, state.stage == .typing(.recoveryKey) {
      return ask(.newPassphrase, saying: "The key fits. Now choose a new passphrase.")
    }
    output?.loginDidOpen(vault, named: name)
  }

  func didPrepare(_ recoveryKey: TypedSecret) {
    self.recoveryKey = recoveryKey
    chosen = nil
    state.progress = nil
    state.stage = .showingRecoveryKey
  }

  func proofIsRight() {
    state.progress = nil
    ask(.newPassphrase)
  }

  func didChangePassphrase() {
    state.progress = nil
    chosen = nil
    switch errand {
    case .recovering(let vault, _): output?.loginDidOpen(vault, named: state.vault)
    default:
      output?.loginDidChangePassphrase()
      close()
    }
  }
}
