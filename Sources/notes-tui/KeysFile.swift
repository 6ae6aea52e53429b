import Files
import Glibc
import Terminal

/// The user's key bindings, in `keys` next to the settings.
struct KeysFile {
  private static let limit = 1 << 18
  let path: String

  init(configFolder: String) {
    path = "\(configFolder)/keys"
  }

  /// Returns nil if there is no such file. An unreadable file is reported as a problem.
  func keys(for tables: () -> [KeyTable]) -> UserKeys? {
    do throws(SystemError) {
      let realPath = try Posix.realPath(Array(path.utf8))
      let bytes = try Posix.contents(realPath, in: Posix.noFolder, limit: Self.limit)
      return UserKeys(bytes, for: tables(), path: path)
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      return UserKeys(unreadable: "\(path) cannot be read: \(error.reason).")
    }
  }
}
