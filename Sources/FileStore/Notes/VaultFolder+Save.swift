import Entities
import Files
import Glibc
import Services

extension VaultFolder {
  /// Texts up to this size are compared in full before each save; larger ones only when their
  /// size, time or inode differs, because reading them would be felt.
  static let alwaysCompared = 1 << 20

  /// A new file takes the note's place, so that nobody ever sees half of a text. Another name of the
  /// same file, a hard link, keeps the old text: writing into the file instead would keep the two
  /// together and could lose both.
  func save(
    _ bytes: [UInt8], to id: NoteID, replacing stamp: NoteStamp
  ) throws(NoteStoreError) -> NoteStamp {
    let path = id.path
    let place = try target(of: id, to: "save")
    let (folder, name) = (place.folder.raw, place.name)
    let old: FileFacts
    do {
      old = try unchanged(place, of: id, since: stamp)
    } catch  where error == .changedOutside(path) {
      return try alreadySaved(bytes, place, of: id)
    }
    let now = clock.now
    return try saving(path) { () throws(SystemError) in
      let facts = try write(bytes, over: old, named: name, in: folder, modified: now)
      return self.stamp(facts, bytes)
    }
  }

  /// Puts a new file in the place of the one that was seen there, with all that belongs to it but
  /// its text. `ESTALE` where another stands there by now.
  func write(
    _ bytes: [UInt8], over old: FileFacts, named name: [UInt8], in folder: Int32,
    modified: Timestamp
  ) throws(SystemError) -> FileFacts {
    // A rename needs no right to write the file itself; a person who took it away meant it.
    try Posix.checkAccess(name, in: folder, W_OK)
    let oldFile = try Posix.open(name, in: folder, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    var file = try NewFile(in: folder, mode: 0o600, disk: disk)
    try file.write(bytes)
    try file.takeAfter(old, attributesOf: oldFile.raw)
    try file.setModified(modified)
    let facts = try file.finish()
    try file.replace(name, seen: old)
    return facts
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

  /// The very text that is to be saved stands there: from an earlier try that was taken for failed,
  /// or written by someone else. Whether it is on the disk is not known, so that is seen to.
  private func alreadySaved(
    _ bytes: [UInt8], _ place: borrowing Place, of id: NoteID
  ) throws(NoteStoreError) -> NoteStamp {
    let (there, facts) = try stableText(in: place, of: id, to: "save")
    guard there == bytes else { throw .changedOutside(id.path) }
    let (folder, name) = (place.folder.raw, place.name)
    try onBehalf(of: id.path, to: "save") { () throws(SystemError) in
      let file = try Posix.open(name, in: folder, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
      try disk.sync(file.raw)
      try Posix.syncFolder(folder, disk)
    }
    return stamp(facts, there)
  }

  /// What the file is now, if its text is still the one that the stamp was made of.
  private func unchanged(
    _ place: borrowing Place, of id: NoteID, since stamp: NoteStamp
  ) throws(NoteStoreError) -> FileFacts {
    let (folder, name) = (place.folder.raw, place.name)
    let facts = try onBehalf(of: id.path, to: "save") { () throws(SystemError) in
      try Posix.facts(name, in: folder)
    }
    guard facts.kind == .file else { throw .notAFile(id.path, kind: facts.kind.words) }
    guard facts.size == stamp.size else { throw .changedOutside(id.path) }
    let isSameFile = facts.inode == stamp.inode && facts.modified == stamp.modified
    if isSameFile, facts.size > Self.alwaysCompared { return facts }
    let (bytes, read) = try stableText(in: place, of: id, to: "save")
    guard bytes.count == stamp.size, Digest.of(bytes) == stamp.digest else {
      throw .changedOutside(id.path)
    }
    return read
  }
}
