import Glibc

/// A file that no disk ever sees, in a folder of memory that only this user may enter, for as long as
/// it is open. Whatever else is put into that folder goes with it.
package struct MemoryFile: ~Copyable {
  package let path: [UInt8]
  private let folder: [UInt8]
  /// Locked as long as this process lives: that tells what was left behind.
  private let lock: Descriptor

  private static let start = Array("notes-tui-memory-".utf8)

  /// In the first of these folders that lies in memory. Throws `ENOTSUP` where none does.
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

  /// Its present content, from any writer.
  package func contents() throws(SystemError) -> [UInt8] { try Posix.contents(path) }

  /// Removes what runs left behind that were killed.
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

  /// What cannot be removed is this user's alone, and gone with the next start of the machine.
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

/// Where the system puts memory that it has no room for.
package enum Swap {
  /// Whether that may be a disk, where it stays readable after the machine is off.
  package static var isOnDisk: Bool {
    guard let file = try? Posix.open(Array("/proc/swaps".utf8), O_RDONLY) else { return false }
    // Such a file says that it is empty, and has something to read all the same.
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(file.raw, &bytes, bytes.count)
    return count > 0 && isOnDisk(String(decoding: bytes[..<count], as: UTF8.self))
  }

  /// `table` is as in `/proc/swaps`: a line of headings, then a line for each area. Compressed
  /// memory is no disk.
  static func isOnDisk(_ table: String) -> Bool {
    table.split(separator: "\n").dropFirst().contains { !$0.hasPrefix("/dev/zram") }
  }
}
