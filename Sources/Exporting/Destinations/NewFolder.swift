import Entities
import Files
import Glibc
import Services

/// A temporary folder next to its destination. It is removed unless it is moved there. If the process is
/// killed, the next export to the same folder removes it.
final class NewFolder {
  let path: NotePath
  var isPlaced = false
  /// Has a lock on the folder, which the system releases however the process ends.
  private let own: Descriptor

  /// The file that names the format of an exported folder: an export of the same format may replace it.
  static func marker(_ format: ExportFormat) -> NotePath {
    NotePath(".notes-tui-\(format.rawValue)")
  }

  /// Only this user can read the folder until it is complete: it may be the whole of an encrypted vault.
  init(beside location: NotePath, for format: ExportFormat) throws(SystemError) {
    Self.removeAbandoned(in: location.parent)
    while true {
      let path = location.parent.appending(NotePath(bytes: TemporaryName.make()))
      try Posix.makeFolder(path.bytes, mode: 0o700)
      let own = try Posix.openFolder(path.bytes, followingLink: false)
      try? Posix.lock(own.raw)
      // Another process may have removed it as abandoned before it was locked.
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
    // After a failure here, the next export removes the folder.
    if !isPlaced { try? Posix.removeTree(path.bytes) }
  }

  /// Removes the files and folders of exports that were killed. Their names are temporary, no process has a
  /// lock on them, and a folder is empty or has the marker of an export.
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
