import Bytes
import Entities
import Files
import Glibc

/// The vaults in Obsidian's own list, which its addresses name by ids.
enum ObsidianVaults {
  /// Returns the folders by their ids; none if there is no such list.
  static func folders(_ environment: UserEnvironment) -> [String: NotePath] {
    let named = environment.variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let path = "\(named ?? "\(environment.home)/.config")/obsidian/obsidian.json"
    guard let bytes = try? Posix.contents(Array(path.utf8), in: AT_FDCWD, limit: 1 << 20),
      case .object(let list)? = JSONReader.value(of: bytes),
      case .object(let vaults)? = list["vaults"]
    else { return [:] }
    return vaults.compactMapValues { vault in
      guard case .object(let facts) = vault, let folder = facts["path"]?.text,
        folder.hasPrefix("/")
      else { return nil }
      return NotePath(folder)
    }
  }
}
