import Entities
import Secrets
import Viper

/// Lets a person choose a vault, asks for its secret, and makes new ones. `+Secrets` handles typed
/// secrets, `+Converting` encrypts and decrypts.
@MainActor
final class LoginPresenter: LoginPresenting {
  weak var view: (any LoginView)? { didSet { view?.show(state) } }
  weak var output: (any LoginOutput)?
  let interactor: any LoginInteracting
  let wireframe: any LoginWireframe
  private let purpose: LoginPurpose
  private let scheduler: (any Scheduler)?
  private var timer: Viper.Timer?
  private var route: RouteHandle?
  var vaults: [VaultSummary] = []
  var step = LoginStep.choosing
  var work: LoginWork?
  var recoveryKey: TypedSecret?
  var state = LoginState() {
    didSet { if state != oldValue { view?.show(state) } }
  }

  init(
    interactor: any LoginInteracting, wireframe: any LoginWireframe, output: any LoginOutput,
    purpose: LoginPurpose = .choose, scheduler: (any Scheduler)? = nil
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.output = output
    self.purpose = purpose
    self.scheduler = scheduler
    interactor.output = self
    switch purpose {
    case .choose: break
    case .another: state.canGoBack = true
    case .opening(let name): begin(LoginWords.opening(name))
    case .unlock(let vault, let name):
      state.vault = name
      go(to: .passphrase(vault, .entering))
    case .changePassphrase(let vault, let name):
      state.vault = name
      go(to: .oldPassphrase(vault))
    }
  }

  // MARK: - Steps

  /// Shows a step with an empty field and no running work.
  func go(to step: LoginStep, saying message: String = "", text: [String] = []) {
    self.step = step
    work = nil
    var next = state
    next.stage = step.stage
    next.message = message
    next.progress = nil
    next.text = text
    if case .typing(let question) = step.stage {
      (next.question, next.remark) = (question.words(of: next.vault), question.remark)
    }
    state = next
  }

  func begin(_ words: String, ending: LoginWork.Ending = .givesUp) {
    work = LoginWork(words: words, ending: ending)
    var next = state
    next.message = ""
    next.progress = words
    state = next
  }

  /// Ends the running work and stays at the step.
  func endWork(saying message: String = "") {
    work = nil
    var next = state
    next.progress = nil
    next.message = message
    state = next
  }

  /// Goes back to the vaults and forgets everything that was typed.
  func toVaults(saying message: String = "") {
    let mayHaveChanged = purpose != .choose || step.isOfConverting
    recoveryKey = nil
    interactor.forgetPrepared()
    mustWait(seconds: 0)
    go(to: .choosing, saying: message)
    if mayHaveChanged { interactor.loadVaults() }
  }

  /// Goes back to a vault that is still open.
  func close() {
    try? route?.remove()
  }

  private var isChange: Bool {
    if case .changePassphrase = purpose { true } else { false }
  }

  func handle(_ command: LoginCommand) {
    switch command {
    case .quit: wireframe.quit()
    case .back: back()
    case .submit(let typed): submit(typed ?? TypedSecret())
    case .useRecoveryKey:
      if work == nil, case .passphrase(let vault, let use) = step {
        go(to: .recoveryKey(vault, use))
      }
    case .keyWasWrittenDown: if case .showingKey(let use) = step { go(to: .endOfKey(use)) }
    case .goOn: if work == nil { goOn() }
    // The view handles these: it holds the typed text and the scroll position.
    case .showTyped, .scroll: break
    default: if state.stage == .choosing { choose(command) }
    }
  }

  private func choose(_ command: LoginCommand) {
    switch command {
    case .move(let steps): select((state.selected ?? 0) + steps)
    case .select(let index): select(index)
    case .toStart: select(0)
    case .toEnd: select(vaults.count - 1)
    case .open: openSelected()
    case .make: if work == nil { askForFolder() }
    case .encrypt: convertSelected(to: .encrypted)
    case .decrypt: convertSelected(to: .plain)
    case .reload: interactor.loadVaults()
    default: break
    }
  }

  private func select(_ index: Int) {
    guard !vaults.isEmpty else { return }
    state.selected = max(0, min(index, vaults.count - 1))
    if work == nil { state.message = "" }
  }

  private func openSelected() {
    guard work == nil, let selected = state.selected else { return }
    let vault = vaults[selected]
    if let obstacle = vault.obstacle {
      state.message = LoginWords.obstructed(vault.name, by: obstacle)
    } else if vault.isLocked {
      askForPassphrase(of: vault)
    } else {
      begin(LoginWords.opening(vault.name))
      interactor.open(vault.id, proof: .none)
    }
  }

  private func askForPassphrase(of vault: VaultSummary) {
    state.vault = vault.name
    go(to: .passphrase(vault.id, .entering))
    output?.loginAsksForPassphrase(of: vault.id)
    interactor.askForWait(before: vault.id)
  }

  /// Goes back to the vault that was left for choosing another one.
  private func openLeftVault() {
    guard case .another(let left) = purpose, state.canGoBack else { return }
    begin(LoginWords.openingAgain)
    interactor.open(left, proof: .none)
  }

  /// Goes one step back, or cancels the running work.
  private func back() {
    switch work?.ending {
    case .stops:
      state.progress = LoginWords.stopping
      return interactor.stopConverting()
    case .waits: return
    case .leaves(let vault):
      interactor.lock(vault)
      return toVaults()
    case .givesUp:
      interactor.giveUp()
      if case .looking = step { go(to: .choosing) } else { endWork() }
      return
    case nil: break
    }
    switch step {
    case .choosing, .looking:
      state.message = ""
      openLeftVault()
    case .passphrase, .asking, .telling: toVaults()
    case .recoveryKey(let vault, let use, _): go(to: .passphrase(vault, use))
    case .oldPassphrase, .newPassphrase(.changing): close()
    case .newPassphrase(.recovering(let vault, _)):
      // The recovery key opened the vault, but it has no new passphrase yet.
      interactor.lock(vault)
      toVaults(saying: LoginWords.passphraseIsUnchanged)
    case .newPassphrase: toVaults()
    case .newPassphraseAgain(let use, _): go(to: .newPassphrase(use))
    case .showingKey(.encrypting): toVaults(saying: LoginWords.unchanged(state.vault))
    case .showingKey: toVaults(saying: LoginWords.notMade(state.vault))
    case .endOfKey(let use): showKey(of: use)
    case .converting: break
    }
  }
}

extension LoginPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    if !isChange { interactor.loadVaults() }
    switch purpose {
    case .choose, .another, .opening: break
    case .unlock(let vault, _), .changePassphrase(let vault, _):
      interactor.askForWait(before: vault)
    }
  }

  func moduleWasRemoved() {
    timer?.cancel()
    recoveryKey = nil
    step = .choosing
    interactor.end()
  }
}

/// Making vaults.
extension LoginPresenter {
  private func askForFolder() {
    wireframe.ask(.vaultFolder) { [weak self] answer in
      if case .typed(let folder) = answer { self?.folderWasChosen(folder) }
    }
  }

  private func askForKind(of folder: String) {
    wireframe.ask(.kind(ofVaultAt: folder)) { [weak self] answer in
      guard case .chosen(let kind) = answer else { return }
      self?.kindWasChosen(isEncrypted: kind == "encrypted", at: folder)
    }
  }

  private var isFree: Bool { work == nil && state.stage == .choosing }

  func folderWasChosen(_ folder: String) {
    guard isFree else { return }
    guard folder.contains(where: { !$0.isWhitespace }) else {
      state.message = LoginWords.folderIsMissing
      return
    }
    interactor.look(at: folder)
  }

  func kindWasChosen(isEncrypted: Bool, at folder: String) {
    guard isFree else { return }
    if isEncrypted {
      state.vault = folder
      return go(to: .newPassphrase(.making(folder: folder)))
    }
    begin(LoginWords.making(folder))
    interactor.make(at: folder)
  }

  func didLook(at folder: String, isTaken: Bool) {
    guard isFree else { return }
    if isTaken {
      kindWasChosen(isEncrypted: false, at: folder)
    } else {
      askForKind(of: folder)
    }
  }
}

extension LoginPresenter: LoginInteractorOutput {
  func didLoad(_ vaults: [VaultSummary]) {
    let selectedID = state.selected.map { self.vaults[$0].id }
    self.vaults = vaults
    var next = state
    next.isListed = true
    next.rows = vaults.map {
      LoginRow(name: $0.name, path: $0.shownPath, isLocked: $0.isLocked, obstacle: $0.obstacle)
    }
    if case .another(let left) = purpose {
      next.canGoBack = vaults.contains { $0.id == left && !$0.isLocked && $0.obstacle == nil }
    }
    next.selected = vaults.firstIndex { $0.id == selectedID } ?? (vaults.isEmpty ? nil : 0)
    state = next
  }

  func didOpen(_ vault: VaultID, named name: String) {
    if case .recoveryKey(_, _, let key?) = step {
      return go(
        to: .newPassphrase(.recovering(vault, key: key)),
        saying: LoginWords.keyFits)
    }
    enter(vault, named: name)
  }

  /// Reports the open vault. Until it is shown, Esc closes it and stays here.
  func enter(_ vault: VaultID, named name: String) {
    work = LoginWork(words: LoginWords.opening(name), ending: .leaves(vault))
    output?.loginDidOpen(vault, named: name)
  }

  func didFindLocked(_ vault: VaultSummary) { askForPassphrase(of: vault) }

  func didFail(_ message: String) {
    if case .looking = step { go(to: .choosing, saying: message) } else { endWork(saying: message) }
    // List the vaults again, as the failure may have added or removed one.
    if state.stage == .choosing { interactor.loadVaults() }
  }

  /// Shows the wait as a countdown.
  func mustWait(seconds: Int) {
    timer?.cancel()
    timer = nil
    state.wait = seconds
    guard seconds > 0 else { return }
    timer = scheduler?.schedule(after: .seconds(1)) { [weak self] in
      self?.mustWait(seconds: seconds - 1)
    }
  }
}
