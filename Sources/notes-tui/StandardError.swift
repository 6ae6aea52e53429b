import CSystem
import Cells
import Glibc

/// Where messages go, so that what is piped on stays clean.
enum StandardError {
  /// Writes one line; what names in it would do to a terminal is spelled out.
  static func write(_ line: String) {
    // It would wait for ever.
    if csystem_terminal_is_stalled() != 0, isatty(STDERR_FILENO) == 1 { return }
    let bytes = Array((Cells.visible(line) + "\n").utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
