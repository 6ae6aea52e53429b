package import Entities
import Files
import Glibc
package import Vault

/// What is kept under a vault's old key takes other names first, so that what the new key closes can have
/// those. Both would be called the same: the names of the folders are made of the vault's path.
extension StateKeeping {
  /// The folders of what is worth keeping.
  private static let kinds = ["recovery", "versions", "lists", "searches"]

  package func setAside(
    _ vault: VaultID, before new: X25519Identity
  ) async throws(ConversionError) {
    if try last(vault) == name(of: new) { return }
    let seal = try keys(new).stateSeal
    for kind in Self.kinds {
      try rename(folder(kind, vault, seal), to: folder(kind, vault, seal.setAside))
    }
  }

  package func putBack(
    _ vault: VaultID, with old: X25519Identity
  ) async throws(ConversionError) {
    let seal = try keys(old).stateSeal
    for kind in Self.kinds {
      try rename(folder(kind, vault, seal.setAside), to: folder(kind, vault, seal))
    }
  }

  package func reseal(
    _ vault: VaultID, from old: X25519Identity, to new: X25519Identity,
    goesOn: (_ done: Int, _ all: Int) -> Bool
  ) async throws(ConversionError) {
    let seal = try keys(new).stateSeal
    try reseal(vault, from: try keys(old).stateSeal.setAside, to: seal, goesOn)
    try removeMade(seal, vault)
    try note(new, vault)
  }

  private func folder(_ kind: String, _ vault: VaultID, _ seal: StateSeal) -> [UInt8] {
    seal.folder(kind, of: vault.path.bytes, in: stateFolder)
  }

  /// A folder that is not there, or was renamed before, is no reason to stop.
  private func rename(_ old: [UInt8], to new: [UInt8]) throws(ConversionError) {
    try working(on: NotePath(bytes: old), to: "rename") { () throws(SystemError) in
      let parent = Array(old[..<(old.lastIndex(of: slash) ?? 0)])
      guard let folder = try ifThere(Posix.openFolder(parent)) else { return }
      try ifThere(
        Posix.renameToFreeName(
          NotePath(bytes: old).name.bytes, in: folder.raw, to: NotePath(bytes: new).name.bytes,
          in: folder.raw))
      try Posix.syncFolder(folder.raw, .real)
    }
  }

  // MARK: Which key was the last

  // Somebody may put back the files of a change that was done long ago. What is closed with its new key
  // already must not be taken for what its old one closed.

  private static let keyFolder = Array("/keys".utf8)

  private func name(of key: X25519Identity) -> [UInt8] {
    Array(ShortName.of(Array(key.recipient.text.utf8)).utf8)
  }

  private func last(_ vault: VaultID) throws(ConversionError) -> [UInt8]? {
    try working(on: NotePath("keys"), to: "read") { () throws(SystemError) in
      let name = Array(ShortName.of(vault.path.bytes).utf8)
      let path = stateFolder + Self.keyFolder + [slash] + name
      return try ifThere(Posix.contents(path, limit: 1 << 10))
    }
  }

  private func note(_ new: X25519Identity, _ vault: VaultID) throws(ConversionError) {
    try working(on: NotePath("keys"), to: "write") { () throws(SystemError) in
      let folder = try PrivateFolder.open(stateFolder + Self.keyFolder, making: true)
      try NewFile.put(
        name(of: new), as: Array(ShortName.of(vault.path.bytes).utf8), in: folder.raw)
    }
  }
}
