import Entities
import Secrets
import Services
import Viper

/// Encrypting and decrypting a vault: what it will do, the secrets that it takes, how far it is, and what
/// came of it.
extension LoginPresenter {
  func convertSelected(to goal: ConvertingGoal) {
    guard state.progress == nil, let selected = state.selected else { return }
    let vault = vaults[selected]
    if vault.row.obstacle == nil, vault.row.isLocked == (goal == .encrypted) {
      state.message =
        goal == .encrypted
        ? "“\(vault.row.name)” is encrypted already; d decrypts it."
        : "“\(vault.row.name)” is not encrypted; e encrypts it."
      return
    }
    errand = .converting(vault.id, goal, asks: .nothing)
    state.vault = vault.row.name
    begin("Looking at “\(vault.row.name)”…")
    interactor.look(at: vault.id, for: goal)
  }

  /// What stood there was read.
  func goOn() {
    guard state.progress == nil else { return }
    guard state.stage == .asking, case .converting(let vault, let goal, let asks) = errand else {
      if [.asking, .telling].contains(state.stage) { toVaults() }
      return
    }
    switch asks {
    case .newPassphrase: ask(.newPassphrase)
    case .passphrase:
      ask(.passphrase)
      interactor.askForWait(before: vault)
    case .consent: convert(vault, to: goal, proof: .none)
    case .nothing: toVaults()
    }
  }

  func convert(with typed: TypedSecret, _ question: LoginQuestion) {
    guard case .converting(let vault, let goal, _) = errand else { return }
    if question == .passphrase, state.wait > 0 { return }
    convert(
      vault, to: goal, proof: question == .passphrase ? .passphrase(typed) : .recoveryKey(typed))
  }

  func convert(_ vault: VaultID, to goal: ConvertingGoal, proof: VaultProof) {
    begin(proof == .none ? "It begins…" : "Checking the key…")
    isConverting = true
    interactor.convert(vault, to: goal, proof: proof)
  }

  func stopConverting() {
    state.progress = "Stopping…"
    interactor.stopConverting()
  }

  func didLook(_ outlook: ConvertingOutlook) {
    guard state.stage == .choosing, case .converting(let vault, let goal, _) = errand else {
      return
    }
    errand = .converting(vault, goal, asks: outlook.asks)
    state.progress = nil
    state.text = outlook.remarks
    state.stage = .asking
  }

  func didConvert(_ progress: ConversionProgress) {
    guard isConverting, case .converting(_, let goal, _) = errand else { return }
    var next = state
    next.stage = .converting
    next.text = [
      "\(goal == .encrypted ? "Encrypting" : "Decrypting") “\(state.vault)”.", Self.words(progress),
      "Esc stops it. Nothing is lost by that: what was begun is taken back, or goes on the next time.",
    ]
    if next.progress != "Stopping…" { next.progress = Self.words(progress) }
    state = next
  }

  func didEndConverting(_ lines: [String]) {
    isConverting = false
    chosen = nil
    recoveryKey = nil
    var next = state
    next.progress = nil
    next.text = lines
    next.stage = .telling
    state = next
  }

  private static func words(_ progress: ConversionProgress) -> String {
    let files = "\(progress.files) of \(progress.allFiles) files"
    return switch progress.step {
    case .copying: "Copying and comparing: \(files)"
    case .removing: "Removing the old ones: \(files)"
    case .keeping: "Versions and unsaved texts"
    case .takingBack: "Taking back: \(files)"
    }
  }
}
