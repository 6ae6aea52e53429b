import Entities
import Viper

/// Lets a person choose a vault, asks for its passphrase where it has one, and makes new ones.
@MainActor
final class LoginPresenter: LoginEventHandler, LoginDataSource, LifeCycle {
  weak var view: (any LoginView)? { didSet { view?.show(state) } }
  private weak var output: (any LoginOutput)?
  private let interactor: any LoginInteracting
  private let wireframe: any LoginWireframe
  private var vaults: [LoginVault] = []
  /// The locked vault whose passphrase is being asked for.
  private var lockedVault: LoginVault?
  private var state = LoginState() {
    didSet { if state != oldValue { view?.show(state) } }
  }

  init(
    interactor: any LoginInteracting, wireframe: any LoginWireframe, output: any LoginOutput
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.output = output
    interactor.output = self
  }

  func moduleIsReady(_ route: RouteHandle) {
    interactor.loadVaults()
  }

  func moduleWasRemoved() {
    interactor.end()
  }

  func row(at index: Int) -> LoginRow { vaults[index].row }

  func handle(_ command: LoginCommand) {
    switch command {
    case .quit: wireframe.quit()
    case .back: back()
    case .passphrase(let passphrase): submit(passphrase)
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
    case .make: if state.progress == nil { wireframe.askForPlace(answer: self) }
    case .reload: interactor.loadVaults()
    case .passphrase, .back, .quit: break
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
      begin("Opening “\(vault.row.name)”…")
      interactor.open(vault.id, proof: .none)
    }
  }

  private func askForPassphrase(of vault: LoginVault) {
    lockedVault = vault
    state.progress = nil
    state.message = ""
    state.stage = .askingPassphrase(vault: vault.row.name)
  }

  private func submit(_ passphrase: [UInt8]) {
    guard let lockedVault, state.progress == nil else { return }
    guard !passphrase.isEmpty else {
      state.message = "Type the passphrase, or press Esc to choose another vault."
      return
    }
    begin("Opening “\(lockedVault.row.name)”…")
    interactor.open(lockedVault.id, proof: .passphrase(passphrase))
  }

  /// From an opening that takes too long, or from the passphrase to the list.
  private func back() {
    if state.progress != nil {
      interactor.giveUp()
      state.progress = nil
    }
    lockedVault = nil
    state.message = ""
    state.stage = .choosing
  }

  private func begin(_ progress: String) {
    state.message = ""
    state.progress = progress
  }
}

extension LoginPresenter: LoginAnswers {
  func placeWasChosen(_ place: String) {
    guard state.progress == nil else { return }
    guard place.contains(where: { !$0.isWhitespace }) else {
      state.message = "A vault needs a folder. Press n and type its path."
      return
    }
    begin("Making \(place)…")
    interactor.make(at: place)
  }
}

extension LoginPresenter: LoginInteractorOutput {
  func didLoad(_ vaults: [LoginVault]) {
    let selectedID = state.selected.map { self.vaults[$0].id }
    self.vaults = vaults
    var next = state
    next.isListed = true
    next.rowCount = vaults.count
    next.selected =
      vaults.firstIndex { $0.id == selectedID } ?? (vaults.isEmpty ? nil : 0)
    state = next
    view?.reloadRows()
  }

  func didOpen(_ vault: VaultID, named name: String) {
    lockedVault = nil
    state.progress = nil
    output?.loginDidOpen(vault, named: name)
  }

  func didFindLocked(_ vault: LoginVault) {
    askForPassphrase(of: vault)
  }

  func didFail(_ message: String) {
    state.progress = nil
    state.message = message
    // What failed may have gone or come: the rows tell.
    if state.stage == .choosing { interactor.loadVaults() }
  }
}
