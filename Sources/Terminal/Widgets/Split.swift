/// Splits a rectangle in two with a line between: side by side if it is wide, one below the other
/// if it is high. A small one is not split.
package struct Split: Equatable, Sendable {
  package enum Direction: Equatable, Sendable {
    case beside
    case below
  }

  package var direction: Direction
  package var first: Rect
  package var divider: Rect
  package var second: Rect

  /// The default share of the first part, in thousandths.
  package static let half = 500
  /// The least number of columns for a split side by side.
  private static let wide = 100
  /// The least number of rows for a split one below the other.
  private static let high = 16
  /// The minimum size of either part while the divider is dragged.
  private static let least = Size(columns: 24, rows: 4)

  /// `share` is that of the first part. Nil if there is no room for two.
  package init?(_ rect: Rect, share: Int = Split.half) {
    if let beside = Split(beside: rect, from: Self.wide, share: share) {
      self = beside
    } else if let below = Split(below: rect, from: Self.high, share: share) {
      self = below
    } else {
      return nil
    }
  }

  /// Splits into an upper and a lower part; nil if the rectangle is lower than `height`.
  package init?(below rect: Rect, from height: Int, share: Int = Split.half) {
    guard rect.rows >= max(3, height) else { return nil }
    let upper = Self.first(of: rect.rows, share, least: Self.least.rows)
    direction = .below
    first = Rect(row: rect.row, column: rect.column, rows: upper, columns: rect.columns)
    divider = Rect(row: rect.row + upper, column: rect.column, rows: 1, columns: rect.columns)
    second = Rect(
      row: rect.row + upper + 1, column: rect.column, rows: rect.rows - upper - 1,
      columns: rect.columns)
  }

  /// Splits into two columns; nil if the rectangle is narrower than `width`.
  package init?(beside rect: Rect, from width: Int, share: Int = Split.half) {
    guard rect.columns >= max(3, width) else { return nil }
    let left = Self.first(of: rect.columns, share, least: Self.least.columns) - 1
    direction = .beside
    first = Rect(row: rect.row, column: rect.column, rows: rect.rows, columns: left)
    divider = Rect(row: rect.row, column: rect.column + left, rows: rect.rows, columns: 1)
    second = Rect(
      row: rect.row, column: rect.column + left + 1, rows: rect.rows,
      columns: rect.columns - left - 1)
  }

  /// Returns the first part's share for a divider at a point, or as close to it as allowed.
  package func share(withDividerAt point: Point) -> Int {
    let (all, wanted) =
      direction == .beside
      ? (second.endColumn - first.column, point.column - first.column + 1)
      : (second.endRow - first.row, point.row - first.row)
    let least = direction == .beside ? Self.least.columns : Self.least.rows
    let size = max(least, min(wanted, all - least))
    // The least share that results in this number of cells.
    return (size * 1_000 + all - 1) / max(1, all)
  }

  private static func first(of all: Int, _ share: Int, least: Int) -> Int {
    let part = all * max(0, min(share, 1_000)) / 1_000
    return all < 2 * least ? all / 2 : max(least, min(part, all - least))
  }

  /// Returns the first part's share for a divider that is moved by cells, right or down.
  package func share(withDividerMovedBy cells: Int) -> Int {
    let (rows, columns) = direction == .below ? (cells, 0) : (0, cells)
    return share(
      withDividerAt: Point(row: divider.row + rows, column: divider.column + columns))
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
