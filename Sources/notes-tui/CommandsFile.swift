import Files
import Glibc
import OwnCommands

/// The person's own commands, in `commands` next to the settings. Never those of a vault.
struct CommandsFile {
  private static let limit = 1 << 18
  private let path: String

  init(configFolder: String) { path = "\(configFolder)/commands" }

  /// Nil if there is no such file. An unreadable file is reported as a problem.
  var commands: OwnCommandFile? {
    do throws(SystemError) {
      let realPath = try Posix.realPath(Array(path.utf8))
      let bytes = try Posix.contents(realPath, in: Posix.noFolder, limit: Self.limit)
      return OwnCommandFile(bytes, path: path)
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      return OwnCommandFile(
        unreadable: "\(path) cannot be read: \(error.reason). You have no commands of your own now."
      )
    }
  }
}
