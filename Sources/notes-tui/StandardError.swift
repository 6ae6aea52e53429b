import Cells
import Glibc

/// Where messages go, so that what is piped on stays clean.
enum StandardError {
  /// Writes one line; what names in it would do to a terminal is spelled out.
  static func write(_ line: String) {
    let bytes = Array((Cells.visible(line) + "\n").utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
