import Entities
import Services
import Viper

/// Lists the vaults, makes them, and opens them for the right proof.
@MainActor
final class LoginInteractor: LoginInteracting {
  weak var output: (any LoginInteractorOutput)?
  private let vaults: any Vaults
  private let scope: WorkScope
  /// Raised with every opening: the end of one that was given up is not told.
  private var attempt = 0

  private enum Entrance: Sendable {
    case open(VaultSummary)
    case locked(VaultSummary)
  }

  init(vaults: any Vaults, work: Work) {
    self.vaults = vaults
    scope = work.scope()
  }

  func loadVaults() {
    scope.run { [vaults] in
      await vaults.known().map(LoginVault.init)
    } then: { [weak self] result in
      if case .success(let known) = result { self?.output?.didLoad(known) }
    }
  }

  func open(_ vault: VaultID, proof: VaultProof) {
    enter { [vaults] in .open(try await vaults.open(vault, proof: proof)) }
  }

  func make(at place: String) {
    enter { [vaults] in
      let made = try await vaults.make(at: place)
      // A folder that was there before may be a locked vault.
      if made.isLocked { return .locked(made) }
      return .open(try await vaults.open(made.id, proof: .none))
    }
  }

  func giveUp() {
    attempt += 1
  }

  func end() {
    scope.end()
  }

  private func enter(_ way: @escaping @Sendable @concurrent () async throws -> Entrance) {
    attempt += 1
    let current = attempt
    scope.run(way) { [weak self] result in
      guard let self, current == self.attempt else { return }
      switch result {
      case .success(.open(let vault)): output?.didOpen(vault.id, named: vault.name)
      case .success(.locked(let vault)): output?.didFindLocked(LoginVault(vault))
      case .failure(let error as VaultError): output?.didFail(error.message)
      case .failure(let error): output?.didFail("Could not open the vault: \(error).")
      }
    }
  }
}

extension LoginVault {
  init(_ vault: VaultSummary) {
    id = vault.id
    row = LoginRow(
      name: vault.name, path: vault.place, isLocked: vault.isLocked,
      obstacle: vault.obstacle)
  }
}
