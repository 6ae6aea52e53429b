import Cells

/// Where messages go, so that what is piped on stays clean.
enum StandardError {
  /// Writes one line.
  static func write(_ line: String) { PersonsTerminal.tell(Cells.visible(line) + "\n") }
}
