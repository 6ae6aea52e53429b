import Bytes
import Files
import Glibc

/// What the system takes away from the mode of each new file.
enum FileMask {
  /// The system says it without being asked to set another, which all threads would have for a moment.
  /// Where it says nothing, files are their owner's alone.
  static var own: mode_t {
    guard let file = try? Posix.open(Array("/proc/self/status".utf8), O_RDONLY),
      let status = try? Posix.read(file.raw, from: 0, atMost: 4096)
    else { return 0o077 }
    for line in status.split(separator: Byte.lineFeed) where line.starts(with: "Umask:".utf8) {
      let digits = line.dropFirst("Umask:".utf8.count).filter(Byte.isDigit)
      return mode_t(String(decoding: digits, as: UTF8.self), radix: 8) ?? 0o077
    }
    return 0o077
  }
}
