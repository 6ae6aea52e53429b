import CSystem
import Entities
package import Glibc
import Threads

/// The system calls of the store: repeated when interrupted, with errors as values.
///
/// Paths are bytes without a terminator, relative to an open folder or absolute.
package enum Posix {
  /// The folder for absolute paths.
  package static let noFolder = AT_FDCWD

  @discardableResult
  package static func retrying<Answer: SignedInteger>(
    _ call: () -> Answer
  ) throws(SystemError) -> Answer {
    while true {
      let answer = call()
      if answer >= 0 { return answer }
      let error = SystemError.last
      if error.code != EINTR { throw error }
    }
  }

  @discardableResult
  package static func withPath<Value>(
    _ path: [UInt8], _ body: (UnsafePointer<CChar>) throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    guard !path.contains(0) else { throw SystemError(EINVAL) }
    return try withUnsafeTemporaryAllocation(of: CChar.self, capacity: path.count + 1) {
      (buffer) throws(SystemError) -> Value in
      guard let start = buffer.baseAddress else { throw SystemError(EINVAL) }
      path.withUnsafeBytes { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
      buffer.initializeElement(at: path.count, to: 0)
      return try body(start)
    }
  }

  package static func open(
    _ path: [UInt8], in folder: Int32 = noFolder, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) -> Descriptor {
    let raw = try withPath(path) { (path) throws(SystemError) in
      try openRaw(path, in: folder, flags, mode)
    }
    return Descriptor(owning: raw)
  }

  package static func open(
    _ path: UnsafePointer<CChar>, in folder: Int32, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) -> Descriptor {
    Descriptor(owning: try openRaw(path, in: folder, flags, mode))
  }

  private static func openRaw(
    _ path: UnsafePointer<CChar>, in folder: Int32, _ flags: Int32, _ mode: mode_t
  ) throws(SystemError) -> Int32 {
    try retrying { openat(folder, path, flags | O_CLOEXEC, mode) }
  }

  package static func openFolder(
    _ path: [UInt8], in folder: Int32 = noFolder, followingLink: Bool = true
  ) throws(SystemError) -> Descriptor {
    try open(path, in: folder, O_RDONLY | O_DIRECTORY | (followingLink ? 0 : O_NOFOLLOW))
  }

  package static func facts(
    _ path: [UInt8], in folder: Int32 = noFolder, followingLink: Bool = false
  ) throws(SystemError) -> FileFacts {
    try withPath(path) { (path) throws(SystemError) in
      try facts(path, in: folder, followingLink: followingLink)
    }
  }

  package static func facts(
    _ path: UnsafePointer<CChar>, in folder: Int32, followingLink: Bool
  ) throws(SystemError) -> FileFacts {
    var facts = stat()
    try retrying { fstatat(folder, path, &facts, followingLink ? 0 : AT_SYMLINK_NOFOLLOW) }
    return FileFacts(facts)
  }

  package static func facts(of file: Int32) throws(SystemError) -> FileFacts {
    var facts = stat()
    try retrying { fstat(file, &facts) }
    return FileFacts(facts)
  }

  /// Whether anything has this name; true if that is unknown.
  package static func exists(_ path: [UInt8], in folder: Int32) -> Bool {
    do {
      _ = try facts(path, in: folder)
      return true
    } catch {
      return error.code != ENOENT
    }
  }

  /// Whether an open file still has a name.
  static func isNamed(_ file: Int32) throws(SystemError) -> Bool {
    var facts = stat()
    try retrying { fstat(file, &facts) }
    return facts.st_nlink > 0
  }

  /// Throws unless this process may access a file as wanted: `R_OK`, `W_OK`, `X_OK`.
  package static func checkAccess(
    _ path: [UInt8], in folder: Int32 = noFolder, _ wanted: Int32
  ) throws(SystemError) {
    try withPath(path) { (path) throws(SystemError) in
      try retrying { faccessat(folder, path, wanted, AT_EACCESS) }
    }
  }

  package static func makeFolder(
    _ path: [UInt8], in folder: Int32 = noFolder, mode: mode_t
  ) throws(SystemError) {
    try withPath(path) { (path) throws(SystemError) in
      try retrying { mkdirat(folder, path, mode) }
    }
  }

  /// Makes a folder unless the name is in use. Durable on return.
  package static func makeFolderIfMissing(
    _ name: [UInt8], in folder: Int32, mode: mode_t, _ disk: Disk = .real
  ) throws(SystemError) {
    do {
      try makeFolder(name, in: folder, mode: mode)
      try syncFolder(folder, disk)
    } catch  where error.code == EEXIST {}
  }

  package static func remove(_ path: [UInt8], in folder: Int32) throws(SystemError) {
    try withPath(path) { (path) throws(SystemError) in
      try retrying { unlinkat(folder, path, 0) }
    }
  }

  /// Removes a folder, which must be empty.
  package static func removeFolder(
    _ path: [UInt8], in folder: Int32 = noFolder
  ) throws(SystemError) {
    try withPath(path) { (path) throws(SystemError) in
      try retrying { unlinkat(folder, path, AT_REMOVEDIR) }
    }
  }

  /// Removes a folder with its contents, if it exists.
  package static func removeTree(_ path: [UInt8]) throws(SystemError) {
    guard let folder = try ifThere(openFolder(path, followingLink: false)) else { return }
    for name in try names(in: folder.raw) {
      if try facts(name, in: folder.raw).kind == .folder {
        try removeTree(path + [slash] + name)
      } else {
        try remove(name, in: folder.raw)
      }
    }
    try removeFolder(path)
  }

  /// Renames a file in one step, replacing any with the new name.
  package static func rename(
    _ old: [UInt8], in oldFolder: Int32, to new: [UInt8], in newFolder: Int32
  ) throws(SystemError) {
    try withPath(old) { (old) throws(SystemError) in
      try withPath(new) { (new) throws(SystemError) in
        try retrying { renameat(oldFolder, old, newFolder, new) }
      }
    }
  }

  /// Renames a file. Throws `EEXIST` if the new name is in use, and changes nothing.
  package static func renameToFreeName(
    _ old: [UInt8], in oldFolder: Int32, to new: [UInt8], in newFolder: Int32
  ) throws(SystemError) {
    try withPath(old) { (old) throws(SystemError) in
      try withPath(new) { (new) throws(SystemError) in
        do throws(SystemError) {
          let isFree = UInt32(RENAME_NOREPLACE)
          try retrying { renameat2(oldFolder, old, newFolder, new, isFree) }
        } catch  where [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.code) {
          try renameByLink(old, in: oldFolder, to: new, in: newFolder)
        }
      }
    }
  }

  /// Renames a file to the first free name of `Name`, `Name 2`…, and returns it.
  package static func renameToNumberedName(
    _ old: [UInt8], in oldFolder: Int32, like name: [UInt8], in newFolder: Int32
  ) throws(SystemError) -> [UInt8] {
    for free in NoteFileName.numbered(name) {
      do throws(SystemError) {
        try renameToFreeName(old, in: oldFolder, to: free, in: newFolder)
        return free
      } catch  where error.code == EEXIST {}
    }
    throw SystemError(EEXIST)
  }

  /// The same on a disk without such a call: a hard link never replaces a file either.
  private static func renameByLink(
    _ old: UnsafePointer<CChar>, in oldFolder: Int32, to new: UnsafePointer<CChar>,
    in newFolder: Int32
  ) throws(SystemError) {
    do {
      try retrying { linkat(oldFolder, old, newFolder, new, 0) }
    } catch  where [EPERM, EOPNOTSUPP, ENOSYS].contains(error.code) {
      // The disk has no links either: an empty file of our own reserves the name until it is replaced.
      _ = try open(new, in: newFolder, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      return try takingBack(new, in: newFolder) { renameat(oldFolder, old, newFolder, new) }
    }
    try takingBack(new, in: newFolder) { unlinkat(oldFolder, old, 0) }
  }

  /// Runs the last step; if it fails, removes the file that reserved the name.
  private static func takingBack(
    _ name: UnsafePointer<CChar>, in folder: Int32, _ step: () -> Int32
  ) throws(SystemError) {
    do {
      try retrying(step)
    } catch {
      unlinkat(folder, name, 0)
      throw error
    }
  }

  /// The same, but allows a change of case in a file's own name, on a disk that ignores case.
  package static func renameToOwnName(
    _ old: [UInt8], in oldFolder: Int32, to new: [UInt8], in newFolder: Int32
  ) throws(SystemError) {
    do {
      try renameToFreeName(old, in: oldFolder, to: new, in: newFolder)
    } catch  where error.code == EEXIST {
      let (from, to) = (try facts(old, in: oldFolder), try facts(new, in: newFolder))
      guard from.isSameFile(as: to), old != new, try names(in: oldFolder).contains(old),
        try !names(in: newFolder).contains(new)
      else { throw error }
      try rename(old, in: oldFolder, to: new, in: newFolder)
    }
  }

  /// Swaps the names of two files in one step. Throws `EINVAL` if the disk cannot.
  package static func exchange(
    _ first: [UInt8], in firstFolder: Int32, with second: [UInt8], in secondFolder: Int32
  ) throws(SystemError) {
    try withPath(first) { (first) throws(SystemError) in
      try withPath(second) { (second) throws(SystemError) in
        try retrying {
          renameat2(firstFolder, first, secondFolder, second, UInt32(RENAME_EXCHANGE))
        }
      }
    }
  }

  /// Returns the path without links, dots and doubled slashes. It must exist.
  package static func realPath(_ path: [UInt8]) throws(SystemError) -> [UInt8] {
    try withPath(path) { (path) throws(SystemError) in
      guard let real = realpath(path, nil) else { throw SystemError.last }
      defer { free(real) }
      return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }
  }

  /// Returns the bytes that this user can still write on the disk of an open file. A file system
  /// without a known size has no limit.
  package static func freeBytes(_ file: Int32) throws(SystemError) -> UInt64 {
    var facts = statvfs()
    try retrying { fstatvfs(file, &facts) }
    if facts.f_blocks == 0 { return .max }
    return UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize))
      .partialValue
  }

  /// Makes a symbolic link. Throws `EEXIST` if the name is in use.
  package static func makeLink(
    to target: [UInt8], named name: [UInt8], in folder: Int32
  ) throws(SystemError) {
    try withPath(target) { (target) throws(SystemError) in
      try withPath(name) { (name) throws(SystemError) in
        try retrying { symlinkat(target, folder, name) }
      }
    }
  }

  /// Returns the target of a link, as stored in it.
  package static func linkTarget(
    _ path: [UInt8], in folder: Int32
  ) throws(SystemError) -> [UInt8] {
    try withPath(path) { (path) throws(SystemError) in
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = try retrying { readlinkat(folder, path, &target, target.count) }
      return target.prefix(count).map { UInt8(bitPattern: $0) }
    }
  }

  /// Flushes a folder's names to the disk. Some file systems have no such call and need none.
  package static func syncFolder(_ folder: Int32, _ disk: Disk) throws(SystemError) {
    do {
      try disk.sync(folder)
    } catch  where error.code == EINVAL || error.code == ENOTSUP {}
  }

  package static func syncFolder(at path: [UInt8], _ disk: Disk) throws(SystemError) {
    let folder = try openFolder(path)
    try syncFolder(folder.raw, disk)
  }
}

package let slash = UInt8(ascii: "/")

/// An open file or folder, which is closed on release.
package struct Descriptor: ~Copyable, Sendable {
  package let raw: Int32

  package init(owning raw: Int32) { self.raw = raw }

  deinit { close(raw) }

  /// Closes in the background: closing a large removed file frees all of its blocks.
  package consuming func closeBehind() {
    let raw = raw
    discard self
    if !DedicatedThread.start(inBackground: true, { close(raw) }) { close(raw) }
  }
}
