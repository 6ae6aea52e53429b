import App
import Entities
import FileStore
import Files
import SearchIndex
import Services

extension Composition {
  /// For a screen, which hears of what other programs do.
  func screenServices(
    for vault: VaultID, _ options: LaunchOptions
  ) -> (services: VaultServices, index: VaultIndex) {
    var made = parts(of: vault, isReadOnly: options.isReadOnly, on: threads)
    made.services.index = made.index
    return made
  }

  /// For a command, which looks for what other programs did whenever it asks.
  func commandServices(
    for vault: VaultID, isReadOnly: Bool, on threads: any TaskExecutor
  ) -> (services: VaultServices, index: VaultIndex) {
    parts(of: vault, isReadOnly: isReadOnly, on: threads)
  }

  /// None of them touches the disk before it is used.
  private func parts(
    of vault: VaultID, isReadOnly: Bool, on threads: any TaskExecutor
  ) -> (services: VaultServices, index: VaultIndex) {
    let (clock, root) = (clock, vault.path.bytes)
    let state = Array(environment.stateFolder.utf8)
    let files = FolderFiles(root: root, clock: clock)
    let index = VaultIndex(files: files, folder: indexFolder(of: vault), clock: clock)
    let folder = FolderStore(
      root: root, clock: clock, background: threads,
      alikeNames: { index.notes(namedLike: $0, in: $1, asOf: $2) })
    let versions = FolderVersions(
      stateFolder: state, vault: vault, clock: clock, background: threads,
      largestText: settings.largestVersioned)
    let moves = FolderMoves(
      root: root, stateFolder: state, vault: vault, clock: clock,
      titled: { index.notes(titled: $0) })
    var services = VaultServices(
      store: VersionedStore(folder, versions: versions),
      index: FreshIndex(index), search: index, links: index,
      moves: VersionedMoves(moves, versions: versions),
      trash: VersionedTrash(folder, versions: versions), versions: versions,
      journal: FolderJournal(stateFolder: state, vault: vault, clock: clock), files: files,
      events: FolderEvents(root: root, files: files), health: health(of: vault, files),
      end: { index.end() })
    if isReadOnly {
      services.store = ReadOnlyStore(folder)
      services.moves = ReadOnlyMoves()
      services.trash = ReadOnlyTrash(folder)
      services.journal = ReadOnlyJournal()
    } else {
      services.recover = {
        let said = await moves.recover()
        await versions.recover { files.facts(of: $0) != nil }
        return said
      }
    }
    return (services, index)
  }

  private func health(of vault: VaultID, _ files: any VaultFiles) -> FolderHealth {
    FolderHealth(
      vault: vault.path, files: files,
      places: [
        .init(part: "unsaved texts", folder: NotePath("\(environment.stateFolder)/recovery")),
        .init(part: "versions", folder: NotePath("\(environment.stateFolder)/versions")),
        .init(part: "index", folder: NotePath("\(environment.cacheFolder)/index")),
      ])
  }

  /// Outside the vault, under a name made of its path.
  private func indexFolder(of vault: VaultID) -> [UInt8] {
    Array("\(environment.cacheFolder)/index/\(ShortName.of(vault.path.bytes))".utf8)
  }
}
