import Entities
import Glibc

/// What the file system tells of a file without opening it.
struct FileFacts: Equatable, Sendable {
  enum Kind: Sendable {
    case file
    case folder
    case link
    case pipe
    case socket
    case device
  }

  var kind: Kind
  var device: UInt64
  var inode: UInt64
  var size: Int
  var modified: Timestamp
  /// Moves with every change of text, name or mode, and nobody can set it.
  var changed: Timestamp
  var permissions: mode_t
  var owner: uid_t
  var group: gid_t

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

extension FileFacts.Kind {
  /// With its article, for "x.md is …".
  var words: String {
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
