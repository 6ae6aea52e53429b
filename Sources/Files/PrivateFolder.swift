package import Glibc

/// Folders outside the vault that nobody else may read.
package enum PrivateFolder {
  /// Opens an absolute path. With `making`, what is not there is made, for this user alone.
  package static func open(_ path: [UInt8], making: Bool) throws(SystemError) -> Descriptor {
    if making { try make(path, mode: 0o700) }
    return try Posix.openFolder(path)
  }

  /// Makes a folder and those above it.
  package static func make(_ path: [UInt8], mode: mode_t) throws(SystemError) {
    do {
      try Posix.makeFolder(path, mode: mode)
    } catch  where error.code == EEXIST {
      return
    } catch  where error.code == ENOENT {
      guard let end = path.lastIndex(of: slash), end > 0 else { throw error }
      try make(Array(path[..<end]), mode: mode)
      do {
        try Posix.makeFolder(path, mode: mode)
      } catch  where error.code == EEXIST {
        return
      }
    }
    guard let end = path.lastIndex(of: slash) else { return }
    try Posix.syncFolder(at: Array(path[...end]), .real)
  }
}
