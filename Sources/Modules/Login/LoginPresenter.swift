import Entities
import Secrets
import Services
import Viper

/// Lets a person choose a vault, asks for what opens it, and makes new ones. What becomes of typed
/// secrets stands in `LoginPresenter+Secrets`.
@MainActor
final class LoginPresenter: LoginPresenting {
  weak var view: (any LoginView)? { didSet { view?.show(state) } }
  weak var output: (any LoginOutput)?
  let interactor: any LoginInteracting
  let wireframe: any LoginWireframe
  private let purpose: LoginPurpose
  private let scheduler: (any Scheduler)?
  private var timer: Services.Timer?
  var route: RouteHandle?
  var vaults: [LoginVault] = []
  var errand = Errand.none
  /// A new passphrase, until it was typed again.
  var chosen: TypedSecret?
  var recoveryKey: TypedSecret?
  /// A vault is being encrypted or decrypted.
  var isConverting = false
  var state = LoginState() {
    didSet { if state != oldValue { view?.show(state) } }
  }

  /// What is being done, with what was typed for it already.
  enum Errand {
    case none
    /// A plain vault, or one whose passphrase is asked for.
    case opening(VaultID)
    case recovering(VaultID, TypedSecret)
    case making(place: String)
    case changing(VaultID, old: TypedSecret)
    case converting(VaultID, ConvertingGoal, asks: ConvertingOutlook.Asks)
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
    case .unlock(let vault, let name):
      errand = .opening(vault)
      state.vault = name
      state.stage = .typing(.passphrase)
    case .changePassphrase(let vault, let name):
      errand = .changing(vault, old: TypedSecret())
      state.vault = name
      state.stage = .typing(.oldPassphrase)
    }
  }

  func row(at index: Int) -> LoginRow { vaults[index].row }

  func handle(_ command: LoginCommand) {
    switch command {
    case .quit: wireframe.quit()
    case .back: back()
    case .submit(let typed): submit(typed ?? TypedSecret())
    case .useRecoveryKey: useRecoveryKey()
    case .keyIsKept:
      if state.stage == .showingRecoveryKey { ask(.endOfRecoveryKey) }
    case .goOn: goOn()
    // What is typed, and how far a text is scrolled, is the view's own.
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
    case .make: if state.progress == nil { askForPlace() }
    case .encrypt: convertSelected(to: .encrypted)
    case .decrypt: convertSelected(to: .plain)
    case .reload: interactor.loadVaults()
    default: break
    }
  }

  private func select(_ index: Int) {
    guard !vaults.isEmpty else { return }
    state.selected = max(0, min(index, vaults.count - 1))
    if state.progress == nil { state.message = "" }
  }

  private func openSelected() {
    guard state.progress == nil, let selected = state.selected else { return }
    let vault = vaults[selected]
    if let obstacle = vault.row.obstacle {
      state.message = "“\(vault.row.name)” cannot be opened: \(obstacle). F5 looks again."
    } else if vault.row.isLocked {
      askForPassphrase(of: vault)
    } else {
      errand = .opening(vault.id)
      begin("Opening “\(vault.row.name)”…")
      interactor.open(vault.id, proof: .none)
    }
  }

  /// To the vault that was left for choosing another one.
  func openLeftVault() {
    guard case .another(let left) = purpose, state.canGoBack, state.progress == nil else { return }
    errand = .opening(left)
    begin("Opening the vault again…")
    interactor.open(left, proof: .none)
  }

  private func askForPassphrase(of vault: LoginVault) {
    errand = .opening(vault.id)
    state.vault = vault.row.name
    state.progress = nil
    ask(.passphrase)
    interactor.askForWait(before: vault.id)
  }

  /// Goes on to another question, with an empty field.
  func ask(_ question: LoginQuestion, saying message: String = "") {
    state.message = message
    state.stage = .typing(question)
  }

  func begin(_ progress: String) {
    state.message = ""
    state.progress = progress
  }

  /// Back to the vaults: nothing that was typed is left.
  func toVaults(saying message: String = "") {
    var mayHaveChanged = purpose != .choose
    if case .converting = errand { mayHaveChanged = true }
    errand = .none
    chosen = nil
    recoveryKey = nil
    interactor.forgetPrepared()
    mustWait(seconds: 0)
    state.text = []
    state.message = message
    state.stage = .choosing
    if mayHaveChanged { interactor.loadVaults() }
  }

  /// Away from a vault that stands open as before.
  func close() {
    try? route?.remove()
  }

  var isChange: Bool {
    if case .changePassphrase = purpose { true } else { false }
  }
}

extension LoginPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    if !isChange { interactor.loadVaults() }
    switch purpose {
    case .choose, .another: break
    case .unlock(let vault, _), .changePassphrase(let vault, _):
      interactor.askForWait(before: vault)
    }
  }

  func moduleWasRemoved() {
    timer?.cancel()
    chosen = nil
    recoveryKey = nil
    errand = .none
    interactor.end()
  }
}

extension LoginPresenter {
  func askForPlace() {
    wireframe.ask(.vaultFolder) { [weak self] answer in
      if case .typed(let place) = answer { self?.placeWasChosen(place) }
    }
  }

  func askForKind(of place: String) {
    wireframe.ask(.kind(ofVaultAt: place)) { [weak self] answer in
      guard case .chosen(let kind) = answer else { return }
      self?.kindWasChosen(isEncrypted: kind == "encrypted", at: place)
    }
  }

  func placeWasChosen(_ place: String) {
    guard state.progress == nil, state.stage == .choosing else { return }
    guard place.contains(where: { !$0.isWhitespace }) else {
      state.message = "A vault needs a folder. Press n and type its path."
      return
    }
    // The field began with `~/`: a whole path typed behind it is meant as it is.
    let rest = place.dropFirst(2)
    let isWhole = place.hasPrefix("~/") && (rest.hasPrefix("/") || rest.hasPrefix("~"))
    interactor.look(at: isWhole ? String(rest) : place)
  }

  func kindWasChosen(isEncrypted: Bool, at place: String) {
    guard state.progress == nil, state.stage == .choosing else { return }
    errand = .making(place: place)
    if isEncrypted {
      state.vault = place
      return ask(.newPassphrase)
    }
    begin("Making \(place)…")
    interactor.make(at: place)
  }
}

extension LoginPresenter {
  func didLoad(_ vaults: [LoginVault]) {
    let selectedID = state.selected.map { self.vaults[$0].id }
    self.vaults = vaults
    var next = state
    next.isListed = true
    next.rowCount = vaults.count
    if case .another(let left) = purpose {
      next.canGoBack = vaults.contains {
        $0.id == left && !$0.row.isLocked && $0.row.obstacle == nil
      }
    }
    next.selected =
      vaults.firstIndex { $0.id == selectedID } ?? (vaults.isEmpty ? nil : 0)
    state = next
    view?.reloadRows()
  }

  func didLook(at place: String, isTaken: Bool) {
    guard state.progress == nil, state.stage == .choosing else { return }
    if isTaken {
      kindWasChosen(isEncrypted: false, at: place)
    } else {
      askForKind(of: place)
    }
  }

  func didFindLocked(_ vault: LoginVault) {
    askForPassphrase(of: vault)
  }

  func didFail(_ message: String) {
    state.progress = nil
    isConverting = false
    state.message = message
    // What failed may have gone or come: the rows tell.
    if state.stage == .choosing { interactor.loadVaults() }
  }

  /// Counts down on the screen.
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
