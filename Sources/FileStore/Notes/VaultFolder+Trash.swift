import Files
import Entities
import Glibc
import Services

/// The trash is the folder `.trash`, as Obsidian's is. Beside what lies in it, `.trash/.origin`
/// holds a file of the same name with the path it came from.
extension VaultFolder {
  private static let trashName = Array(".trash".utf8)
  private static let originName = Array(".origin".utf8)

  func trash(_ id: NoteID) throws(NoteStoreError) -> TrashedNote {
    let place = try place(of: id, to: "trash")
    let (folder, name) = (place.folder.raw, place.name)
    let facts = try onBehalf(of: id.path, to: "trash") { () throws(SystemError) in
      try Posix.facts(name, in: folder)
    }
    guard facts.kind != .folder else { throw .notAFile(id.path, kind: facts.kind.words) }
    let top = try openFolder(NotePath(bytes: []), for: id.path, to: "trash")
    return try onBehalf(of: id.path, to: "trash") { () throws(SystemError) in
      let trash = try makeOwnFolder(Self.trashName, in: top.raw)
      let origins = try makeOwnFolder(Self.originName, in: trash.raw)
      var record = try NewFile(in: origins.raw, mode: 0o666, disk: disk)
      try record.write(Hex.percentEncoded(id.path.bytes) + [UInt8(ascii: "\n")])
      _ = try record.finish()
      let resting = try rest(folder, name, trash: trash.raw, origins: origins.raw, &record)
      try Posix.syncFolder(trash.raw, disk)
      try Posix.syncFolder(folder, disk)
      return TrashedNote(
        original: id, resting: NotePath(bytes: Self.trashName + [slash] + resting))
    }
  }

  /// Gives the record its name, which claims it, and then the note. A kill in between leaves a
  /// record without a note, which costs a name and nothing else.
  private func rest(
    _ folder: Int32, _ name: [UInt8], trash: Int32, origins: Int32, _ record: inout NewFile
  ) throws(SystemError) -> [UInt8] {
    for candidate in NoteFileName.numbered(name) {
      if (try? Posix.facts(candidate, in: trash)) != nil { continue }
      do {
        try record.take(candidate)
      } catch  where error.code == EEXIST {
        continue
      }
      do {
        try Posix.renameToFreeName(name, in: folder, to: candidate, in: trash)
        return candidate
      } catch {
        try? Posix.remove(candidate, in: origins)
        throw error
      }
    }
    throw SystemError(EEXIST)
  }

  private func makeOwnFolder(_ name: [UInt8], in folder: Int32) throws(SystemError) -> Descriptor {
    do {
      try Posix.makeFolder(name, in: folder, mode: 0o777)
      try Posix.syncFolder(folder, disk)
    } catch  where error.code == EEXIST {}
    return try Posix.openFolder(name, in: folder, followingLink: false)
  }

  func restore(_ trashed: TrashedNote) throws(NoteStoreError) -> NoteID {
    let path = trashed.original.path
    let resting = trashed.resting.name.bytes
    guard trashed.resting.folder.bytes == Self.trashName, isPlainName(resting),
      isPlainName(path.name.bytes)
    else {
      throw .failed(path, action: "restore", reason: "this does not lie in the vault's trash")
    }
    let top = try openFolder(NotePath(bytes: []), for: path, to: "restore")
    let trash = try onBehalf(of: trashed.resting, to: "restore") { () throws(SystemError) in
      let trash = try Posix.openFolder(Self.trashName, in: top.raw, followingLink: false)
      _ = try Posix.facts(resting, in: trash.raw)
      return trash
    }
    let folder = try openFolder(path.folder, for: path, to: "restore", making: true)
    return try onBehalf(of: path, to: "restore") { () throws(SystemError) -> NoteID in
      for candidate in NoteFileName.numbered(path.name.bytes) {
        do throws(SystemError) {
          try Posix.renameToFreeName(resting, in: trash.raw, to: candidate, in: folder.raw)
        } catch  where error.code == EEXIST {
          continue
        }
        try Posix.syncFolder(folder.raw, disk)
        try Posix.syncFolder(trash.raw, disk)
        // The note is back; a record that stays costs a name in the trash and nothing else.
        if let origins = try? Posix.openFolder(Self.originName, in: trash.raw) {
          try? Posix.remove(resting, in: origins.raw)
        }
        return NoteID(path.folder.appending(NotePath(bytes: candidate)))
      }
      throw SystemError(EEXIST)
    }
  }

  /// What lies in the trash with a record of where it came from, by name.
  func trashed() throws(NoteStoreError) -> [TrashedNote] {
    let path = NotePath(bytes: Self.trashName)
    let top = try openFolder(NotePath(bytes: []), for: path, to: "read")
    do {
      let trash = try Posix.openFolder(Self.trashName, in: top.raw, followingLink: false)
      let origins = try Posix.openFolder(Self.originName, in: trash.raw, followingLink: false)
      return try Posix.names(in: origins.raw).compactMap { name in
        guard (try? Posix.facts(name, in: trash.raw)) != nil,
          let record = try? Posix.contents(name, in: origins.raw, limit: 1 << 16),
          let line = record.split(separator: UInt8(ascii: "\n")).first,
          let original = Hex.percentDecoded(line)
        else { return nil }
        return TrashedNote(
          original: NoteID(NotePath(bytes: original)),
          resting: path.appending(NotePath(bytes: name)))
      }.sorted { $0.resting < $1.resting }
    } catch  where error.code == ENOENT {
      return []
    } catch {
      throw error.noteError(path, "read")
    }
  }
}
