import Files
import Entities
import Glibc
import Services

extension VaultFolder {
  /// Texts up to this size are compared in full before each save; larger ones only when their
  /// size, time or inode differs, because reading them would be felt.
  static let alwaysCompared = 1 << 20

  func save(
    _ bytes: [UInt8], to id: NoteID, replacing stamp: NoteStamp
  ) throws(NoteStoreError) -> NoteStamp {
    let path = id.path
    let place = try target(of: id, to: "save") { trouble in
      switch trouble {
      case .outside: .notPermitted(path, action: "write through the link")
      case .broken: .notFound(path)
      case .circular: .notAFile(path, kind: trouble.words)
      }
    }
    let (folder, name) = (place.folder.raw, place.name)
    let old = try unchanged(place, of: id, since: stamp)
    let now = clock.now
    var file = try onBehalf(of: path, to: "save") { () throws(SystemError) in
      // A rename needs no right to write the file itself; a person who took it away meant it.
      try Posix.checkAccess(name, in: folder, W_OK)
      let oldFile = try Posix.open(name, in: folder, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
      let file = try NewFile(in: folder, mode: 0o600, disk: disk)
      try file.write(bytes)
      try file.takeAfter(old, attributesOf: oldFile.raw)
      try file.setModified(now)
      return file
    }
    do {
      let facts = try file.finish()
      // Writing took its time: the last look is right before the step that cannot be taken back.
      guard try Posix.facts(name, in: folder) == old else {
        throw NoteStoreError.changedOutside(path)
      }
      try file.replace(name)
      return self.stamp(facts, bytes)
    } catch let error as SystemError {
      throw error.noteError(path, "save")
    } catch let error as NoteStoreError {
      throw error
    } catch {
      throw .failed(path, action: "save", reason: "\(error)")
    }
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
