import Files
import Glibc
import Terminal

/// The person's own keys, in `keys` beside the settings.
struct KeysFile {
  private static let limit = 1 << 18
  let path: String

  init(configFolder: String) {
    path = "\(configFolder)/keys"
  }

  /// Nil where there is no such file; one that cannot be read is a problem of its own.
  func keys(for tables: () -> [KeyTable]) -> UserKeys? {
    do throws(SystemError) {
      let realPath = try Posix.realPath(Array(path.utf8))
      let bytes = try Posix.contents(realPath, in: Posix.noFolder, limit: Self.limit)
      return UserKeys(bytes, for: tables(), path: path)
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      return UserKeys(unreadable: "\(path) cannot be read: \(error.reason). The usual keys hold.")
    }
  }
}
