import Bytes

/// The interface to a terminal, as narrow as possible. ncurses implements it, and a fake in memory.
@MainActor
package protocol Driver: AnyObject {
  var size: Size { get }
  var colors: ColorDepth { get }

  /// Makes a window for one view. Its frame counts from the screen's top left.
  func makeWindow(_ frame: Rect) -> any Window

  /// Returns all events since the last call; never waits.
  func events() -> [InputEvent]

  /// Shows a frame: the windows from bottom to top, and the cursor.
  func present(_ windows: [any Window], cursor: Point?)

  /// Sets the shape of the terminal's cursor, if the terminal can; it is restored at the end.
  func shapeCursor(_ shape: CursorShape)

  /// Forgets what the terminal shows, so that the next frame paints every cell.
  func forgetScreen()

  /// Offers text to the system clipboard through the terminal; false if the text is too long for a
  /// terminal, or this one cannot do it.
  func offerToClipboard(_ bytes: [UInt8]) -> Bool

  /// Draws attention through the terminal, also while its window is in the background: by a
  /// notification if the terminal shows them, and by its bell. One with the same number is replaced.
  func notify(_ number: UInt32, title: String, text: String)

  /// Answers a script's `sync`, after all earlier output.
  func answerSync(_ number: Int, with report: String)
}

/// The shape of the cursor, which shows the mode of a keymap.
package enum CursorShape: Int, Sendable {
  case usual = 0
  case block = 2
  case underline = 4
  case bar = 6
}

extension Driver {
  package func shapeCursor(_ shape: CursorShape) {}
  package func offerToClipboard(_ bytes: [UInt8]) -> Bool { false }
  package func notify(_ number: UInt32, title: String, text: String) {}
}

/// A rectangle of cells that one view draws on.
///
/// Its texts are safe to show: a `Canvas` has measured them and escaped what is not.
@MainActor
package protocol Window: AnyObject {
  var frame: Rect { get }

  /// Moves and resizes the window. Its content is lost, so its view must draw again.
  func setFrame(_ frame: Rect)

  /// Fills the whole window with blanks.
  func erase(_ style: Style)

  /// Writes a text that is `width` cells wide and fits inside the window.
  func put(_ text: String, width: Int, at point: Point, style: Style)

  /// Writes a one-cell character `width` times, inside the window.
  func fill(_ character: Unicode.Scalar, width: Int, at point: Point, style: Style)

  /// Restyles `width` cells inside the window; their text stays.
  func restyle(width: Int, at point: Point, style: Style)
}

/// A driver with a file descriptor for its input, on which the event loop can wait.
@MainActor
package protocol LiveTerminal: Driver {
  var inputDescriptor: Int32 { get }

  /// The longest time to wait before calling `events()` again, because a lone Esc becomes a key if
  /// nothing follows it. Nil: wait for the descriptor.
  var pendingInputDelay: Duration? { get }

  /// Whether the background is dark or light, if known, and the question about it. The answer
  /// arrives with the input.
  var background: Background? { get }
  func askForBackground()

  /// Restores the terminal, in order to stop or to run another program; `resume` takes it over
  /// again, even if another program used it while this one was stopped from outside.
  func suspend()
  func resume()

  /// Restores the terminal for good. Safe to call twice.
  func end()
}

extension LiveTerminal {
  package var background: Background? { nil }
  package func askForBackground() {}
}

/// The escape sequence that gives text to the terminal's clipboard (OSC 52).
package enum ClipboardSequence {
  /// The approximate limit of terminals, which truncate or drop a longer sequence.
  package static let longest = 56_000

  /// Returns the sequence, or nil if the text is too long.
  package static func offering(_ bytes: [UInt8]) -> [UInt8]? {
    if bytes.count > longest { return nil }
    return Array("\u{1b}]52;c;".utf8) + Base64Writer.text(of: bytes) + [0x07]
  }
}

/// The escape sequences that show a notification.
package enum NotificationSequence {
  private static let longest = 500

  /// Returns OSC 99 for a terminal that is known to have it, else OSC 9, which most others ignore;
  /// then the bell.
  package static func showing(
    _ number: UInt32, title: String, text: String, on terminal: String
  ) -> [UInt8] {
    if ["xterm-kitty", "foot"].contains(where: terminal.hasPrefix) {
      func part(_ kind: String, _ text: String, isLast: Bool) -> [UInt8] {
        Array("\u{1b}]99;i=\(number):d=\(isLast ? 1 : 0):e=1:p=\(kind);".utf8)
          + Base64Writer.text(
            of: Array(text.unicodeScalars.prefix(longest).map(String.init).joined().utf8))
          + [0x1b, 0x5c]
      }
      return part("title", title, isLast: false) + part("body", text, isLast: true) + [0x07]
    }
    // Words, as OSC 9 with a number means something else to some terminals.
    let words = "Reminder: \(title) · \(text)".unicodeScalars.prefix(longest).map { scalar in
      scalar.properties.generalCategory == .control ? " " : String(scalar)
    }
    return Array("\u{1b}]9;\(words.joined())\u{7}\u{7}".utf8)
  }
}

/// An app's report to a script when it is idle: the answer to `sync`, as text for
/// `Driver.answerSync`. Both sides of a pseudo-terminal use it.
package struct SyncReport: Equatable, Sendable {
  /// The live modules: `NoteList > Editor`.
  package var stack: String
  /// One line for each object that outlived its module.
  package var leaks: [String]
  /// Whether no work is in progress.
  package var isIdle: Bool

  package init(stack: String, leaks: [String], isIdle: Bool) {
    self.stack = stack
    self.leaks = leaks
    self.isIdle = isIdle
  }

  /// The report as `idle|stack|leak,leak`. Everything but letters, digits and blanks is
  /// percent-encoded, so that no name can end a field or the report.
  package var encoded: String {
    [isIdle ? "idle" : "busy", Self.encode(stack), leaks.map(Self.encode).joined(separator: ",")]
      .joined(separator: "|")
  }

  /// Parses an encoded report; nil for any other text.
  package init?(encoded text: String) {
    let fields = text.split(separator: "|", omittingEmptySubsequences: false)
    guard fields.count == 3, fields[0] == "idle" || fields[0] == "busy",
      let stack: String = Percent.decoded(fields[1])
    else { return nil }
    var leaks: [String] = []
    for field in fields[2].split(separator: ",") {
      guard let leak: String = Percent.decoded(field) else { return nil }
      leaks.append(leak)
    }
    self.init(stack: stack, leaks: leaks, isIdle: fields[0] == "idle")
  }

  private static func encode(_ text: String) -> String {
    Percent.text(of: text.utf8) {
      Byte.isLetter($0) || Byte.isDigit($0) || $0 == Byte.space
    }
  }
}
