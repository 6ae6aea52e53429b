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
    do throws(SealedTextError) {
      var staged = try folder.stage(
        .source(text), at: note.record.place, modified: folder.clock.now, in: root.raw,
        after: (note.file.facts, note.file.raw))
      let facts = try put(&staged, over: note, in: root.raw)
      let (size, mark) = (staged.textSize, staged.mark)
      places.take(
        [
          .set(
            note.id,
            PlaceRecord(
              facts: SealedFacts(facts), place: note.record.place, textSize: size, mark: mark))
        ], isOurs: true)
      return staged.stamp(facts)
    } catch {
      if case .sealing(.system(let error)) = error, error.code == ESTALE {
        throw .changedOutside(path)
      }
      throw error.noteError(path, "save")
    }
  }

  /// `ESTALE` where another file stands there by now.
  private func put(
    _ staged: inout StagedFile, over note: borrowing OpenedNote, in root: Int32
  ) throws(SealedTextError) -> FileFacts {
    let old = note.file.facts
    let name = note.id.fileName
    do {
      try folder.hold(root)
      defer { flock(root, LOCK_UN) }
      let before = SealedPlaces.time(of: root)
      try staged.file.replace(name, seen: old)
      let facts = try staged.facts()
      places.folderChanged(from: before, root)
      return facts
    } catch {
      throw .sealing(.system(error))
    }
  }

  private func isUnchanged(
    _ note: borrowing OpenedNote, _ id: NoteID, since stamp: NoteStamp
  ) throws(NoteStoreError) -> Bool {
    guard note.record.textSize == stamp.size else { return false }
    let isSameFile =
      note.record.facts.inode == stamp.inode && note.record.facts.modified == stamp.modified
    if isSameFile, stamp.size > Self.alwaysCompared { return true }
    do {
      return try note.file.digest().digest == stamp.digest
    } catch {
      throw error.noteError(id.path, "save")
    }
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
    let found: UInt64
    do {
      found = try note.file.digest().digest
    } catch {
      throw error.noteError(id.path, "save")
    }
    guard found == wanted.value else { throw .changedOutside(id.path) }
    do {
      try folder.disk.sync(note.file.raw)
      try Posix.syncFolder(root, folder.disk)
    } catch {
      throw error.noteError(id.path, "save")
    }
    return Self.stamp(note.record, digest: found)
  }
}
