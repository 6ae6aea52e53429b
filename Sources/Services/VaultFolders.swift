package import Entities

/// Vaults in folders, for whoever puts locks on them.
package protocol VaultFolders: Vaults {
  /// A typed place as a vault's name. It must be an empty folder, or not there; with `making` it is
  /// there afterwards.
  func emptyFolder(at place: String, making: Bool) async throws(VaultError) -> VaultID
}
