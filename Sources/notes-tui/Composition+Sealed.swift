import Entities
import FileStore
import Files
import SealedStore
import SearchIndex
import Synchronization
import Vault
import VaultSettings

extension Composition {
  /// The parts of an open encrypted vault. Everything that they store anywhere is encrypted with
  /// its keys, which are erased with the last part.
  func sealedParts(
    of vault: VaultID, _ keys: VaultKeys, isReadOnly: Bool, isWatched: Bool,
    on threads: any TaskExecutor
  ) -> VaultParts {
    let (clock, root, seal) = (clock, vault.path.bytes, keys.stateSeal)
    let names = DeferredIndex()
    let sealed = SealedVault(
      root: root, identity: keys.identity, seal: seal, cacheFolder: cacheFolder,
      stateFolder: stateFolder, clock: clock, background: threads,
      identified: { names.notes(identified: $0) })
    let index = VaultIndex(
      files: sealed.files, folder: seal.folder("index", of: root, in: cacheFolder), clock: clock,
      foreign: ObsidianFolder(root: root), seal: keys.blockSeal, isWatched: isWatched)
    names.set(index)
    let versions = FolderVersions(
      stateFolder: stateFolder, vault: vault, clock: clock, background: threads,
      largestText: settings.largestVersioned, seal: seal)
    return VaultParts(
      folder: sealed.notes, store: sealed.notes, versions: versions, moves: sealed.moves,
      journal: FolderJournal(stateFolder: stateFolder, vault: vault, clock: clock, seal: seal),
      index: index, files: sealed.files, events: sealed.events,
      health: SealedHealth(health(of: vault, sealed.files), root: root, seen: sealed.seen),
      seal: seal, sealed: sealed
    ) {
      let strays = PlainStrays.warnings(in: root)
      if isReadOnly { return strays }
      let said = await sealed.recover()
      await versions.recover { sealed.files.facts(of: $0) != nil }
      return PlainStrays.warnings(in: root) + said
    }
  }
}

/// A reference to the index for parts that must exist before it.
private final class DeferredIndex: Sendable {
  private let index = Mutex<VaultIndex?>(nil)

  func set(_ index: VaultIndex) { self.index.withLock { $0 = index } }

  func notes(identified key: [UInt8]) -> [NotePath] {
    index.withLock { $0 }?.notes(identified: key) ?? []
  }
}
