import Cells

/// Writes messages to standard error, so that piped results stay clean.
enum StandardError {
  static func write(_ line: String) { UserTerminal.tell(Cells.visible(line) + "\n") }
}
