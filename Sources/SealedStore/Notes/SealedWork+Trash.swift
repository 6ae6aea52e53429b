import Entities
import Files
import Glibc
import NoteSyntax
import Services

/// The trash is the folder `.trash`, where files have the same names as before. Each contains the
/// note's path; its time of change is when it was trashed.
extension SealedWork {
  private static let trash = NotePath(bytes: SealedFolder.trashName)

  func trash(_ id: NoteID) throws(NoteStoreError) -> TrashedNote {
    let root = try folder.openRoot(for: id.path, to: "trash")
    let found = try sealing(id.path, to: "trash", paths.find(id.path))
    guard let (sealed, record) = found else { throw .notFound(id.path) }
    let title = (try? summary(of: id))?.title ?? id.path.stem.text
    return try onBehalf(of: id.path, to: "trash") { () throws(SystemError) in
      try folder.hold(root.raw)
      defer { flock(root.raw, LOCK_UN) }
      let moved = try moveToTrash(sealed, in: root.raw)
      return TrashedNote(
        original: NoteID(record.path),
        resting: Self.trash.appending(NotePath(bytes: moved.name)),
        title: title, trashed: moved.trashed)
    }
  }

  /// Trashes a restored note again. If it was restored under another path, it gets its own again.
  func putBack(
    _ id: NoteID, as trashed: TrashedNote
  ) throws(NoteStoreError) -> TrashedNote {
    var back = try trash(id)
    if back.original == trashed.original { return back }
    let root = try folder.openRoot(for: id.path, to: "trash")
    let lying = try onBehalf(
      of: id.path, to: "trash", folder.openTrash(in: root.raw, making: false))
    let file = try resting(back.resting, id.path, to: "trash")
    try onBehalf(of: id.path, to: "trash", folder.hold(root.raw))
    defer { flock(root.raw, LOCK_UN) }
    try sealing(id.path, to: "trash") { () throws(SealedFault) in
      try rename(
        file, folder.open(file.fileName, in: lying.raw), to: trashed.original.path, lying.raw)
    }
    back.original = trashed.original
    back.trashed = (try? Posix.facts(file.fileName, in: lying.raw))?.changed
    return back
  }

  /// Changes the original path of a trashed note.
  private func rename(
    _ id: SealedID, _ opened: consuming OpenedFile, to path: NotePath, _ trash: Int32
  ) throws(SealedFault) {
    let (facts, raw) = (opened.facts, opened.raw)
    var staged = try folder.stage(
      .sealed(opened.stream()), at: path, modified: facts.modified, in: trash,
      after: (facts, raw))
    try staged.replace(id, seen: facts)
  }

  /// Moves a file to the trash: a note's, or another. The caller holds the folder's lock. Returns
  /// the new name, and the time of the move.
  func moveToTrash(
    _ id: SealedID, named other: [UInt8]? = nil, in root: Int32
  ) throws(SystemError) -> (name: [UInt8], trashed: Timestamp?) {
    let trash = try folder.openTrash(in: root, making: true)
    let before = SealedPaths.time(of: root)
    let old = other ?? id.fileName
    let name = try move(old, in: root, toOneOf: id, in: trash.raw)
    do {
      try sync(root, trash.raw)
    } catch {
      try? Posix.renameToFreeName(name, in: trash.raw, to: old, in: root)
      throw error
    }
    paths.folderChanged(from: before, root)
    paths.take([.remove(id)])
    return (name, (try? Posix.facts(name, in: trash.raw))?.changed)
  }

  /// Moves a file under its own name, or under a new one if that is in use.
  private func move(
    _ name: [UInt8], in source: Int32, toOneOf id: SealedID, in target: Int32
  ) throws(SystemError) -> [UInt8] {
    var new = id.fileName
    do throws(SystemError) {
      try Posix.renameToFreeName(name, in: source, to: new, in: target)
    } catch  where error.code == EEXIST {
      // The name belongs to a copy of the same file, but a random name is unique.
      new = SealedID.random().fileName
      try Posix.renameToFreeName(name, in: source, to: new, in: target)
    }
    return new
  }

  func sync(_ root: Int32, _ trash: Int32) throws(SystemError) {
    try Posix.syncFolder(trash, folder.disk)
    try Posix.syncFolder(root, folder.disk)
  }

  /// Returns everything in the trash, the latest first.
  func trashed() throws(NoteStoreError) -> [TrashedNote] {
    let root = try folder.openRoot(for: Self.trash, to: "read")
    do throws(SystemError) {
      let trash = try folder.openTrash(in: root.raw, making: false)
      var found: [TrashedNote] = []
      for name in try Posix.names(in: trash.raw) {
        guard let id = SealedID(fileName: name),
          let facts = try? Posix.facts(name, in: trash.raw), facts.kind == .file
        else { continue }
        found.append(trashed(id, facts, in: trash.raw))
      }
      return found.sorted {
        ($1.trashed ?? .first, $0.resting) < ($0.trashed ?? .first, $1.resting)
      }
    } catch {
      if error.code == ENOENT { return [] }
      throw error.noteError(Self.trash, "read")
    }
  }

  private func trashed(_ id: SealedID, _ facts: FileFacts, in trash: Int32) -> TrashedNote {
    var (path, title) = (id.placeholder, nil as String?)
    do throws(SealedFault) {
      let stream = try folder.open(id.fileName, in: trash)
      (path, title) = try stream.row()
    } catch {
      title = "\(id.placeholder.stem.text) (\(error.obstacle.words))"
    }
    return TrashedNote(
      original: NoteID(path),
      resting: Self.trash.appending(NotePath(bytes: id.fileName)), title: title,
      trashed: facts.changed)
  }

  func restore(_ trashed: TrashedNote) throws(NoteStoreError) -> NoteID {
    try restoreMany([trashed])[0].get()
  }

  /// Restores notes, and flushes the folders once for all of them.
  func restoreMany(_ notes: [TrashedNote]) -> [Result<NoteID, NoteStoreError>] {
    guard let path = notes.first?.original.path else { return [] }
    do throws(NoteStoreError) {
      let root = try folder.openRoot(for: path, to: "restore")
      let trash = try onBehalf(
        of: path, to: "restore", folder.openTrash(in: root.raw, making: false))
      try onBehalf(of: path, to: "restore", folder.hold(root.raw))
      defer { flock(root.raw, LOCK_UN) }
      bringUpToDate(root.raw)
      let before = SealedPaths.time(of: root.raw)
      var taken: Set<NotePath> = []
      let moved = notes.map { note in
        Result { () throws(NoteStoreError) in
          try bringBack(note, besides: &taken, from: trash.raw, to: root.raw)
        }
      }
      do {
        try sync(root.raw, trash.raw)
      } catch {
        for (note, answer) in zip(notes, moved) {
          guard case .success(let id) = answer else { continue }
          try? Posix.renameToFreeName(
            id.fileName, in: root.raw, to: note.resting.name.bytes, in: trash.raw)
        }
        throw error.noteError(path, "restore")
      }
      paths.folderChanged(from: before, root.raw)
      return zip(notes, moved).map { note, answer in
        answer.map { id in
          paths.look(at: id, in: root.raw)
          return NoteID(paths.asking { $0.path(of: id) } ?? note.original.path)
        }
      }
    } catch {
      return notes.map { _ in .failure(error) }
    }
  }

  /// `taken` are the paths of the notes restored together with it.
  private func bringBack(
    _ note: TrashedNote, besides taken: inout Set<NotePath>, from trash: Int32, to root: Int32
  ) throws(NoteStoreError) -> SealedID {
    let id = try resting(note.resting, note.original.path, to: "restore")
    let location = try makeRoom(id, note.resting, besides: taken, in: trash)
    let name = try onBehalf(
      of: note.original.path, to: "restore", move(id.fileName, in: trash, toOneOf: id, in: root))
    if let location { taken.insert(location) }
    return SealedID(fileName: name) ?? id
  }

  /// Returns the path for a restored note. If another note uses its path, the trashed one gets the
  /// next free path while it is still in the trash: a kill in between changes nothing else.
  private func makeRoom(
    _ id: SealedID, _ resting: NotePath, besides taken: Set<NotePath>, in trash: Int32
  ) throws(NoteStoreError) -> NotePath? {
    try sealing(resting, to: "restore") { () throws(SealedFault) -> NotePath? in
      let opened = try folder.open(id.fileName, in: trash)
      // An unreadable file is restored as it is.
      guard let path = try? opened.head().path else { return nil }
      let free = paths.asking { table in
        for name in NoteFileName.numbered(path.name.bytes) {
          let free = path.folder.appending(NotePath(bytes: name))
          if taken.contains(free) { continue }
          if table.isFree(free) || table.fileAbove(free) != nil { return free }
        }
        return path
      }
      if free == path { return path }
      try rename(id, opened, to: free, trash)
      return free
    }
  }

  /// Returns the file for a path from `trashed`.
  private func resting(
    _ path: NotePath, _ note: NotePath, to action: String
  ) throws(NoteStoreError) -> SealedID {
    guard path.folder == Self.trash, let id = SealedID(fileName: path.name.bytes) else {
      throw .failed(note, action: action, reason: "this is not in the vault's trash")
    }
    return id
  }

  func read(_ trashed: TrashedNote) throws(NoteStoreError) -> [UInt8] {
    let path = trashed.resting
    let id = try resting(path, trashed.original.path, to: "read")
    let root = try folder.openRoot(for: path, to: "read")
    let trash = try onBehalf(of: path, to: "read", folder.openTrash(in: root.raw, making: false))
    let text = try sealing(path, to: "read") { () throws(SealedFault) in
      try folder.open(id.fileName, in: trash.raw).text(limit: Self.largestNote)
    }
    guard let text else { throw .tooLarge(path, bytes: Self.largestNote) }
    return text
  }

  func deleteForGood(_ notes: [TrashedNote]) throws(NoteStoreError) {
    try notes.withEach { (note) throws(NoteStoreError) in try deleteForGood(note) }
  }

  private func deleteForGood(_ note: TrashedNote) throws(NoteStoreError) {
    let id = try resting(note.resting, note.resting, to: "delete")
    let root = try folder.openRoot(for: note.resting, to: "delete")
    try onBehalf(of: note.resting, to: "delete") { () throws(SystemError) in
      guard let trash = try ifThere(folder.openTrash(in: root.raw, making: false)),
        try ifThere(Posix.remove(id.fileName, in: trash.raw)) != nil
      else { return }
      // It is deleted, though perhaps not durably.
      try? Posix.syncFolder(trash.raw, folder.disk)
      paths.seen?.add([.deleted(id)]) { paths.allSeen() }
    }
  }
}

extension OpenedFile {
  /// Returns the note's path, and its title if that is in its first bytes.
  fileprivate func row() throws(SealedFault) -> (NotePath, String?) {
    let stream = stream(block: SealedStream.firstBlock)
    let path = try stream.readHead().path
    guard path.isOfNote else { return (path, nil) }
    return try withUnsafeTemporaryAllocation(byteCount: 2048, alignment: 16) {
      (room) throws(SealedFault) in
      let count = try stream.read(into: room)
      let bytes = UnsafeRawBufferPointer(rebasing: room[..<count])
      let head = bytes.withMemoryRebound(to: UInt8.self) {
        NoteHead($0.span, isWhole: count < room.count)
      }
      return (path, head.row(stem: path.ownTitle).title)
    }
  }
}

extension Timestamp {
  fileprivate static let first = Timestamp(seconds: .min)
}
