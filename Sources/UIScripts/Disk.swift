import Entities
import Glibc

/// A failed call on a file or a process, with the system's reason.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ action: String, _ path: String, code: Int32 = errno) {
    description = "could not \(action) \(path): \(String(cString: strerror(code)))"
  }

  init(_ text: String) { description = text }
}

/// File operations for scripts, on whole contents.
package enum Disk {
  /// Reads a file; nil if there is none.
  package static func read(_ path: String) throws(SystemError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw SystemError("read", path)
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemError("read", path)
      }
      bytes += buffer[..<count]
    }
  }

  /// Returns the first file in a folder or below for which `isMeant` is true. Links are not
  /// followed.
  static func firstFile(
    in folder: String, where isMeant: (_ path: String, _ content: [UInt8]) -> Bool
  ) throws(SystemError) -> String? {
    for name in try names(in: folder) {
      let path = "\(folder)/\(name)"
      if isLink(path) { continue }
      if isFolder(path) {
        if let found = try firstFile(in: path, where: isMeant) { return found }
      } else if let content = try read(path), isMeant(path, content) {
        return path
      }
    }
    return nil
  }

  static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    try makeFolder(parent(of: path))
    try writeAll(bytes, to: path, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
  }

  /// Writes a file directly, creates its folders and sets its time.
  static func write(
    _ bytes: [UInt8], to path: String, modified: Timestamp
  ) throws(SystemError) {
    try write(bytes, to: path)
    try date(path, modified)
  }

  /// Replaces a file atomically: a reader finds the old text or the new one.
  static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw SystemError("look at", path) }
    let temporary = "\(path).\(getpid()).new"
    do throws(SystemError) {
      try writeAll(
        bytes, to: temporary, flags: O_WRONLY | O_CREAT | O_EXCL, mode: status.st_mode & 0o777)
      if rename(temporary, path) != 0 { throw SystemError("replace", path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  static func makeFolder(_ path: String) throws(SystemError) {
    if path.isEmpty || isFolder(path) { return }
    try makeFolder(parent(of: path))
    if mkdir(path, 0o755) != 0, errno != EEXIST { throw SystemError("make the folder", path) }
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  static func date(_ path: String, _ moment: Timestamp) throws(SystemError) {
    let time = timespec(tv_sec: Int(moment.seconds), tv_nsec: Int(moment.nanoseconds))
    if utimensat(AT_FDCWD, path, [time, time], AT_SYMLINK_NOFOLLOW) != 0 {
      throw SystemError("set the time of", path)
    }
  }

  /// Returns the names in a folder, in the order of their bytes.
  static func names(in folder: String) throws(SystemError) -> [String] {
    guard let handle = opendir(folder) else { throw SystemError("read the folder", folder) }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Removes a folder and everything in it, without following links.
  static func removeTree(_ path: String) {
    guard isFolder(path), !isLink(path) else {
      unlink(path)
      return
    }
    // A test may have removed the permissions.
    chmod(path, 0o700)
    for name in (try? names(in: path)) ?? [] { removeTree("\(path)/\(name)") }
    rmdir(path)
  }

  static func linkTarget(_ path: String) throws(SystemError) -> String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes {
      guard let start = $0.baseAddress else { return -1 }
      return readlink(path, start.assumingMemoryBound(to: CChar.self), $0.count)
    }
    guard count >= 0 else { throw SystemError("read the link", path) }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[..<slash])
  }

  private static func writeAll(
    _ bytes: [UInt8], to path: String, flags: Int32, mode: mode_t
  ) throws(SystemError) {
    let file = open(path, flags | O_CLOEXEC, mode)
    guard file >= 0 else { throw SystemError("write", path) }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemError("write", path)
      }
      rest = rest.dropFirst(count)
    }
    if fsync(file) != 0 { throw SystemError("write", path) }
  }
}
