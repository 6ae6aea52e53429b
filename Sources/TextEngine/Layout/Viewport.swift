/// The part of a text on the screen. Its cost depends on the size of the window, not of the text.
///
/// ```swift
/// let rows = TextRows(text, folds: folds, cache: cache)
/// cursor = rows.offset(cursor, movedByRows: 1, goal: goal)
/// viewport.reveal(cursor, in: rows)
/// for row in viewport.rows(in: rows) { draw(rows.pieces(of: row, columns: 80)) }
/// ```
package struct Viewport: Hashable, Sendable {
  /// The start of the first row.
  package private(set) var top = ByteOffset.zero
  /// The first column shown where lines do not wrap.
  package private(set) var left = 0
  package var height: Int {
    didSet { height = max(1, height) }
  }

  /// The distance to the end of the text, in bytes, within which the remaining rows are counted.
  private static let nearEnd = 1 << 16

  package init(height: Int) { self.height = max(1, height) }

  /// The rows on the screen from the top, fewer than `height` at the end of the text.
  package func rows(in rows: TextRows) -> [LayoutRow] { rows.rows(from: top, count: height) }

  /// Scrolls as little as possible to show an offset; one that is far away goes to the middle.
  package mutating func reveal(_ offset: ByteOffset, in rows: TextRows) {
    // A large deletion removed the top: fill the window with the rest.
    if top > rows.text.end { top = rows.row(at: rows.text.end, movedBy: 1 - height).start }
    let first = rows.spot(at: top.value)
    let spot = rows.spot(at: offset.value)
    var start = first.start
    if spot.start < first.start {
      let isNear = rows.moved(spot, by: height).start >= first.start
      start = isNear ? spot.start : rows.moved(spot, by: -(height / 2)).start
    } else if spot.start > first.start {
      let bottom = rows.moved(first, by: height - 1)
      if spot.start > bottom.start {
        let isNear = rows.moved(bottom, by: height).start >= spot.start
        start = rows.moved(spot, by: isNear ? 1 - height : -(height / 2)).start
        // If the text ends less than half a window below, it still fills the window.
        if !isNear, rows.text.byteCount - spot.start <= Self.nearEnd {
          let left = rows.rows(from: ByteOffset(spot.start), count: height - height / 2).count
          start = rows.moved(spot, by: left - height).start
        }
      }
    }
    top = ByteOffset(start)
    revealColumn(of: offset.value, in: spot, rows)
  }

  private mutating func revealColumn(of offset: Int, in spot: RowPosition, _ rows: TextRows) {
    if rows.layout.wraps {
      left = 0
      return
    }
    let (column, columns) = (rows.column(of: offset, in: spot), rows.layout.columns)
    if column < left {
      left = max(0, column - columns / 4)
    } else if column > left + columns {
      left = column - columns
    }
  }

  /// Scrolls by rows, down if positive; the last row of the text stays on the screen.
  package mutating func scroll(by count: Int, in rows: TextRows) {
    top = ByteOffset(rows.moved(rows.spot(at: top.value), by: count).start)
  }

  /// Scrolls the row of an offset to the top.
  package mutating func scroll(toTop offset: ByteOffset, in rows: TextRows) {
    top = ByteOffset(rows.spot(at: offset.value).start)
  }

  /// Scrolls back to fill empty rows with text above, as after the window has grown.
  package mutating func fill(in rows: TextRows) {
    let empty = height - rows.rows(from: top, count: height).count
    if empty > 0 { scroll(by: -empty, in: rows) }
  }

  /// Keeps the same first row after an edit above or around it. With `.right`, text inserted right
  /// before it goes above it.
  package mutating func apply(_ edit: Edit, bias: Bias = .left, in rows: TextRows) {
    let isGone = edit.changes.contains {
      $0.before.lowerBound < top && top < $0.before.upperBound
    }
    top = ByteOffset(rows.spot(at: edit.map(top, bias: bias).value).start)
    if isGone { fill(in: rows) }
  }

  /// Updates the top after text was appended, which may change the rows of the last line.
  package mutating func textGrew(in rows: TextRows) {
    top = ByteOffset(rows.spot(at: top.value).start)
  }

  /// Returns the position of an offset on the screen, or nil if it is not visible.
  package func cell(of offset: ByteOffset, in rows: TextRows) -> (row: Int, column: Int)? {
    let wanted = rows.spot(at: offset.value)
    var spot = rows.spot(at: top.value)
    guard wanted.start >= spot.start else { return nil }
    var row = 0
    while spot.start < wanted.start {
      row += 1
      guard row < height, let next = rows.next(spot) else { return nil }
      spot = next
    }
    let column = rows.column(of: offset.value, in: wanted) - left
    return column >= 0 ? (row, column) : nil
  }

  /// Returns the offset under a cell of the screen; below the text, one in its last row.
  package func offset(atRow row: Int, column: Int, in rows: TextRows) -> ByteOffset {
    let spot = rows.moved(rows.spot(at: top.value), by: max(0, row))
    return ByteOffset(rows.offset(in: spot, at: left + max(0, column)))
  }
}
