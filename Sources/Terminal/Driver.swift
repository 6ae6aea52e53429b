/// A terminal, as narrow as a program needs it. It has two forms: ncurses, and one in memory.
@MainActor
package protocol Driver: AnyObject {
  var size: Size { get }
  var colours: ColourDepth { get }

  /// A window of its own for one view. Its place is on the screen, from the top left.
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

/// How a cursor looks: modes of keymaps are told by it.
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
  func place(at frame: Rect)

  /// Fills all of it with blanks.
  func erase(_ style: Style)

  /// Writes a text that takes `width` cells and stays inside the window.
  func put(_ text: String, width: Int, at point: Point, style: Style)

  /// Writes a character of one cell `width` times, inside the window.
  func fill(_ character: Unicode.Scalar, width: Int, at point: Point, style: Style)

  /// Gives `width` cells another style, inside the window; what stands in them stays.
  func restyle(width: Int, at point: Point, style: Style)
}
