package import Entities
package import FileStore
package import Files
package import Services
package import Vault

/// An open encrypted vault: the services for its notes. Nothing accesses the disk before its first
/// use, and all keys are wiped once none of these is in use.
package struct SealedVault: Sendable {
  package let notes: FolderStore
  package let files: SealedFiles
  package let moves: SealedMoves
  package let events: SealedEvents
  /// Checks for notes that are older than known here.
  package let seen: RollbackCheck
  let work: SealedWork

  /// `root` is the vault's folder, by its file system path. `seal` encrypts its state in
  /// `cacheFolder` and `stateFolder`, which belong to this person. Listings run on `background`.
  package init(
    root: [UInt8], identity: X25519Identity, seal: StateSeal, cacheFolder: [UInt8],
    stateFolder: [UInt8], clock: any WallClock, background: (any TaskExecutor)? = nil,
    identified: @escaping @Sendable (_ key: [UInt8]) -> [NotePath] = { _ in [] }
  ) {
    self.init(
      SealedFolder(root: root, identity: identity, clock: clock), seal: seal,
      cacheFolder: cacheFolder, stateFolder: stateFolder, background: background,
      identified: identified)
  }

  init(
    _ folder: SealedFolder, seal: StateSeal, cacheFolder: [UInt8], stateFolder: [UInt8],
    background: (any TaskExecutor)?,
    identified: @escaping @Sendable (_ key: [UInt8]) -> [NotePath]
  ) {
    let paths = SealedPaths(
      folder, cache: PathCache(cacheFolder: cacheFolder, vault: folder.root, seal: seal),
      seen: KnownVersions(stateFolder: stateFolder, vault: folder.root, seal: seal))
    work = SealedWork(paths: paths)
    notes = FolderStore(
      work, background: background,
      turns: WriteLocks(stateFolder: stateFolder, root: folder.root))
    files = SealedFiles(paths)
    moves = SealedMoves(
      in: SealedMoveStorage(work, stateFolder: stateFolder, seal: seal, identified: identified))
    events = paths.makeEvents()
    seen = RollbackCheck(paths)
  }

  /// Opens and closes the vault's files for a sync.
  package var opener: any AgeOpening { SealedOpener(identity: work.folder.identity) }

  /// Copies that other programs made of its files.
  package var copies: any ClosedCopies { SealedCopies(work) }

  /// Returns the vault's files for a sync. Replaced texts are stored in `versions`, under the
  /// notes' own names.
  package func synced(versions: any NoteVersions) -> any SyncedFiles {
    SealedSyncedFolder(
      work, opener: SealedOpener(identity: work.folder.identity), versions: versions)
  }

  /// Finishes what an interrupted run left. Call once, before the notes are changed. Returns
  /// messages for the person.
  package func recover() async -> [String] { await moves.recover() }
}

/// Reports changes to the notes of an encrypted vault: its files are watched like any others, and
/// each is reported as the notes that it was and is.
package typealias SealedEvents = FolderEvents

extension SealedPaths {
  func makeEvents() -> SealedEvents {
    FolderEvents(
      root: folder.root, files: SealedFiles(self),
      names: .hidden(
        isNote: { SealedID(fileName: $0) != nil || SealedCopyName(Array($0)) != nil },
        notes: { self.notes(of: $0) }))
  }

  /// Reads each file again, so that a listener can use the note immediately.
  private func notes(of files: Set<NoteID>) -> Set<NoteID> {
    guard let root = try? folder.openRoot() else { return files }
    // Paths that became free since the last report, whichever call found that out.
    var notes = Set(asking { $0.takeFreedPaths() }.map { NoteID($0) })
    func add(_ location: NotePath?) {
      guard let location, location.isOfNote else { return }
      notes.insert(NoteID(location))
    }
    for file in files {
      guard let id = SealedID(fileName: file.path.bytes) else {
        // A copy is reported by its name next to its note.
        let copy = SealedCopyName(file.path.bytes)
        add(copy.map { copy in asking { $0.path(of: copy.id) }.map(copy.path) } ?? file.path)
        continue
      }
      add(asking { $0.path(of: id) })
      look(at: id, in: root.raw)
      add(asking { $0.path(of: id) })
    }
    notes.formUnion(asking { $0.takeFreedPaths() }.map { NoteID($0) })
    return notes
  }
}
