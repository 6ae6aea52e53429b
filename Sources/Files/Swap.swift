import Glibc

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

  /// `table` is as in `/proc/swaps`: a line of headings, then a line for each place. Compressed memory is
  /// no disk.
  static func isOnDisk(_ table: String) -> Bool {
    table.split(separator: "\n").dropFirst().contains { !$0.hasPrefix("/dev/zram") }
  }
}
