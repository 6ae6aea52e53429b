package import Entities
package import Glibc

/// The facts that the file system has about a file, without opening it.
package struct FileFacts: Equatable, Sendable {
  package enum Kind: Sendable {
    case file
    case folder
    case link
    case pipe
    case socket
    case device
  }

  package var kind: Kind
  package var device: UInt64
  package var inode: UInt64
  package var size: Int
  package var modified: Timestamp
  /// The time of the last change of text, name or mode; it cannot be set.
  package var changed: Timestamp
  package var permissions: mode_t
  package var owner: uid_t
  package var group: gid_t

  init(_ facts: stat) {
    kind =
      switch facts.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
    device = UInt64(facts.st_dev)
    inode = UInt64(facts.st_ino)
    size = Int(facts.st_size)
    modified = Timestamp(
      seconds: Int64(facts.st_mtim.tv_sec), nanoseconds: Int32(facts.st_mtim.tv_nsec))
    changed = Timestamp(
      seconds: Int64(facts.st_ctim.tv_sec), nanoseconds: Int32(facts.st_ctim.tv_nsec))
    permissions = facts.st_mode & 0o7777
    owner = facts.st_uid
    group = facts.st_gid
  }
}

extension FileFacts {
  package func isSameFile(as other: FileFacts) -> Bool {
    (device, inode) == (other.device, other.inode)
  }

  /// Whether the facts are equal, apart from those that a rename changes.
  package func isSameState(as other: FileFacts) -> Bool {
    var renamed = self
    renamed.changed = other.changed
    return renamed == other
  }
}

extension FileFacts.Kind {
  /// The kind with its article, for "x.md is …".
  package var words: String {
    switch self {
    case .file: "a file"
    case .folder: "a folder"
    case .link: "a link"
    case .pipe: "a pipe"
    case .socket: "a socket"
    case .device: "a device"
    }
  }
}
