import Commands
import Glibc

/// Reads standard input to its end.
enum TextInput {
  /// More than any note has; an endless pipe must not fill the memory.
  private static let limit = 512 << 20

  static func read() throws(CommandFailure) -> [UInt8] {
    if isatty(STDIN_FILENO) == 1 {
      StandardError.write("notes-tui: type the text; end it with Ctrl-D on a line of its own.")
    }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(STDIN_FILENO, &part, part.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw CommandFailure(
          "standard input cannot be read: \(String(cString: strerror(errno))).")
      }
      bytes += part[..<count]
      if bytes.count > limit {
        throw CommandFailure("standard input is larger than \(limit >> 20) MB; nothing was done.")
      }
    }
  }
}
