package import Entities
import FileStore
import Files
import Glibc
import SealedStore
import Services
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

  package func obstacles(
    to direction: ConversionMark.Direction, _ vault: VaultID, with identity: X25519Identity?
  ) async throws(ConversionError) -> [String] {
    // An interrupted move of notes is finished first: its journal names notes.
    let problems: [String]
    let seal: StateSeal
    switch identity {
    case let identity?:
      seal = try keys(identity).stateSeal
      problems = await SealedVault(
        root: vault.path.bytes, identity: identity, seal: seal, cacheFolder: cacheFolder,
        stateFolder: stateFolder, clock: clock
      ).recover()
    default:
      seal = .none
      problems = await FolderMoves(
        root: vault.path.bytes, stateFolder: stateFolder, vault: vault, clock: clock
      ).recover()
    }
    guard StateResealing.isBusy(vault, in: stateFolder, under: seal) else { return problems }
    return problems + [
      "another notes-tui has unsaved texts of this vault. Save them, and end that one"
    ]
  }

  package func seal(
    _ vault: VaultID, with identity: X25519Identity, goesOn: (_ done: Int, _ all: Int) -> Bool
  ) async throws(ConversionError) {
    try reseal(vault, from: .none, to: try keys(identity).stateSeal, goesOn)
  }

  package func unseal(
    _ vault: VaultID, with identity: X25519Identity, goesOn: (_ done: Int, _ all: Int) -> Bool
  ) async throws(ConversionError) {
    try reseal(vault, from: try keys(identity).stateSeal, to: .none, goesOn)
  }

  private func resealing(
    _ vault: VaultID, from old: StateSeal, to new: StateSeal
  ) -> StateResealing {
    StateResealing(stateFolder: stateFolder, vault: vault, from: old, to: new, clock: clock)
  }

  private func files(_ vault: VaultID, _ seal: StateSeal) -> StateFiles {
    StateFiles(stateFolder: stateFolder, vault: vault, seal: seal)
  }

  func reseal(
    _ vault: VaultID, from old: StateSeal, to new: StateSeal,
    _ goesOn: (_ done: Int, _ all: Int) -> Bool
  ) throws(ConversionError) {
    let isDone: Bool
    do throws(NoteStoreError) {
      isDone = try resealing(vault, from: old, to: new).run(goesOn: goesOn)
    } catch {
      switch error {
      case .refused(let path, let reason):
        throw .failed(path, action: "convert the state in", reason: reason)
      default: throw ConversionError(error, vault.path)
      }
    }
    if !isDone { throw .cancelled }
    try rethrow(files(vault, old).reseal(to: files(vault, new))) { (error: NoteStoreError) in
      ConversionError(error, vault.path)
    }
    try removeMade(old, vault)
  }

  /// Removes state that is rebuilt when missing, the moves' lock, the names of opened notes, and
  /// the known versions of files that have new encryption now.
  func removeMade(_ seal: StateSeal, _ vault: VaultID) throws(ConversionError) {
    for kind in ["index", "places"] {
      try remove(seal.folder(kind, of: vault.path.bytes, in: cacheFolder))
    }
    for kind in ["moves", StateFiles.recentKind, RollbackCheck.kind] {
      try remove(seal.folder(kind, of: vault.path.bytes, in: stateFolder))
    }
  }

  private func remove(_ folder: [UInt8]) throws(ConversionError) {
    try working(on: NotePath(bytes: folder), to: "remove", Posix.removeTree(folder))
  }

  func keys(_ identity: X25519Identity) throws(ConversionError) -> VaultKeys {
    return try rethrow(VaultKeys(identity: identity)) { (error: AgeError) in
      ConversionError.failed(.own, action: "use the key in", reason: error.message)
    }
  }
}

/// State under a vault's old key is renamed first: the folders' names are derived from the vault's
/// path, so those of the new key would be the same.
extension StateKeeping {
  /// The kinds of folders that are converted.
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

  /// Renames a folder, unless it is missing or was renamed before.
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

  // MARK: The last key

  // Someone may restore the files of a change that was finished long ago. State that the new key
  // encrypts must not be mistaken for the old key's.

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
