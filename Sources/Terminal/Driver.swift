import Bytes

/// A terminal, as narrow as a program needs it. It has two forms: ncurses, and one in memory.
@MainActor
package protocol Driver: AnyObject {
  var size: Size { get }
  var colours: ColourDepth { get }

  /// A window of its own for one view. Its frame is on the screen, from the top left.
  func makeWindow(_ frame: Rect) -> any Window

  /// Everything that has come in since the last call; never waits.
  func events() -> [InputEvent]

  /// Puts a frame on the screen: the windows from the bottom to the top, and the cursor.
  func present(_ windows: [any Window], cursor: Point?)

  /// Gives the terminal's cursor a shape, where the terminal can; it gets its own back at the end.
  func shapeCursor(_ shape: CursorShape)

  /// Forgets what the terminal shows; the next frame paints every cell.
  func forgetScreen()

  /// Offers text to other programs through the terminal; false where it is too much for one, or the
  /// terminal has no way.
  func offerToClipboard(_ bytes: [UInt8]) -> Bool

  /// Answers a script's `sync`, after all output that came before it.
  func answerSync(_ number: Int, with report: String)
}

/// How a cursor looks: it shows the mode of a keymap.
package enum CursorShape: Int, Sendable {
  /// As the terminal has it.
  case usual = 0
  case block = 2
  case underline = 4
  case bar = 6
}

extension Driver {
  package func shapeCursor(_ shape: CursorShape) {}
  package func offerToClipboard(_ bytes: [UInt8]) -> Bool { false }
}

/// A rectangle of cells that one view draws on.
///
/// Texts given to it are safe to show: a `Canvas` has measured and spelled them out.
@MainActor
package protocol Window: AnyObject {
  var frame: Rect { get }

  /// Moves and resizes. What it showed is lost: its view draws again.
  func setFrame(_ frame: Rect)

  /// Fills all of it with blanks.
  func erase(_ style: Style)

  /// Writes a text that takes `width` cells and stays inside the window.
  func put(_ text: String, width: Int, at point: Point, style: Style)

  /// Writes a character of one cell `width` times, inside the window.
  func fill(_ character: Unicode.Scalar, width: Int, at point: Point, style: Style)

  /// Gives `width` cells another style, inside the window; their text stays.
  func restyle(width: Int, at point: Point, style: Style)
}

/// A driver whose input comes from a file descriptor, for the event loop to wait on.
@MainActor
package protocol LiveTerminal: Driver {
  var inputDescriptor: Int32 { get }

  /// How long to wait at most before asking for events again: a lone Esc becomes a key when
  /// nothing follows it. Nil: wait for the descriptor.
  var pendingInputDelay: Duration? { get }

  /// How light the ground is, as far as it is known; and the question for it, whose answer comes with
  /// what is typed.
  var background: Background? { get }
  func askForBackground()

  /// Gives the terminal back as it was found, to stop or to run another program; and takes it again,
  /// also from someone who used it while the program was stopped from outside.
  func suspend()
  func resume()

  /// Restores the terminal for good. Safe to call twice.
  func end()
}

extension LiveTerminal {
  package var background: Background? { nil }
  package func askForBackground() {}
}

/// The sequence by which a program gives text to its terminal's clipboard (OSC 52).
package enum ClipboardSequence {
  /// What terminals take at most, about; longer ones are cut or dropped.
  package static let longest = 56_000

  /// Nil where the text is longer than terminals take.
  package static func offering(_ bytes: [UInt8]) -> [UInt8]? {
    if bytes.count > longest { return nil }
    return Array("\u{1b}]52;c;".utf8) + Base64Writer.text(of: bytes) + [0x07]
  }
}

/// What an app tells a script when it is idle: the answer to `sync`, as text for
/// `Driver.answerSync`. Both sides of a pseudo-terminal use this.
package struct SyncReport: Equatable, Sendable {
  /// The live module stack: `NoteList > Editor`.
  package var stack: String
  /// One line for each part that outlived its module.
  package var leaks: [String]
  /// Whether no work is under way.
  package var isIdle: Bool

  package init(stack: String, leaks: [String], isIdle: Bool) {
    self.stack = stack
    self.leaks = leaks
    self.isIdle = isIdle
  }

  /// `idle|stack|leak,leak`, with everything but letters, digits and blanks percent-encoded, so
  /// that no name can end the answer or its field.
  package var encoded: String {
    [isIdle ? "idle" : "busy", Self.encode(stack), leaks.map(Self.encode).joined(separator: ",")]
      .joined(separator: "|")
  }

  /// Reads what `encoded` wrote; nil where it is anything else.
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
