package import Entities

/// Vaults in folders, before any lock is put on them.
package protocol VaultFolders: Sendable {
  func known() async -> [VaultSummary]

  func open(_ id: VaultID) async throws(VaultError) -> VaultSummary

  func make(at place: String) async throws(VaultError) -> VaultSummary

  func isTaken(_ place: String) async -> Bool

  /// A typed place as a vault's name. It must be an empty folder, or not there; with `making` it is
  /// there afterwards.
  func emptyFolder(at place: String, making: Bool) async throws(VaultError) -> VaultID
}
