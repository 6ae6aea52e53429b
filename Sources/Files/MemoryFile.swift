import Glibc

/// A file that never reaches a disk, in a memory folder that only this user may enter. Both are
/// removed on release, together with anything else in the folder.
package struct MemoryFile: ~Copyable {
  package let path: [UInt8]
  private let folder: [UInt8]
  /// The lock of this process. Unlocked folders are leftovers.
  private let lock: Descriptor

  private static let start = Array("notes-tui-memory-".utf8)

  /// Makes the file in the first of these folders that is in memory. Throws `ENOTSUP` if none is.
  package init(
    _ bytes: [UInt8], named name: [UInt8], in folders: [[UInt8]]
  ) throws(SystemError) {
    guard let chosen = folders.first(where: Self.isMemory) else { throw SystemError(ENOTSUP) }
    let folder = chosen + [slash] + Self.start + Hex.digits(.random(in: .min ... .max))
    try Posix.makeFolder(folder, mode: 0o700)
    let lock: Descriptor
    do {
      lock = try Self.fill(folder, bytes, name)
    } catch {
      Self.removeAll(folder)
      throw error
    }
    self.lock = lock
    self.folder = folder
    path = folder + [slash] + name
  }

  private static func fill(
    _ path: [UInt8], _ bytes: [UInt8], _ name: [UInt8]
  ) throws(SystemError) -> Descriptor {
    let folder = try Posix.openFolder(path, followingLink: false)
    let raw = folder.raw
    try Posix.retrying { flock(raw, LOCK_EX | LOCK_NB) }
    let file = try Posix.open(
      name, in: raw, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    try Disk.real.write(bytes, to: file.raw)
    return folder
  }

  deinit { Self.removeAll(folder) }

  /// Returns the current contents, regardless of who wrote them.
  package func contents() throws(SystemError) -> [UInt8] { try Posix.contents(path) }

  /// Removes leftovers of killed runs.
  package static func removeAbandoned(in folders: [[UInt8]]) {
    for path in folders where isMemory(path) {
      guard let folder = try? Posix.openFolder(path), let names = try? Posix.names(in: folder.raw)
      else { continue }
      for name in names where name.starts(with: start) {
        guard let own = try? Posix.openFolder(name, in: folder.raw, followingLink: false),
          (try? Posix.facts(of: own.raw))?.owner == geteuid(),
          flock(own.raw, LOCK_EX | LOCK_NB) == 0
        else { continue }
        removeAll(path + [slash] + name)
      }
    }
  }

  private static func isMemory(_ path: [UInt8]) -> Bool {
    path.first == slash && FileSystemKind(ofFolder: path)?.isMemory == true
  }

  /// Removes the folder. A remainder is accessible only to this user, and gone after a restart.
  private static func removeAll(_ path: [UInt8]) {
    if let folder = try? Posix.openFolder(path, followingLink: false) {
      for name in (try? Posix.names(in: folder.raw)) ?? [] {
        do throws(SystemError) {
          try Posix.remove(name, in: folder.raw)
        } catch {
          removeAll(path + [slash] + name)
        }
      }
    }
    try? Posix.removeFolder(path)
  }
}

/// The storage to which the system moves memory when it runs out.
package enum Swap {
  /// Whether that may be a disk, which stays readable after the machine is off.
  package static var isOnDisk: Bool {
    guard let file = try? Posix.open(Array("/proc/swaps".utf8), O_RDONLY) else { return false }
    // Such a file reports a size of zero, but can be read.
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(file.raw, &bytes, bytes.count)
    return count > 0 && isOnDisk(String(decoding: bytes[..<count], as: UTF8.self))
  }

  /// `table` has the form of `/proc/swaps`: a header line, then a line for each area. Compressed
  /// memory is not a disk.
  static func isOnDisk(_ table: String) -> Bool {
    table.split(separator: "\n").dropFirst().contains { !$0.hasPrefix("/dev/zram") }
  }
}
