import Commands
import Files
import Glibc
import NcursesTerminal

/// The one way in which text reaches a person's terminal past the screen and past a command's results:
/// questions, messages, how far something is. Names in it are spelled out where they would steer the
/// terminal.
enum PersonsTerminal {
  static let words = UserDictionary(environment: UserEnvironment.variable)

  /// The terminal itself, wherever the standard streams go.
  static func open(_ flags: Int32) throws(SystemError) -> Descriptor {
    try Posix.open(Array("/dev/tty".utf8), flags | O_NOCTTY)
  }

  /// All of it, or an error.
  static func write(_ text: String, to terminal: Int32) throws(SystemError) {
    try Disk.real.write(Array(TerminalText.safe(words.fit(text)).utf8), to: terminal)
  }

  /// A secret is shown as it is: it was made here.
  static func write(_ secret: UnsafeRawBufferPointer, to terminal: Int32) throws(SystemError) {
    try Disk.real.write(secret, to: terminal)
  }

  /// Where messages go, so that what is piped on stays clean.
  static func tell(_ text: String) {
    // It would wait for ever.
    if TerminalOutput.isStalled, hasMessages { return }
    send(TerminalText.safe(words.fit(text)))
  }

  /// Whether messages are seen on a terminal.
  static var hasMessages: Bool { isatty(STDERR_FILENO) == 1 }

  /// A line that the next one replaces: from its beginning, and what was there is cleared away.
  static func replaceLine(with text: String) {
    send("\r\u{1b}[K" + TerminalText.safe(words.fit(text)))
  }

  private static func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
