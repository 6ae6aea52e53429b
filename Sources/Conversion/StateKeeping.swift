package import Entities
import Files
import Glibc
package import Services
package import Vault

/// The versions, unsaved texts and index of a vault, in the folders outside it.
package struct StateKeeping: VaultKeeping {
  let stateFolder: [UInt8]
  let cacheFolder: [UInt8]
  let clock: any WallClock

  package init(stateFolder: [UInt8], cacheFolder: [UInt8], clock: any WallClock) {
    self.stateFolder = stateFolder
    self.cacheFolder = cacheFolder
    self.clock = clock
  }

  package func seal(
    _ vault: VaultID, with identity: X25519Identity
  ) async throws(ConversionError) {
    try removeIndex(of: vault, .none)
  }

  package func unseal(
    _ vault: VaultID, with identity: X25519Identity
  ) async throws(ConversionError) {
    try removeIndex(of: vault, try keys(identity).stateSeal)
  }

  private func keys(_ identity: X25519Identity) throws(ConversionError) -> VaultKeys {
    do throws(AgeError) {
      return try VaultKeys(identity: identity)
    } catch {
      throw .failed(.own, action: "use the key in", reason: error.message)
    }
  }

  /// It is made anew from the notes whenever it is missing.
  private func removeIndex(of vault: VaultID, _ seal: StateSeal) throws(ConversionError) {
    try removeFolder(seal.folder("index", of: vault.path.bytes, in: cacheFolder))
  }

  private func removeFolder(_ path: [UInt8]) throws(ConversionError) {
    try working(on: NotePath(bytes: path), to: "remove") { () throws(SystemError) in
      try Self.removeAll(path)
    }
  }

  private static func removeAll(_ path: [UInt8]) throws(SystemError) {
    do {
      let folder = try Posix.openFolder(path, followingLink: false)
      for name in try Posix.names(in: folder.raw) {
        let facts = try Posix.facts(name, in: folder.raw)
        if facts.kind == .folder {
          try removeAll(path + [slash] + name)
        } else {
          try Posix.remove(name, in: folder.raw)
        }
      }
      try Posix.removeFolder(path)
    } catch  where error.code == ENOENT {}
  }
}
