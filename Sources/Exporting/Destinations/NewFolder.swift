import Entities
import Files
import Glibc
import Services

/// A temporary folder next to its destination. It is removed where it is never moved there;
/// where the process is killed, the next one that is made there clears it away.
final class NewFolder {
  let path: NotePath
  var isPlaced = false
  /// Locked while it is on its way, and let go by the system however we die.
  private let own: Descriptor

  /// A file that says which form made a folder: the same form may replace it.
  static func marker(_ format: ExportFormat) -> NotePath {
    NotePath(".notes-tui-\(format.rawValue)")
  }

  /// Only this user can read it until it is whole: it may be all of an encrypted vault.
  init(beside location: NotePath, for format: ExportFormat) throws(SystemError) {
    Self.removeAbandoned(in: location.parent)
    while true {
      let path = location.parent.appending(NotePath(bytes: TemporaryName.make()))
      try Posix.makeFolder(path.bytes, mode: 0o700)
      let own = try Posix.openFolder(path.bytes, followingLink: false)
      try? Posix.lock(own.raw)
      // Someone may have taken it for a leftover before it was locked.
      guard let facts = try? Posix.facts(path.bytes),
        facts.isSameFile(as: try Posix.facts(of: own.raw))
      else { continue }
      self.path = path
      self.own = own
      break
    }
    _ = try Posix.open(
      path.appending(Self.marker(format)).bytes, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
  }

  deinit {
    // Nothing can be done about a failure here: the next one clears it away.
    if !isPlaced { try? Posix.removeTree(path.bytes) }
  }

  /// What exports left that were killed: no process holds it, its name is one of ours, and a folder says that
  /// an export made it.
  static func removeAbandoned(in folder: NotePath) {
    guard let open = try? Posix.openFolder(folder.bytes), let names = try? Posix.names(in: open.raw)
    else { return }
    for name in names where TemporaryName.matches(name) {
      guard let left = try? Posix.openFolder(name, in: open.raw, followingLink: false) else {
        _ = NewFile.removeIfAbandoned(name, in: open.raw)
        continue
      }
      guard FileSystemKind(of: left.raw)?.network == nil, flock(left.raw, LOCK_EX | LOCK_NB) == 0,
        let inside = try? Posix.names(in: left.raw),
        inside.isEmpty
          || ExportFormat.allCases.contains(where: { inside.contains(marker($0).bytes) })
      else { continue }
      try? Posix.removeTree(folder.appending(NotePath(bytes: name)).bytes)
    }
  }
}
