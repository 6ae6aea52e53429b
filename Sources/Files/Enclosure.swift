import CSystem
package import Glibc

/// A folder through which nothing outside of it can be reached, even if a folder in it becomes a
/// link while a call is on its way.
package struct Enclosure: ~Copyable, Sendable {
  private let path: [UInt8]
  private let top: Descriptor

  /// The folder itself, for calls on names that stand in it directly.
  package var raw: Int32 { top.raw }

  /// `path` may be a link, and be reached by links.
  package init(_ path: [UInt8]) throws(SystemError) {
    self.path = path
    top = try Posix.openFolder(path)
  }

  /// Opens what stands under a path in the folder; an empty path is the folder itself. `ELOOP` where
  /// a part of the path is a link: `resolved` says then where that leads.
  package func open(
    _ path: [UInt8], _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) -> Descriptor {
    if path.isEmpty { return try Posix.open([UInt8(ascii: ".")], in: top.raw, flags) }
    let raw = try Posix.withPath(path) { (path) throws(SystemError) in
      try open(path, flags, mode: mode)
    }
    return Descriptor(owning: raw)
  }

  /// The same for a path that ends with a zero; the descriptor is the caller's to close.
  package func open(
    _ path: UnsafePointer<CChar>, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) -> Int32 {
    let folder = top.raw
    return try Posix.retrying {
      csystem_open_beneath(folder, path, flags | O_CLOEXEC, UInt32(mode))
    }
  }

  package func openFolder(_ path: [UInt8]) throws(SystemError) -> Descriptor {
    try open(path, O_RDONLY | O_DIRECTORY)
  }

  /// Where a path leads when its links are followed: a path without links, from this folder.
  package func resolved(_ part: [UInt8]) throws(SystemError) -> Target {
    let top = try Posix.realPath(path)
    let real = try Posix.realPath(path + [slash] + part)
    if real == top { return .inside([]) }
    let start = top == [slash] ? top : top + [slash]
    return real.starts(with: start)
      ? .inside(Array(real.dropFirst(start.count))) : .outside(real)
  }

  package enum Target: Equatable, Sendable {
    /// From the folder.
    case inside([UInt8])
    /// From the root of all.
    case outside([UInt8])
  }
}
