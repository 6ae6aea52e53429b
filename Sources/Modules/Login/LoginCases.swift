package import Entities
import Secrets
package import Services

/// What a person does with whole vaults beyond what `Vaults` does. The login and the command line await
/// the same.
package struct LoginCases: Sendable {
  private let vaults: any Vaults

  package init(_ vaults: any Vaults) {
    self.vaults = vaults
  }

  /// Makes a plain vault and opens it. The folder may have been there, and be a locked vault: that is
  /// the answer then, and it stays closed.
  package func make(at path: String) async throws(VaultError) -> VaultSummary {
    let made = try await vaults.make(at: path)
    return made.isLocked ? made : try await vaults.open(made.id, proof: .none)
  }
}
