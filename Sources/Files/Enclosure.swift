import CSystem
package import Glibc

/// A folder from which no path can lead out, even if a folder in it becomes a link during a call.
package struct Enclosure: ~Copyable, Sendable {
  private let path: [UInt8]
  private let top: Descriptor

  /// The descriptor, for calls with names directly in the folder.
  package var raw: Int32 { top.raw }

  /// `path` may contain links.
  package init(_ path: [UInt8]) throws(SystemError) {
    self.path = path
    top = try Posix.openFolder(path)
  }

  /// Opens a path in the folder; an empty path is the folder itself. Throws `ELOOP` if a part of
  /// the path is a link; `resolved` returns its target.
  package func open(
    _ path: [UInt8], _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) -> Descriptor {
    if path.isEmpty { return try Posix.open([UInt8(ascii: ".")], in: top.raw, flags) }
    let raw = try Posix.withPath(path) { (path) throws(SystemError) in
      try open(path, flags, mode: mode)
    }
    return Descriptor(owning: raw)
  }

  /// The same for a zero-terminated path; the caller must close the descriptor.
  package func open(
    _ path: UnsafePointer<CChar>, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) -> Int32 {
    let how = open_how(
      flags: UInt64(flags | O_CLOEXEC), mode: flags & O_CREAT == 0 ? 0 : UInt64(mode),
      resolve: UInt64(RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS))
    let folder = top.raw
    do {
      return try Self.whileNamesChange { () throws(SystemError) in
        try Posix.retrying { csystem_openat2(folder, path, how) }
      }
    } catch  where [ENOSYS, EPERM, EAGAIN].contains(error.code) {
      // Old kernels lack the call, and old sandboxes forbid it.
      let bytes = UnsafeRawBufferPointer(start: path, count: strlen(path))
      return try Self.openByParts(Array(bytes), in: folder, flags, mode: mode)
    }
  }

  /// Tries again if the kernel could not be sure, since names changed during the call.
  private static func whileNamesChange(
    _ open: () throws(SystemError) -> Int32
  ) throws(SystemError) -> Int32 {
    for _ in 0..<100 {
      do {
        return try open()
      } catch  where error.code == EAGAIN {}
    }
    throw SystemError(EAGAIN)
  }

  /// The same on systems without that call: opens each part from the folder before it.
  static func openByParts(
    _ path: [UInt8], in folder: Int32, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) -> Int32 {
    let parts = path.split(separator: slash, maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(Array.init) ?? []
    if name.isEmpty || name == Array("..".utf8) { throw SystemError(EXDEV) }
    guard parts.count == 2 else {
      return try openPart(name, in: folder, flags, mode: mode)
    }
    let next = Descriptor(
      owning: try openPart(name, in: folder, O_PATH | O_DIRECTORY))
    return try openByParts(Array(parts[1]), in: next.raw, flags, mode: mode)
  }

  private static func openPart(
    _ name: [UInt8], in folder: Int32, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) -> Int32 {
    do {
      return try Posix.withPath(name) { (name) throws(SystemError) in
        try Posix.retrying { openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, mode) }
      }
    } catch  where error.code == ENOTDIR {
      // The part is a link, which gives another error than a file.
      let isLink = (try? Posix.linkTarget(name, in: folder)) != nil
      throw isLink ? SystemError(ELOOP) : error
    }
  }

  package func openFolder(_ path: [UInt8]) throws(SystemError) -> Descriptor {
    try open(path, O_RDONLY | O_DIRECTORY)
  }

  /// Returns the target of a path when its links are followed: a path without links.
  package func resolved(_ part: [UInt8]) throws(SystemError) -> Target {
    let top = try Posix.realPath(path)
    let real = try Posix.realPath(path + [slash] + part)
    if real == top { return .inside([]) }
    let start = top == [slash] ? top : top + [slash]
    return real.starts(with: start)
      ? .inside(Array(real.dropFirst(start.count))) : .outside(real)
  }

  package enum Target: Equatable, Sendable {
    /// Relative to the folder.
    case inside([UInt8])
    /// Relative to the file system's root.
    case outside([UInt8])
  }
}
