import Bytes
import Entities
import Files
import Folding
import Glibc
import Services

extension SealedWork {
  /// Replaces the note's file with a new one, so that a half-written text is never visible.
  func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) throws(NoteStoreError) -> NoteStamp {
    let path = id.path
    let root = try folder.openRoot(for: path, to: "save")
    let note = try paths.open(id, to: "save")
    guard try isUnchanged(note, id, since: stamp) else {
      return try alreadySaved(text, note, id, in: root.raw)
    }
    let name = note.id.fileName
    try onBehalf(of: path, to: "save") { () throws(SystemError) in
      // A rename needs no permission to write the file, but a person who removed it meant it.
      try Posix.checkAccess(name, in: root.raw, W_OK)
    }
    do throws(SealedFault) {
      var staged = try folder.stage(
        .source(text), at: note.record.path, modified: folder.clock.now, in: root.raw,
        after: (note.file.facts, note.file.raw))
      let facts = try put(&staged, over: note, in: root.raw)
      let record = PathRecord(
        facts: SealedFacts(facts), path: note.record.path, textSize: staged.textSize,
        mark: staged.mark)
      paths.take([.set(note.id, record)], isOurs: true)
      return staged.stamp(facts)
    } catch {
      if error == .system(SystemError(ESTALE)) { throw .changedOutside(path) }
      throw error.noteError(path, "save")
    }
  }

  /// Throws `ESTALE` if another file has the name by now.
  private func put(
    _ staged: inout StagedFile, over note: borrowing OpenedNote, in root: Int32
  ) throws(SealedFault) -> FileFacts {
    try asking(folder.hold(root))
    defer { flock(root, LOCK_UN) }
    let before = SealedPaths.time(of: root)
    try staged.replace(note.id, seen: note.file.facts)
    let facts = try staged.facts()
    paths.folderChanged(from: before, root)
    return facts
  }

  private func isUnchanged(
    _ note: borrowing OpenedNote, _ id: NoteID, since stamp: NoteStamp
  ) throws(NoteStoreError) -> Bool {
    guard note.record.textSize == stamp.size else { return false }
    let isSameFile =
      note.record.facts.inode == stamp.inode && note.record.facts.modified == stamp.modified
    if isSameFile, stamp.size > Self.alwaysCompared { return true }
    return try sealing(id.path, to: "save", note.file.digest().digest) == stamp.digest
  }

  /// Returns the stamp if the file already has the text, from an attempt that seemed to fail or
  /// from another program. It may not be on the disk yet, so it is flushed.
  private func alreadySaved(
    _ text: any ByteSource, _ note: borrowing OpenedNote, _ id: NoteID, in root: Int32
  ) throws(NoteStoreError) -> NoteStamp {
    guard note.record.textSize == text.byteCount else { throw .changedOutside(id.path) }
    var wanted = RunningDigest()
    text.forEachPiece {
      wanted.add($0)
      return true
    }
    let found = try sealing(id.path, to: "save", note.file.digest().digest)
    guard found == wanted.value else { throw .changedOutside(id.path) }
    try onBehalf(of: id.path, to: "save", folder.disk.sync(note.file.raw))
    try onBehalf(of: id.path, to: "save", Posix.syncFolder(root, folder.disk))
    return Self.stamp(note.record, digest: found)
  }
}

extension SealedWork {
  func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath
  ) throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    let name = Array("\(NoteFileName.stem(for: title)).md".utf8)
    let wanted = folder.appending(NotePath(bytes: name))
    let root = try self.folder.openRoot(for: wanted, to: "create")
    // Another program may use the name while the text is written.
    while true {
      let path = try freePath(like: wanted, in: root.raw, to: "create")
      if let stamp = try create(text, at: path, in: root.raw) { return (NoteID(path), stamp) }
    }
  }

  /// Creates a note at this path, never over another file.
  func create(
    _ text: any ByteSource, at id: NoteID, modified: Timestamp? = nil
  ) throws(NoteStoreError) -> NoteStamp {
    let location = id.path
    guard location.isOfNote || !location.isHidden else {
      throw .refused(location, reason: "no file of a vault has such a name")
    }
    guard !location.isLocked else {
      throw .refused(location, reason: "every note of an encrypted vault is locked with it")
    }
    let root = try folder.openRoot(for: location, to: "create")
    try check(location, to: "create")
    bringUpToDate(root.raw)
    guard paths.asking({ $0.isFree(location) }),
      let stamp = try create(text, at: location, modified: modified, in: root.raw)
    else { throw .changedOutside(location) }
    return stamp
  }

  private func check(_ location: NotePath, to action: String) throws(NoteStoreError) {
    guard SealedHead.fits(location) else {
      throw .failed(location, action: action, reason: "this is not a path inside the vault")
    }
  }

  /// Returns the first of `Name.md`, `Name 2.md`… that is distinct in its folder.
  func freePath(
    like wanted: NotePath, in root: Int32, to action: String
  ) throws(NoteStoreError) -> NotePath {
    try check(wanted, to: action)
    bringUpToDate(root)
    let (names, above) = paths.asking { ($0.names(in: wanted.folder), $0.fileAbove(wanted)) }
    if let above {
      throw .failed(wanted, action: action, reason: "\(above.text) is a note, not a folder")
    }
    let keys = Set(names.map { Folding.name($0) })
    for name in NoteFileName.numbered(wanted.name.bytes)
    where !keys.contains(Folding.name(name)) {
      return wanted.folder.appending(NotePath(bytes: name))
    }
    return wanted
  }

  /// Scans the folder again if other programs changed it.
  func bringUpToDate(_ root: Int32) {
    let time = SealedPaths.time(of: root)
    if time == nil || paths.asking({ $0.folderTime }) != time { paths.survey() }
  }

  /// Returns nil if the path is already in use.
  private func create(
    _ text: any ByteSource, at path: NotePath, modified: Timestamp? = nil, in root: Int32
  ) throws(NoteStoreError) -> NoteStamp? {
    try sealing(path, to: "create") { () throws(SealedFault) in
      var staged = try folder.stage(
        .source(text), at: path, modified: modified ?? folder.clock.now, in: root)
      let id = SealedID.random()
      try asking(folder.hold(root))
      defer { flock(root, LOCK_UN) }
      bringUpToDate(root)
      guard paths.asking({ $0.isFree(path) }) else { return nil }
      let before = SealedPaths.time(of: root)
      try staged.take(id)
      let facts = try staged.facts()
      paths.folderChanged(from: before, root)
      let record = PathRecord(
        facts: SealedFacts(facts), path: path, textSize: staged.textSize,
        mark: staged.mark)
      paths.take([.set(id, record)], isOurs: true)
      return staged.stamp(facts)
    }
  }
}
