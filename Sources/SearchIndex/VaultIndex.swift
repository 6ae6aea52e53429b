package import Entities
package import Files
package import Services
package import VaultSettings

/// The index of one vault in SQLite, beside the vault and never in it, with a part for each kind of
/// question.
///
/// It is whole or absent: the first one is built under a name of its own and put in use when it is
/// done. Whatever is wrong with it, the answers come from the files then.
package final class VaultIndex: NoteIndex {
  let index: IndexAccess
  let unread = UnreadNotes()
  let folded = FoldedCache()
  private let upkeep: IndexUpkeep
  package let search: VaultSearch
  package let links: VaultLinks
  package let tasks: VaultTasks
  package let activity: VaultActivity
  package let changes: VaultChanges
  package let tables: VaultTables

  package var isWatched: Bool { index.isWatched }

  /// `folder` is the index's own, an absolute path; it is made when there is something to keep. With
  /// a seal nothing of the notes can be read in it. `isWatched`: changes by other programs are told to
  /// `refresh`.
  package init(
    files: any VaultFiles, folder: [UInt8], clock: any WallClock,
    foreign: any ForeignSettings = NoForeignSettings(), seal: BlockSeal? = nil,
    isWatched: Bool = true
  ) {
    let folder = IndexFolder(path: folder, files: seal.map(SealedFiles.init))
    index = IndexAccess(
      files: files, clock: clock, connections: Connections(folder), isWatched: isWatched)
    upkeep = IndexUpkeep(index, unread)
    search = VaultSearch(index: index, foreign: foreign)
    links = VaultLinks(index: index, search: search, foreign: foreign)
    tasks = VaultTasks(index: index)
    activity = VaultActivity(index: index)
    changes = VaultChanges(index: index, search: search, foreign: foreign)
    tables = VaultTables(index: index)
  }

  package func reconcile() -> AsyncStream<IndexProgress> { upkeep.reconcile() }

  @concurrent
  package func refresh(_ notes: [NoteID]) async throws(NoteIndexError) -> IndexChange {
    try await upkeep.refresh(notes)
  }

  @concurrent
  package func discard() async throws(NoteIndexError) {
    let connections = index.connections
    if let current = connections.current() { connections.discard(current) }
  }

  /// For a process that ends next. Its connections close with it, at no cost.
  package func end() { index.connections.end() }
}
