import Entities
import Files
import Glibc
import Services

extension SyncedFolder {
  /// A file and its facts.
  struct Found {
    var file: SyncedFile
    var facts: FileFacts
  }

  /// Returns nil if the folder is missing or something else; with `making` the latter throws.
  func location(
    of path: NotePath, to action: String, making: Bool = false
  ) throws(NoteStoreError) -> VaultFolder.Location? {
    guard path.isPlain else {
      throw .failed(path, action: action, reason: "this is not a path inside the vault")
    }
    let top = try vault.top(for: path, to: action)
    do throws(SystemError) {
      let folder = try openFolder(path.folder, top, making: making)
      return VaultFolder.Location(folder: folder, name: path.name.bytes)
    } catch {
      switch error.code {
      case ENOENT where !making: return nil
      case ENOTDIR where !making: return nil
      case ENOTDIR: throw .refused(path, reason: "a file has the name of its folder")
      case ELOOP: throw .refused(path, reason: "its folder is a link, which no sync follows")
      default: throw error.noteError(path, action)
      }
    }
  }

  private func openFolder(
    _ folder: NotePath, _ top: borrowing Enclosure, making: Bool
  ) throws(SystemError) -> Descriptor {
    do {
      return try top.openFolder(folder.bytes)
    } catch  where error.code == ENOENT && making {
      let above = try openFolder(folder.folder, top, making: true)
      // If a link to nothing has the name, the next line refuses it.
      try Posix.makeFolderIfMissing(folder.name.bytes, in: above.raw, mode: 0o777, vault.disk)
      return try top.openFolder(folder.bytes)
    }
  }

  /// Returns nil for an empty folder, which git ignores.
  func found(
    at location: borrowing VaultFolder.Location, _ path: NotePath, to action: String
  ) throws(NoteStoreError) -> Found? {
    let (folder, name) = (location.folder.raw, location.name)
    let facts = try onBehalf(of: path, to: action) { () throws(SystemError) in
      try ifThere(Posix.facts(name, in: folder))
    }
    guard let facts else { return nil }
    switch facts.kind {
    case .link:
      let target = try onBehalf(of: path, to: action, Posix.linkTarget(name, in: folder))
      return Found(file: SyncedFile(target, as: .link), facts: facts)
    case .file:
      let (bytes, facts) = try vault.stableText(in: location, of: NoteID(path), to: action)
      let isExecutable = facts.permissions & S_IXUSR != 0
      return Found(file: SyncedFile(bytes, as: isExecutable ? .executable : .file), facts: facts)
    case .folder where isEmpty(name, in: folder): return nil
    case .folder, .pipe, .socket, .device: throw .notAFile(path, kind: facts.kind.words)
    }
  }

  private func isEmpty(_ name: [UInt8], in folder: Int32) -> Bool {
    guard let inner = try? Posix.openFolder(name, in: folder, followingLink: false),
      let names = try? Posix.names(in: inner.raw)
    else { return false }
    return names.isEmpty
  }

  /// Throws `ESTALE` or `EEXIST` if something else has the name by now; that is not replaced.
  func put(
    _ file: SyncedFile, at location: borrowing VaultFolder.Location, over there: Found?
  ) throws(SystemError) {
    let (folder, name) = (location.folder.raw, location.name)
    if there == nil {
      do throws(SystemError) {
        try Posix.removeFolder(name, in: folder)
      } catch  where [ENOENT, ENOTDIR, ENOTEMPTY].contains(error.code) {
        // There is none, or one that just got files: the next step finds out.
      }
    }
    if file.kind == .link {
      return try putLink(to: file.bytes, named: name, in: folder, over: there?.facts)
    }
    // A link is replaced by a new file; its target is not touched.
    let old = there?.file.kind == .link ? nil : there?.facts
    var new = try NewFile(
      in: folder, mode: file.kind == .executable ? 0o777 : mode, disk: vault.disk)
    try new.write(file.bytes)
    if let old {
      let oldFile = try Posix.open(name, in: folder, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
      try new.copyMetadata(old.executable(file.kind == .executable), attributesOf: oldFile.raw)
    }
    _ = try new.finish()
    if let there {
      try new.replace(name, seen: there.facts)
    } else {
      try new.take(name)
    }
    vault.clearAway(in: folder)
  }

  /// Flushes a file that a killed run may have written without waiting for the disk.
  func flush(_ there: Found, at location: borrowing VaultFolder.Location) throws(SystemError) {
    let (folder, name) = (location.folder.raw, location.name)
    if there.facts.kind == .file {
      let file = try Posix.open(name, in: folder, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
      try vault.disk.sync(file.raw)
    }
    try Posix.syncFolder(folder, vault.disk)
  }

  private func putLink(
    to target: [UInt8], named name: [UInt8], in folder: Int32, over old: FileFacts?
  ) throws(SystemError) {
    let temporary = TemporaryName.make()
    try Posix.makeLink(to: target, named: temporary, in: folder)
    do throws(SystemError) {
      if let old {
        try exchange(temporary, with: name, in: folder, seen: old)
      } else {
        try Posix.renameToFreeName(temporary, in: folder, to: name, in: folder)
      }
    } catch {
      try? Posix.remove(temporary, in: folder)
      throw error
    }
    try Posix.syncFolder(folder, vault.disk)
  }

  private func exchange(
    _ temporary: [UInt8], with name: [UInt8], in folder: Int32, seen old: FileFacts
  ) throws(SystemError) {
    guard try Posix.facts(name, in: folder) == old else { throw SystemError(ESTALE) }
    do throws(SystemError) {
      try Posix.exchange(temporary, in: folder, with: name, in: folder)
    } catch  where [EINVAL, ENOSYS, ENOTSUP].contains(error.code) {
      return try Posix.rename(temporary, in: folder, to: name, in: folder)
    }
    // If the removed file is another one that was put there meanwhile, it gets its name back.
    guard try Posix.facts(temporary, in: folder).isSameState(as: old) else {
      try Posix.exchange(temporary, in: folder, with: name, in: folder)
      throw SystemError(ESTALE)
    }
    try? Posix.remove(temporary, in: folder)
  }
}

extension FileFacts {
  /// Returns the facts with execute permission for everyone who may read, or for no one.
  fileprivate func executable(_ isExecutable: Bool) -> FileFacts {
    var facts = self
    facts.permissions =
      isExecutable ? permissions | (permissions & 0o444) >> 2 : permissions & ~0o111
    return facts
  }
}
