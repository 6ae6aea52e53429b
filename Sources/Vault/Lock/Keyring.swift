package import Entities
import Synchronization

/// The keys of the vaults that stand open, for as long as they do. A key that is dropped is wiped as
/// soon as nobody works with it any more.
package final class Keyring: Sendable {
  private let identities = Mutex<[VaultID: X25519Identity]>([:])

  package init() {}

  package func keep(_ identity: X25519Identity, of vault: VaultID) {
    identities.withLock { $0[vault] = identity }
  }

  /// Nil for a vault that is locked, and for one that has no lock.
  package func identity(of vault: VaultID) -> X25519Identity? {
    identities.withLock { $0[vault] }
  }

  package func drop(_ vault: VaultID) {
    identities.withLock { $0[vault] = nil }
  }
}
