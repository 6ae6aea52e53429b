package import Cells

/// What a view draws with: a clipped part of a window, a theme, and texts made safe on the way.
@MainActor
package struct Canvas {
  private let sheet: Sheet
  private let area: Rect

  /// What all parts of one canvas share: held once, so that a part costs little more than its frame.
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
  /// Whether the window is empty; else it shows what was drawn last time.
  package var isFresh: Bool { sheet.isFresh }
  private var window: any Window { sheet.window }

  package var size: Size { area.size }

  /// The same canvas, confined to a part of it. Points count from that part's top left.
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

  /// One line of it.
  package func line(_ row: Int) -> Canvas {
    part(Rect(row: row, column: 0, rows: 1, columns: size.columns))
  }

  /// Fills this part with blanks, and nothing beside it.
  package func erase() {
    if area == Rect(window.frame.size) {
      window.erase(.plain)
    } else {
      for row in 0..<area.rows { fill(row: row) }
    }
  }

  /// Writes a text from `point` on, cut at the canvas's edge or after `limit` cells; answers with
  /// the cells it took. Controls, bidi marks and bad bytes appear as visible escapes.
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

  /// Writes a text that ends with `…` where it does not fit; answers with the cells it took.
  @discardableResult
  package func shortened(
    _ text: String, row: Int, column: Int = 0, _ style: Style = .plain, limit: Int
  ) -> Int {
    let fitting = shortenedStart(text, row: row, column: column, style, limit: limit)
    return fitting.isWhole ? fitting.width : fitting.width + 1
  }

  /// The same; answers with the part of the text itself that was written.
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

  /// Writes a text that a layout has made safe and measured already; answers with the cells it took.
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

  /// Writes one glyph that a layout has measured already.
  func glyph(_ glyph: Glyph, row: Int, column: Int, _ style: Style) {
    guard row >= 0, row < area.rows, column >= 0, column + glyph.width <= area.columns else {
      return
    }
    put(glyph.text, glyph.width, row, column, style)
  }

  /// Fills a part of a row with one character of one cell.
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

  /// Gives a part of a row another style; its text stays.
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
