package import Files
package import Services
import Synchronization

/// The index of one vault in SQLite, beside the vault and never in it.
///
/// It is whole or absent: the first one is built under a name of its own and put in use when it is
/// done. Whatever is wrong with it, the answers come from the files then.
package final class VaultIndex: NoteIndex {
  let files: any VaultFiles
  let clock: any WallClock
  let folder: IndexFolder
  /// Whether changes by other programs are told to `refresh`. If not, as for a single command, they are
  /// looked for before each answer.
  package let isWatched: Bool
  let connections: Connections
  let runs = Runs()
  let unread = UnreadNotes()
  let folded = FoldedCache()
  /// Held while large notes are read.
  let largeNotes = Mutex(())

  /// `folder` is the index's own, an absolute path; it is made when there is something to keep. With
  /// a seal nothing of the notes can be read in it.
  package init(
    files: any VaultFiles, folder: [UInt8], clock: any WallClock, seal: BlockSeal? = nil,
    isWatched: Bool = true
  ) {
    self.files = files
    self.clock = clock
    self.isWatched = isWatched
    self.folder = IndexFolder(path: folder, files: seal.map(SealedFiles.init))
    connections = Connections(self.folder)
  }

  /// For a process that ends next. Its connections close with it, at no cost.
  package func end() { connections.end() }

  /// What the connections of this run say about the index; nil where there is no index to ask, and
  /// the files must tell. `body` runs on whichever thread asks, and may be asked again.
  func reading<Value>(
    _ body: (Database) throws(DatabaseError) -> Value
  ) throws(NoteIndexError) -> Value? {
    try connections.using(body)
  }

  /// The same, all or nothing, for what is changed.
  func writing<Value>(
    _ body: (Database) throws(DatabaseError) -> Value
  ) throws(NoteIndexError) -> Value? {
    try connections.using { (database) throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in try body(database) }
    }
  }
}
