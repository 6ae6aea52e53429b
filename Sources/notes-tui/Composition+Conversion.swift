import Conversion
import Entities
import FileStore
import Files
import Vault

extension Composition {
  /// Encrypts and decrypts a vault, with all that is kept of it elsewhere.
  func conversion(of vault: VaultID) -> VaultConversion {
    VaultConversion(
      of: vault, clock: clock,
      keeping: StateKeeping(
        stateFolder: Array(environment.stateFolder.utf8),
        cacheFolder: Array(environment.cacheFolder.utf8), clock: clock))
  }
}
