import Entities
import FileStore
import Files
import SearchIndex
import Services

extension Composition {
  /// Who asks: a screen hears of what other programs do, a command has to look.
  enum Asker {
    case screen
    case command
  }

  /// The parts of a vault. None of them touches the disk before it is used.
  func services(
    for vault: VaultID, isReadOnly: Bool, asker: Asker, on threads: any TaskExecutor
  ) -> VaultServices {
    let (clock, root) = (clock, vault.path.bytes)
    let state = Array(environment.stateFolder.utf8)
    let files = FolderFiles(root: root, clock: clock)
    let index = VaultIndex(files: files, folder: indexFolder(of: vault), clock: clock)
    let folder = FolderStore(root: root, clock: clock, background: threads)
    let versions = FolderVersions(
      stateFolder: state, vault: vault, clock: clock, background: threads)
    let moves = FolderMoves(root: root, stateFolder: state, vault: vault, clock: clock)
    var services = VaultServices(
      store: VersionedStore(folder, versions: versions),
      index: asker == .screen ? index : FreshIndex(index), search: index, links: index,
      moves: VersionedMoves(moves, versions: versions),
      trash: VersionedTrash(folder, versions: versions), versions: versions,
      journal: FolderJournal(stateFolder: state, vault: vault, clock: clock), files: files,
      events: FolderEvents(root: root, files: files), health: health(of: vault, files))
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
    return services
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
