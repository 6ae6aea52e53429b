package import Cells

/// The drawing surface of a view: a clipped part of a window, with a theme. It makes texts safe to
/// show.
@MainActor
package struct Canvas {
  private let sheet: Sheet
  private let area: Rect

  /// The state that all parts of a canvas share, in a class so that a part costs little more than
  /// its frame.
  private final class Sheet {
    let window: any Window
    let theme: Theme
    let isFresh: Bool

    init(_ window: any Window, _ theme: Theme, isFresh: Bool) {
      self.window = window
      self.theme = theme
      self.isFresh = isFresh
    }
  }

  package init(_ window: any Window, theme: Theme, isFresh: Bool = true) {
    sheet = Sheet(window, theme, isFresh: isFresh)
    area = Rect(window.frame.size)
  }

  private init(_ sheet: Sheet, _ area: Rect) {
    self.sheet = sheet
    self.area = area
  }

  package var theme: Theme { sheet.theme }
  /// Whether the window is empty. Otherwise it shows the last drawing.
  package var isFresh: Bool { sheet.isFresh }
  private var window: any Window { sheet.window }

  package var size: Size { area.size }

  /// Returns a canvas for a part of this one. Its points count from the part's top left.
  package func part(_ rect: Rect) -> Canvas {
    let row = max(0, rect.row)
    let column = max(0, rect.column)
    return Canvas(
      sheet,
      Rect(
        row: area.row + row, column: area.column + column,
        rows: min(rect.endRow, area.rows) - row,
        columns: min(rect.endColumn, area.columns) - column))
  }

  package func line(_ row: Int) -> Canvas {
    part(Rect(row: row, column: 0, rows: 1, columns: size.columns))
  }

  /// Fills exactly this part with blanks.
  package func erase() {
    if area == Rect(window.frame.size) {
      window.erase(.plain)
    } else {
      for row in 0..<area.rows { fill(row: row) }
    }
  }

  /// Writes a text from `column` on, cut at the canvas's edge or after `limit` cells, and returns
  /// the cells used. Controls, bidi marks and invalid bytes appear as visible escapes.
  @discardableResult
  package func text(
    _ text: String, row: Int, column: Int = 0, _ style: Style = .plain, limit: Int? = nil
  ) -> Int {
    guard row >= 0, row < area.rows, column >= 0, column < area.columns else { return 0 }
    let room = min(area.columns - column, limit ?? .max)
    guard room > 0, !text.isEmpty else { return 0 }
    let fitting = Cells.prefix(of: text, fitting: room)
    if fitting.width > 0 { put(fitting.text, fitting.width, row, column, style) }
    return fitting.width
  }

  /// Writes a text, shortened with `…` if it does not fit, and returns the cells used.
  @discardableResult
  package func shortened(
    _ text: String, row: Int, column: Int = 0, _ style: Style = .plain, limit: Int
  ) -> Int {
    let fitting = shortenedStart(text, row: row, column: column, style, limit: limit)
    return fitting.isWhole ? fitting.width : fitting.width + 1
  }

  /// Writes a shortened text and returns the part of it that was written.
  package func shortenedStart(
    _ text: String, row: Int, column: Int = 0, _ style: Style = .plain, limit: Int
  ) -> Fitting {
    let room = min(limit, area.columns - column)
    guard row >= 0, row < area.rows, column >= 0, room > 0 else {
      return Fitting()
    }
    let fitting = Cells.prefix(of: text, leavingRoomIn: room)
    if fitting.width > 0 { put(fitting.text, fitting.width, row, column, style) }
    if !fitting.isWhole {
      fill(row: row, column: column + fitting.width, width: 1, with: "…", style)
    }
    return fitting
  }

  /// Writes a text that a layout has already made safe and measured, and returns the cells used.
  @discardableResult
  package func laid(
    _ text: String, width: Int, row: Int, column: Int, _ style: Style = .plain
  ) -> Int {
    guard row >= 0, row < area.rows, column >= 0, width > 0, column + width <= area.columns else {
      return self.text(text, row: row, column: column, style)
    }
    put(text, width, row, column, style)
    return width
  }

  func glyph(_ glyph: Glyph, row: Int, column: Int, _ style: Style) {
    guard row >= 0, row < area.rows, column >= 0, column + glyph.width <= area.columns else {
      return
    }
    put(glyph.text, glyph.width, row, column, style)
  }

  /// Fills a part of a row with a character that is one cell wide.
  package func fill(
    row: Int, column: Int = 0, width: Int? = nil, with character: Unicode.Scalar = " ",
    _ style: Style = .plain
  ) {
    guard row >= 0, row < area.rows, column >= 0, column < area.columns else { return }
    let room = min(area.columns - column, width ?? .max)
    guard room > 0 else { return }
    window.fill(
      character, width: room, at: Point(row: area.row + row, column: area.column + column),
      style: style)
  }

  /// Restyles a part of a row; its text stays.
  package func restyle(row: Int, column: Int, width: Int, _ style: Style) {
    guard row >= 0, row < area.rows, column >= 0, column < area.columns, width > 0 else { return }
    window.restyle(
      width: min(width, area.columns - column),
      at: Point(row: area.row + row, column: area.column + column), style: style)
  }

  private func put(_ text: String, _ width: Int, _ row: Int, _ column: Int, _ style: Style) {
    window.put(
      text, width: width, at: Point(row: area.row + row, column: area.column + column),
      style: style)
  }
}
