import Commands
import Files
import Glibc
import NcursesTerminal

/// Writes questions, messages and progress to the user's terminal, outside the screen and a
/// command's results. It escapes names that could control the terminal.
enum UserTerminal {
  static let words = UserDictionary(environment: UserEnvironment.variable)

  /// Opens the terminal itself, wherever the standard streams go.
  static func open(_ flags: Int32) throws(SystemError) -> Descriptor {
    try Posix.open(Array("/dev/tty".utf8), flags | O_NOCTTY)
  }

  static func write(_ text: String, to terminal: Int32) throws(SystemError) {
    try Disk.real.write(Array(TerminalText.safe(words.fit(text)).utf8), to: terminal)
  }

  /// A secret is written unescaped, because the program generated it.
  static func write(_ secret: UnsafeRawBufferPointer, to terminal: Int32) throws(SystemError) {
    try Disk.real.write(secret, to: terminal)
  }

  /// Writes to standard error, so that piped results stay clean.
  static func tell(_ text: String) {
    // It would block forever.
    if TerminalOutput.isStalled, hasMessages { return }
    send(TerminalText.safe(words.fit(text)))
  }

  static var hasMessages: Bool { isatty(STDERR_FILENO) == 1 }

  /// Replaces the current line with a text.
  static func replaceLine(with text: String) {
    send("\r\u{1b}[K" + TerminalText.safe(words.fit(text)))
  }

  private static func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
