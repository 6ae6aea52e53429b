import Commands
import Entities
import FileStore
import Files
import SearchIndex
import Services

extension Composition {
  /// The parts of a vault that commands work with. None of them touches the disk before it is used
  /// but `recover`, which ends what an earlier run left half done and says what came of it.
  func commandServices(
    for vault: VaultID, isReadOnly: Bool, on threads: any TaskExecutor
  ) -> (services: CommandServices, recover: () async -> [String]) {
    let (clock, root) = (clock, vault.path.bytes)
    let state = Array(environment.stateFolder.utf8)
    let files = FolderFiles(root: root, clock: clock)
    let index = VaultIndex(files: files, folder: indexFolder(of: vault), clock: clock)
    let folder = FolderStore(root: root, clock: clock, background: threads)
    let versions = FolderVersions(
      stateFolder: state, vault: vault, clock: clock, background: threads)
    let moves = FolderMoves(root: root, stateFolder: state, vault: vault, clock: clock)
    let health = FolderHealth(
      vault: vault.path, files: files,
      places: [
        .init(part: "unsaved texts", folder: NotePath("\(environment.stateFolder)/recovery")),
        .init(part: "versions", folder: NotePath("\(environment.stateFolder)/versions")),
        .init(part: "index", folder: NotePath("\(environment.cacheFolder)/index")),
      ])
    if isReadOnly {
      let services = CommandServices(
        store: ReadOnlyStore(folder), index: FreshIndex(index), search: index, links: index,
        moves: ReadOnlyMoves(), trash: ReadOnlyTrash(folder), versions: versions,
        journal: ReadOnlyJournal(), files: files, health: health)
      return (services, { [] })
    }
    let services = CommandServices(
      store: VersionedStore(folder, versions: versions), index: FreshIndex(index), search: index,
      links: index,
      moves: VersionedMoves(moves, versions: versions), trash: folder, versions: versions,
      journal: FolderJournal(stateFolder: state, vault: vault, clock: clock), files: files,
      health: health)
    return (services, { await moves.recover() })
  }

  /// Outside the vault, under a name made of its path.
  func indexFolder(of vault: VaultID) -> [UInt8] {
    Array("\(environment.cacheFolder)/index/\(ShortName.of(vault.path.bytes))".utf8)
  }
}
