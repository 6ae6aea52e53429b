import Entities
import Files
import Glibc
import Services

extension SyncedFolder {
  /// What has a name, and what the system tells of it.
  struct Found {
    var file: SyncedFile
    var facts: FileFacts
  }

  /// Nil where the folder is not there, or something else has its name; with `making` that is an error.
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
      // Where a link to nothing has the name, the next line refuses it.
      try Posix.makeFolderIfMissing(folder.name.bytes, in: above.raw, mode: 0o777, vault.disk)
      return try top.openFolder(folder.bytes)
    }
  }

  /// An empty folder is nothing to git, and to this.
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

  /// `ESTALE` or `EEXIST` where something else has the name by now, which then keeps it.
  func put(
    _ file: SyncedFile, at location: borrowing VaultFolder.Location, over there: Found?
  ) throws(SystemError) {
    let (folder, name) = (location.folder.raw, location.name)
    if there == nil {
      do throws(SystemError) {
        try Posix.removeFolder(name, in: folder)
      } catch  where [ENOENT, ENOTDIR, ENOTEMPTY].contains(error.code) {
        // None is there, or one that has got files just now: the next step finds it.
      }
    }
    if file.kind == .link {
      return try putLink(to: file.bytes, named: name, in: folder, over: there?.facts)
    }
    // What a link is replaced by is a new file, not what the link leads to.
    let old = there?.file.kind == .link ? nil : there?.facts
    var new = try NewFile(
      in: folder, mode: file.kind == .executable ? 0o777 : mode, disk: vault.disk)
    try new.write(file.bytes)
    if let old {
      let oldFile = try Posix.open(name, in: folder, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
      try new.takeAfter(old.executable(file.kind == .executable), attributesOf: oldFile.raw)
    }
    _ = try new.finish()
    if let there {
      try new.replace(name, seen: there.facts)
    } else {
      try new.take(name)
    }
    vault.clearAway(in: folder)
  }

  /// A run that was killed may have written it, and may not have waited for the disk.
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
    // What came out must be what was seen: a text that was put there meanwhile gets its name back.
    guard try Posix.facts(temporary, in: folder).isSameState(as: old) else {
      try Posix.exchange(temporary, in: folder, with: name, in: folder)
      throw SystemError(ESTALE)
    }
    try? Posix.remove(temporary, in: folder)
  }
}

extension FileFacts {
  /// Those who may read it may run it, or no one may.
  fileprivate func executable(_ isExecutable: Bool) -> FileFacts {
    var facts = self
    facts.permissions =
      isExecutable ? permissions | (permissions & 0o444) >> 2 : permissions & ~0o111
    return facts
  }
}
