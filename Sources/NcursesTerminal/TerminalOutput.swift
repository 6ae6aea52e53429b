import CSystem
import Glibc
import Synchronization

/// Writes bytes to a terminal, which may accept them slowly or not at all.
package enum TerminalOutput {
  private static let hasStalled = Atomic(false)

  /// Whether the program is ending and the terminal accepted nothing. Nothing more is written to
  /// it.
  package static var isStalled: Bool { hasStalled.load(ordering: .relaxed) }

  /// Writes all bytes, however long that takes, unless the terminal is gone. If it accepts nothing,
  /// this waits until a signal ends the program; after that the terminal counts as stalled.
  static func write(_ bytes: UnsafeRawBufferPointer, to terminal: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty, !isStalled {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(terminal, part.baseAddress, part.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EINTR {
        if csystem_is_ending() != 0, !takesMore(terminal, within: 0) {
          hasStalled.store(true, ordering: .relaxed)
        }
      } else if errno != EAGAIN || !takesMore(terminal, within: 1000) {
        return
      }
    }
  }

  private static func takesMore(_ terminal: Int32, within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }
}

/// The reason that there is no screen. Each message is one line with the problem and what to do.
package enum TerminalError: Error, Equatable, Sendable {
  /// The stream is a file, a pipe or closed.
  case notATerminal(String)
  case unnamed
  case unknown(String)
  /// The terminal cannot move its cursor.
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
