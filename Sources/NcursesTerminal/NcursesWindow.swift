import CNcurses
import Cells
import Terminal

/// A view's window over an ncurses window. If its frame is empty or partly off the screen, the
/// ncurses window is smaller or missing; drawing is the same for the view.
@MainActor
final class NcursesWindow: Window {
  private(set) var frame: Rect
  /// The frame of the ncurses window: the visible part of `frame`.
  private(set) var visible = Rect(row: 0, column: 0, rows: 0, columns: 0)
  /// Nil while no part of the frame is on the screen.
  private(set) var handle: OpaquePointer?
  private let screen: CursesScreen

  init(_ frame: Rect, on screen: CursesScreen) {
    self.frame = frame
    self.screen = screen
    screen.add(self)
    followFrame()
  }

  isolated deinit {
    screen.remove(ObjectIdentifier(self))
    if let handle { cncurses_delete(handle) }
  }

  func setFrame(_ frame: Rect) {
    self.frame = frame
    followFrame()
  }

  /// Adjusts the ncurses window after a change of the frame or the screen.
  func followFrame() {
    visible = frame.clipped(to: screen.size)
    let (rows, columns) = (Int32(visible.rows), Int32(visible.columns))
    let (row, column) = (Int32(visible.row), Int32(visible.column))
    if let old = handle {
      if !visible.isEmpty, cncurses_place(old, rows, columns, row, column) == 1 {
        cncurses_erase(old, 0, 0)
        return
      }
      cncurses_delete(old)
      handle = nil
    }
    if !visible.isEmpty { handle = cncurses_make(rows, columns, row, column) }
  }

  func erase(_ style: Style) {
    guard let handle else { return }
    let look = screen.look(of: style)
    cncurses_erase(handle, look.attributes, look.pair)
  }

  func put(_ text: String, width: Int, at point: Point, style: Style) {
    guard let handle, width > 0, let at = pointInHandle(point) else { return }
    let text =
      screen.isUTF8 && screen.hasSigns
      ? text : AsciiText.replacement(for: text, keepsLetters: screen.isUTF8)
    Self.put(text, width: width, at: at, look: screen.look(of: style), on: handle)
  }

  /// Nonisolated, because isolation would be checked at each call of the closure in it.
  private nonisolated static func put(
    _ text: String, width: Int, at point: Point, look: CursesScreen.Look,
    on handle: OpaquePointer
  ) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cncurses_put(
          handle, Int32(point.row), Int32(clamping: point.column), $0.baseAddress,
          Int32(clamping: $0.count), Int32(clamping: width), look.attributes, look.pair)
      }
    }
  }

  func fill(_ character: Unicode.Scalar, width: Int, at point: Point, style: Style) {
    guard let handle, width > 0, let at = pointInHandle(point) else { return }
    var drawn = character
    if !drawn.isASCII, !(screen.isUTF8 && screen.hasSigns) {
      let text = AsciiText.replacement(for: String(drawn), keepsLetters: screen.isUTF8)
      drawn = text.unicodeScalars.first ?? "?"
    }
    let look = screen.look(of: style)
    cncurses_fill(
      handle, Int32(at.row), Int32(clamping: at.column), drawn.value,
      Int32(clamping: width), look.attributes, look.pair)
  }

  func restyle(width: Int, at point: Point, style: Style) {
    guard let handle, width > 0, let at = pointInHandle(point) else { return }
    let look = screen.look(of: style)
    cncurses_restyle(
      handle, Int32(at.row), Int32(clamping: at.column), Int32(clamping: width),
      look.attributes, look.pair)
  }

  /// Nil if the row is off the screen; the column may be left of it.
  private func pointInHandle(_ point: Point) -> Point? {
    let row = frame.row + point.row - visible.row
    guard row >= 0, row < visible.rows else { return nil }
    return Point(row: row, column: frame.column + point.column - visible.column)
  }
}

extension Rect {
  fileprivate func clipped(to size: Size) -> Rect {
    let top = min(max(0, row), size.rows)
    let left = min(max(0, column), size.columns)
    return Rect(
      row: top, column: left, rows: min(endRow, size.rows) - top,
      columns: min(endColumn, size.columns) - left)
  }
}

/// The ASCII replacements for a terminal without UTF-8, cell for cell.
private enum AsciiText {
  private static let signs: [Character: Character] = [
    "─": "-", "━": "-", "═": "=", "╌": "-", "┄": "-", "│": "|", "┃": "|", "║": "|", "┆": "|",
    "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
    "╭": "+", "╮": "+", "╯": "+", "╰": "+", "╔": "+", "╗": "+", "╚": "+", "╝": "+",
    "┏": "+", "┓": "+", "┗": "+", "┛": "+", "█": "#", "▉": "#", "▌": "#", "▐": "#", "▀": "#",
    "▄": "#", "░": ":", "▒": "+", "▓": "%",
    "←": "<", "→": ">", "↑": "^", "↓": "v", "▲": "^", "▼": "v", "▶": ">", "◀": "<", "▸": ">",
    "▾": "v", "›": ">", "‹": "<", "»": ">", "«": "<", "•": "*", "·": ".", "●": "*", "○": "o",
    "…": "~", "–": "-", "—": "-", "“": "\"", "”": "\"", "„": "\"", "‘": "'", "’": "'",
    "☐": "_", "☑": "x", "☒": "-", "◐": "/", "▪": "*", "◦": "o", "▎": "|", "✓": "x", "✗": "x",
    "×": "x", "⏎": "<", "␣": "_", "\u{a0}": " ",
  ]

  /// `keepsLetters`: replaces only signs.
  static func replacement(for text: String, keepsLetters: Bool = false) -> String {
    if Cells.isPlain(text) { return text }
    return Cells.glyphs(in: text).reduce(into: "") { line, glyph in
      let sign = glyph.text.first.flatMap { signs[$0] }
      if Cells.isPlain(glyph.text) || (keepsLetters && sign == nil) {
        line += glyph.text
      } else if glyph.width > 0 {
        line.append(sign ?? "?")
        line += String(repeating: " ", count: glyph.width - 1)
      }
    }
  }
}
