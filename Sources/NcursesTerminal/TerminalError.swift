/// Why there is no screen. Each message is one line: what is wrong and what to do.
package enum TerminalError: Error, Equatable, Sendable {
  /// The stream is a file, a pipe or closed.
  case notATerminal(String)
  case unnamed
  case unknown(String)
  /// It cannot place its cursor.
  case tooSimple(String)
  case noDatabase(String)
  case failed(String)

  package var message: String {
    switch self {
    case .notATerminal(let stream):
      "The \(stream) is not a terminal. Start notes-tui in a terminal, or use its commands:"
        + " notes-tui --help."
    case .unnamed:
      "TERM is not set, so the terminal's kind is not known; try TERM=xterm-256color."
    case .unknown(let name):
      "TERM=\(name) is unknown to this system; try TERM=xterm-256color."
    case .tooSimple(let name):
      "TERM=\(name) cannot place its cursor, which a screen needs; use another terminal, or"
        + " TERM=xterm-256color if this one can."
    case .noDatabase(let name):
      "No description of any terminal was found, nor of TERM=\(name); install ncurses-base or set"
        + " TERMINFO."
    case .failed(let action):
      "Could not \(action)."
    }
  }
}
