package import Glibc

/// Folders outside the vault that only this user may read.
package enum PrivateFolder {
  /// Opens an absolute path. With `making`, missing folders are made, for this user only.
  package static func open(_ path: [UInt8], making: Bool) throws(SystemError) -> Descriptor {
    if making { try make(path, mode: 0o700) }
    return try Posix.openFolder(path)
  }

  /// Makes a folder and its missing parents. A folder that may not be durable is removed again: the
  /// next caller tries again, and gets the error if that fails.
  package static func make(
    _ path: [UInt8], mode: mode_t, disk: Disk = .real
  ) throws(SystemError) {
    do {
      try Posix.makeFolder(path, mode: mode)
    } catch  where error.code == EEXIST {
      return
    } catch  where error.code == ENOENT {
      guard let end = path.lastIndex(of: slash), end > 0 else { throw error }
      try make(Array(path[..<end]), mode: mode, disk: disk)
      do {
        try Posix.makeFolder(path, mode: mode)
      } catch  where error.code == EEXIST {
        return
      }
    }
    guard let end = path.lastIndex(of: slash) else { return }
    do {
      try Posix.syncFolder(at: Array(path[...end]), disk)
    } catch {
      try? Posix.removeFolder(path)
      throw error
    }
  }
}
