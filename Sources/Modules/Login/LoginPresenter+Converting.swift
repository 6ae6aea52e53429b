import Entities
import Secrets

/// Encrypting and decrypting a vault: the preview, the secrets, the progress and the result.
extension LoginPresenter {
  func convertSelected(to goal: ConvertingGoal) {
    guard work == nil, let selected = state.selected else { return }
    let vault = vaults[selected]
    if vault.obstacle == nil, vault.isLocked == (goal == .encrypted) {
      state.message = LoginWords.isAlready(vault.name, goal)
      return
    }
    state.vault = vault.name
    go(to: .looking(vault.id, goal))
    begin(LoginWords.looking(at: vault.name))
    interactor.look(at: vault.id, for: goal)
  }

  /// Goes on after the shown text was read.
  func goOn() {
    switch step {
    case .asking(let vault, let goal, .newPassphrase):
      go(to: .newPassphrase(.encrypting(vault, goal)))
    case .asking(let vault, let goal, .passphrase):
      go(to: .passphrase(vault, .converting(goal)))
      interactor.askForWait(before: vault)
    case .asking(let vault, let goal, .consent): convert(vault, to: goal, proof: .none)
    case .asking(_, _, .nothing), .telling: toVaults()
    default: break
    }
  }

  func convert(_ vault: VaultID, to goal: ConvertingGoal, proof: VaultProof) {
    begin(proof == .none ? LoginWords.beginning : LoginWords.checkingKey, ending: .stops(goal))
    interactor.convert(vault, to: goal, proof: proof)
  }

  func didLook(_ outlook: ConversionPreview) {
    guard case .looking(let vault, let goal) = step else { return }
    go(to: .asking(vault, goal, outlook.asks), text: outlook.remarks)
  }

  func didConvert(_ done: String) {
    guard case .stops(let goal) = work?.ending else { return }
    step = .converting
    var next = state
    next.stage = step.stage
    next.text = LoginWords.converting(next.vault, to: goal, done)
    if next.progress != LoginWords.stopping { next.progress = done }
    state = next
  }

  func didEndConverting(_ lines: [String]) {
    recoveryKey = nil
    go(to: .telling, text: lines)
  }
}
