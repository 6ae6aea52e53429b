import CSystem
import Files
import Glibc

/// A folder that only this user may enter, with the socket in it; removed on release.
struct AskpassFolder: ~Copyable, Sendable {
  let path: [UInt8]
  /// The lock of this process. Unlocked folders are leftovers.
  private let lock: Descriptor
  let socket: Descriptor

  private static let start = Array("notes-tui-ask-".utf8)
  private static let socketName = Array("socket".utf8)

  /// Makes the folder in the first possible of these; missing ones are made.
  static func make(in folders: [[UInt8]]) throws(SystemError) -> AskpassFolder {
    var failure = SystemError(ENOENT)
    for parent in folders {
      do throws(SystemError) {
        try PrivateFolder.make(parent, mode: 0o700)
        removeAbandoned(in: parent)
        return try make(in: parent)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private init(path: [UInt8], lock: consuming Descriptor, socket: consuming Descriptor) {
    self.path = path
    self.lock = lock
    self.socket = socket
  }

  private static func make(in parent: [UInt8]) throws(SystemError) -> AskpassFolder {
    let path = parent + [slash] + start + Hex.digits(UInt64.random(in: .min ... .max))
    try Posix.makeFolder(path, mode: 0o700)
    do throws(SystemError) {
      let lock = try Posix.openFolder(path, followingLink: false)
      let raw = lock.raw
      try Posix.retrying { flock(raw, LOCK_EX | LOCK_NB) }
      let socket = Descriptor(owning: csystem_listen(socketPath(in: raw)))
      guard socket.raw >= 0 else { throw .last }
      return AskpassFolder(path: path, lock: lock, socket: socket)
    } catch {
      remove(path)
      throw error
    }
  }

  deinit { remove() }

  func remove() { Self.remove(path) }

  /// Connects to the socket in such a folder, if it belongs to this user. Returns a negative number
  /// if no server listens.
  static func connect(to path: [UInt8], seconds: Int32) -> Int32 {
    guard let folder = try? Posix.openFolder(path, followingLink: false),
      let facts = try? Posix.facts(of: folder.raw), facts.owner == geteuid()
    else { return -1 }
    return csystem_connect(socketPath(in: folder.raw), seconds)
  }

  /// Returns a short path: a socket's path is limited to about a hundred bytes.
  private static func socketPath(in folder: Int32) -> String {
    "/proc/self/fd/\(folder)/" + String(decoding: socketName, as: UTF8.self)
  }

  /// Removes leftovers of killed runs.
  static func removeAbandoned(in parent: [UInt8]) {
    guard let folder = try? Posix.openFolder(parent), let names = try? Posix.names(in: folder.raw)
    else { return }
    for name in names where name.starts(with: start) {
      guard let own = try? Posix.openFolder(name, in: folder.raw, followingLink: false),
        (try? Posix.facts(of: own.raw))?.owner == geteuid(),
        flock(own.raw, LOCK_EX | LOCK_NB) == 0
      else { continue }
      remove(parent + [slash] + name)
    }
  }

  /// Removes the socket and the folder; a folder with other files stays.
  private static func remove(_ path: [UInt8]) {
    if let folder = try? Posix.openFolder(path, followingLink: false) {
      try? Posix.remove(socketName, in: folder.raw)
    }
    try? Posix.removeFolder(path)
  }
}
