import Bytes
import Entities
import Files
import Glibc
import Services

extension VaultFolder {
  /// Texts up to this size are compared in full before each save; larger ones only if their size,
  /// time or inode differs, because reading them would take too long.
  static let alwaysCompared = 1 << 20

  /// Replaces the note's file by a new one, so that half a text is never visible. A hard link to
  /// the old file retains the old text: writing into the file would change both, and could lose
  /// both.
  func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) throws(NoteStoreError) -> NoteStamp {
    let path = id.path
    try checkPlain(path)
    let location = try target(of: id, to: "save")
    return try alone(at: location, of: path, to: "save") { () throws(NoteStoreError) in
      try save(text, to: id, at: location, replacing: stamp)
    }
  }

  private func save(
    _ text: any ByteSource, to id: NoteID, at location: borrowing Location,
    replacing stamp: NoteStamp
  ) throws(NoteStoreError) -> NoteStamp {
    let path = id.path
    let (folder, name) = (location.folder.raw, location.name)
    let old: FileFacts
    do {
      old = try unchanged(location, of: id, since: stamp)
    } catch  where error == .changedOutside(path) {
      return try alreadySaved(text, location, of: id)
    }
    let now = clock.now
    return try saving(path) { () throws(SystemError) in
      let (facts, digest) = try write(text, over: old, named: name, in: folder, modified: now)
      return self.stamp(facts, digest: digest)
    }
  }

  /// Replaces the known file by a new one with the same attributes. Throws `ESTALE` if it was
  /// replaced meanwhile. Called inside `alone`.
  func write(
    _ text: any ByteSource, over old: FileFacts, named name: [UInt8], in folder: Int32,
    modified: Timestamp
  ) throws(SystemError) -> (facts: FileFacts, digest: UInt64) {
    try checkWritable(name, in: folder)
    let oldFile = try Posix.open(name, in: folder, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    var file = try NewFile(in: folder, mode: 0o600, disk: disk)
    let digest = try file.write(text)
    try file.copyMetadata(old, attributesOf: oldFile.raw)
    try file.setModified(modified)
    let facts = try file.finish()
    try file.replace(name, seen: old)
    clearAway(in: folder)
    if old.size > Self.alwaysCompared { oldFile.closeBehind() }
    return (facts, digest)
  }

  /// Returns a new file for a note's text: not on disk yet, and without its final name.
  func newFile(
    _ text: [UInt8], over old: FileFacts, named name: [UInt8], in folder: Int32,
    modified: Timestamp
  ) throws(SystemError) -> NewFile {
    try checkWritable(name, in: folder)
    let oldFile = try Posix.open(name, in: folder, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    clearAway(in: folder)
    let file = try NewFile(in: folder, mode: 0o600, disk: disk)
    try file.write(text)
    try file.copyMetadata(old, attributesOf: oldFile.raw)
    try file.setModified(modified)
    return file
  }

  /// A rename needs no write permission for the file itself, but a user who removed it meant it.
  private func checkWritable(_ name: [UInt8], in folder: Int32) throws(SystemError) {
    try Posix.checkAccess(name, in: folder, W_OK)
  }

  private func saving(
    _ path: NotePath, _ body: () throws(SystemError) -> NoteStamp
  ) throws(NoteStoreError) -> NoteStamp {
    do {
      return try body()
    } catch  where error.code == ESTALE {
      throw .changedOutside(path)
    } catch {
      throw error.noteError(path, "save")
    }
  }

  /// Returns the stamp if the file has the new text already, from an earlier try that seemed to
  /// fail or from another program. It is synced, because it may not be on disk.
  private func alreadySaved(
    _ text: any ByteSource, _ location: borrowing Location, of id: NoteID
  ) throws(NoteStoreError) -> NoteStamp {
    let (isEqual, facts) = try stableEquality(to: text, in: location, of: id, to: "save")
    guard isEqual else { throw .changedOutside(id.path) }
    var digest = RunningDigest()
    text.forEachPiece {
      digest.add($0)
      return true
    }
    let (folder, name) = (location.folder.raw, location.name)
    try onBehalf(of: id.path, to: "save") { () throws(SystemError) in
      let file = try Posix.open(name, in: folder, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
      try disk.sync(file.raw)
      try Posix.syncFolder(folder, disk)
    }
    return stamp(facts, digest: digest.value)
  }

  /// Returns the facts of the file if its text is still that of the stamp.
  private func unchanged(
    _ location: borrowing Location, of id: NoteID, since stamp: NoteStamp
  ) throws(NoteStoreError) -> FileFacts {
    let (folder, name) = (location.folder.raw, location.name)
    let facts = try onBehalf(of: id.path, to: "save", Posix.facts(name, in: folder))
    guard facts.kind == .file else { throw .notAFile(id.path, kind: facts.kind.words) }
    guard facts.size == stamp.size else { throw .changedOutside(id.path) }
    let isSameFile = facts.inode == stamp.inode && facts.modified == stamp.modified
    if isSameFile, facts.size > Self.alwaysCompared { return facts }
    let (digest, read) = try stableDigest(in: location, of: id, to: "save")
    guard read.size == stamp.size, digest == stamp.digest else {
      throw .changedOutside(id.path)
    }
    return read
  }
}
