import Entities
import Files
import Glibc
import Services

/// Replaces a note by another file: the new one is made next to it before the old one is removed.
/// `FolderStore` documents the calls.
extension VaultFolder {
  /// Checks that the note's file has only this name and is no link, so that removing the name
  /// removes the text. Also checks that a note in the same folder may have the other name.
  func checkSibling(
    at sibling: NoteID, of id: NoteID, to action: String
  ) throws(NoteStoreError) {
    try checkPlain(sibling.path)
    let path = id.path
    let name = sibling.path.name.bytes
    guard sibling.path.folder == path.folder, sibling.path.name.isPlain,
      name.withUnsafeBytes(NoteFileName.isNote)
    else { throw .notAFile(sibling.path, kind: "no name of a note") }
    guard name.count <= NoteFileName.longestName else {
      throw .refused(path, reason: "its name is too long for this")
    }
    try checkSingleLink(id, to: action)
  }

  private func checkSingleLink(_ id: NoteID, to action: String) throws(NoteStoreError) {
    let path = id.path
    let location = try location(of: id, to: action)
    let (folder, name) = (location.folder.raw, location.name)
    let (kind, names) = try onBehalf(of: path, to: action) { () throws(SystemError) in
      let kind = try Posix.facts(name, in: folder).kind
      guard kind == .file else { return (kind, UInt64(0)) }
      let file = try Posix.open(name, in: folder, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
      var facts = stat()
      try Posix.retrying { fstat(file.raw, &facts) }
      return (kind, UInt64(facts.st_nlink))
    }
    guard kind == .file else {
      throw .refused(path, reason: "it is \(kind.words). Go to the file itself")
    }
    if names > 1 {
      throw .refused(path, reason: "its file has another name too, under which it would stay")
    }
  }

  /// Makes a note with exactly this name and the permissions of the old one.
  func createSibling(
    _ text: any ByteSource, at id: NoteID, of old: NoteID
  ) throws(NoteStoreError) -> NoteStamp {
    let location = try location(of: old, to: "read")
    let (folder, oldName, name) = (location.folder.raw, location.name, id.path.name.bytes)
    do throws(SystemError) {
      let facts = try Posix.facts(oldName, in: folder)
      let source = try Posix.open(
        oldName, in: folder, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
      var file = try NewFile(in: folder, mode: 0o600, disk: disk)
      let digest = try file.write(text)
      try file.copyMetadata(facts, attributesOf: source.raw)
      try file.setModified(facts.modified)
      let made = try file.finish()
      try file.take(name)
      return stamp(made, digest: digest)
    } catch  where error.code == EEXIST {
      throw .changedOutside(id.path)
    } catch {
      throw error.noteError(id.path, "create")
    }
  }

  /// Removes a note for good if its text is still this one. It has a temporary name meanwhile, so
  /// that it cannot be written; after an error it has its old name.
  func remove(_ id: NoteID, replacing stamp: NoteStamp) throws(NoteStoreError) {
    try remove(MadeFile(id, size: stamp.size, digest: stamp.digest), disk)
  }

  /// Removes files with one wait for the disk. Leftovers in their folders are removed too.
  func removeMany(_ files: [MadeFile]) -> [Result<Void, NoteStoreError>] {
    let later = Disk(writeSome: disk.writeSome, flush: { _ in 0 })
    let answers = files.map { file in
      Result { () throws(NoteStoreError) in try remove(file, later) }
    }
    for folder in Set(files.map(\.note.path.folder)) {
      guard let folder = try? openFolder(folder, for: folder, to: "read") else { continue }
      clearAway(in: folder.raw)
    }
    if let top = try? top(for: NotePath(""), to: "write") { try? disk.syncAll(top.raw) }
    return answers
  }

  func missingFolders(for files: [NoteID]) -> [NotePath] {
    var missing: Set<NotePath> = []
    for folder in Set(files.map(\.path.folder)) {
      var path = folder
      while !path.bytes.isEmpty, !missing.contains(path) {
        do throws(NoteStoreError) {
          _ = try openFolder(path, for: path, to: "read")
          break
        } catch .notFound {
          missing.insert(path)
          path = path.folder
        } catch {
          break
        }
      }
    }
    return missing.sorted()
  }

  private func remove(_ file: MadeFile, _ disk: Disk) throws(NoteStoreError) {
    let location = try location(of: file.note, to: "remove")
    try alone(at: location, of: file.note.path, to: "remove") { () throws(NoteStoreError) in
      try remove(file, at: location, disk)
    }
  }

  private func remove(
    _ file: MadeFile, at location: borrowing Location, _ disk: Disk
  ) throws(NoteStoreError) {
    let (id, folder, name) = (file.note, location.folder.raw, location.name)
    let (digest, before) = try stableDigest(in: location, of: id, to: "remove")
    guard before.size == file.size, digest == file.digest else {
      throw .changedOutside(id.path)
    }
    let aside = TemporaryName.exchanging(before)
    do throws(SystemError) {
      try Posix.renameToFreeName(name, in: folder, to: aside, in: folder)
      do throws(SystemError) {
        guard try Posix.facts(aside, in: folder).isSameState(as: before) else {
          throw SystemError(ESTALE)
        }
        try Posix.remove(aside, in: folder)
      } catch {
        try? Posix.renameToFreeName(aside, in: folder, to: name, in: folder)
        throw error
      }
      try Posix.syncFolder(folder, disk)
    } catch  where error.code == ESTALE {
      throw .changedOutside(id.path)
    } catch {
      throw error.noteError(id.path, "remove")
    }
  }
}
