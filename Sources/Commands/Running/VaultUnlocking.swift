package import Entities
import Secrets
package import Services
import Vault

/// Asks for what opens a locked vault, before a command works in it.
@MainActor
package struct VaultUnlocking {
  private let vaults: any Vaults
  private let request: CommandRequest
  private let streams: any AgeStreams

  package init(_ vaults: any Vaults, _ request: CommandRequest, _ streams: any AgeStreams) {
    self.vaults = vaults
    self.request = request
    self.streams = streams
  }

  /// The vault stands open afterwards. The recovery key does as well as the passphrase. Where nobody can
  /// be asked, a command that works with a locked vault too gets the reason.
  package func open(_ vault: VaultID) async throws(CommandFailure) -> CommandFailure? {
    let given: Secret
    do throws(CommandFailure) {
      given = try AgeKeyring(request, streams).knownPassphrase(
        "Passphrase of \(vault.path.name.text): ")
    } catch {
      if request.spec.worksLocked, !request.has(.passphraseFD), !streams.canAsk { return error }
      throw error
    }
    let typed = given.withBytes { TypedSecret($0) }
    do throws(VaultError) {
      _ = try await vaults.open(
        vault, proof: given.isRecoveryKey ? .recoveryKey(typed) : .passphrase(typed))
    } catch {
      throw CommandFailure(error)
    }
    return nil
  }
}
