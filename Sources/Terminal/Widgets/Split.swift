/// Divides a rectangle in two with a line between, by its shape: side by side where it is wide,
/// one below the other where it is high, undivided where it is small.
package struct Split: Equatable, Sendable {
  package enum Direction: Equatable, Sendable {
    case beside
    case below
  }

  package var direction: Direction
  package var first: Rect
  package var divider: Rect
  package var second: Rect

  /// Nil where there is no room for two.
  package init?(_ rect: Rect) {
    if let beside = Split(beside: rect, from: 100) {
      self = beside
    } else if rect.rows >= 16 {
      let upper = rect.rows / 2
      direction = .below
      first = Rect(row: rect.row, column: rect.column, rows: upper, columns: rect.columns)
      divider = Rect(row: rect.row + upper, column: rect.column, rows: 1, columns: rect.columns)
      second = Rect(
        row: rect.row + upper + 1, column: rect.column, rows: rect.rows - upper - 1,
        columns: rect.columns)
    } else {
      return nil
    }
  }

  /// Two columns; nil where the rectangle is narrower than this.
  package init?(beside rect: Rect, from width: Int) {
    guard rect.columns >= max(3, width) else { return nil }
    let left = rect.columns / 2 - 1
    direction = .beside
    first = Rect(row: rect.row, column: rect.column, rows: rect.rows, columns: left)
    divider = Rect(row: rect.row, column: rect.column + left, rows: rect.rows, columns: 1)
    second = Rect(
      row: rect.row, column: rect.column + left + 1, rows: rect.rows,
      columns: rect.columns - left - 1)
  }

  @MainActor
  package func drawDivider(on canvas: Canvas) {
    let style = canvas.theme[.border]
    if direction == .below {
      canvas.fill(
        row: divider.row, column: divider.column, width: divider.columns, with: "─", style)
    } else {
      for row in divider.row..<divider.endRow {
        canvas.fill(row: row, column: divider.column, width: 1, with: "│", style)
      }
    }
  }
}
