import Bytes
import Entities
import Files
import Glibc
import Services

extension SealedWork {
  /// A new file takes the note's place, under the same name, so that nobody ever sees half of a text.
  func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) throws(NoteStoreError) -> NoteStamp {
    let path = id.path
    let root = try folder.openRoot(for: path, to: "save")
    let note = try places.open(id, to: "save")
    guard try isUnchanged(note, id, since: stamp) else {
      return try alreadySaved(text, note, id, in: root.raw)
    }
    let name = note.id.fileName
    try onBehalf(of: path, to: "save") { () throws(SystemError) in
      // A rename needs no right to write the file itself; a person who took it away meant it.
      try Posix.checkAccess(name, in: root.raw, W_OK)
    }
    do throws(SealedFault) {
      var staged = try folder.stage(
        .source(text), at: note.record.place, modified: folder.clock.now, in: root.raw,
        after: (note.file.facts, note.file.raw))
      let facts = try put(&staged, over: note, in: root.raw)
      let record = PathRecord(
        facts: SealedFacts(facts), place: note.record.place, textSize: staged.textSize,
        mark: staged.mark)
      places.take([.set(note.id, record)], isOurs: true)
      return staged.stamp(facts)
    } catch {
      if error == .system(SystemError(ESTALE)) { throw .changedOutside(path) }
      throw error.noteError(path, "save")
    }
  }

  /// `ESTALE` where another file stands there by now.
  private func put(
    _ staged: inout StagedFile, over note: borrowing OpenedNote, in root: Int32
  ) throws(SealedFault) -> FileFacts {
    try asking(folder.hold(root))
    defer { flock(root, LOCK_UN) }
    let before = SealedPaths.time(of: root)
    try staged.replace(note.id, seen: note.file.facts)
    let facts = try staged.facts()
    places.folderChanged(from: before, root)
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

  /// The very text that is to be saved stands there: from an earlier try that was taken for failed, or
  /// written by someone else. Whether it is on the disk is not known, so that is seen to.
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
