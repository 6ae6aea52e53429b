/// The part of a text that is on the screen. Its work is in the size of the window, not the text.
///
/// ```swift
/// cursor = viewport.moveDown(from: cursor, goalColumn: goal, in: buffer, layout: layout)
/// viewport.reveal(cursor, in: buffer, layout: layout)
/// for row in viewport.rows(in: buffer, layout: layout) { draw(row) }
/// ```
package struct Viewport: Hashable, Sendable {
  /// A row that is on the screen.
  package struct Row: Hashable, Sendable {
    package var place: RowPlace
    package var row: LayoutRow
  }

  package private(set) var top = RowPlace(line: 0, row: 0)
  /// The first column shown where lines do not wrap.
  package private(set) var left = 0
  package var height: Int {
    didSet { height = max(1, height) }
  }

  package init(height: Int) { self.height = max(1, height) }

  /// Scrolls no more than needed to show the cursor; far away, it goes to the middle.
  package mutating func reveal(
    _ cursor: TextPosition, in buffer: TextBuffer, layout: TextLayout
  ) {
    let existing = layout.clamped(top, in: buffer)
    // The top went with a large deletion: what is left fills the window.
    if existing != top { top = layout.row(existing, movedBy: 1 - height, in: buffer) }
    let (row, column) = layout.place(of: cursor, in: buffer)
    let bottom = layout.row(top, movedBy: height - 1, in: buffer)
    if row < top || row > bottom {
      let nearTop = layout.row(row, movedBy: height, in: buffer) >= top
      let nearBottom = layout.row(bottom, movedBy: height, in: buffer) >= row
      if row < top, nearTop {
        top = row
      } else if row > bottom, nearBottom {
        top = layout.row(row, movedBy: 1 - height, in: buffer)
      } else {
        top = layout.row(row, movedBy: -(height / 2), in: buffer)
      }
    }
    if layout.wraps {
      left = 0
    } else if column < left {
      left = max(0, column - layout.columns / 4)
    } else if column > left + layout.columns {
      left = column - layout.columns
    }
  }

  /// Scrolls by rows, down if positive; the last row of the text stays on the screen.
  package mutating func scroll(by count: Int, in buffer: TextBuffer, layout: TextLayout) {
    top = layout.row(top, movedBy: count, in: buffer)
  }

  /// Scrolls back until no row is empty that text above could fill, as a larger window wants it.
  package mutating func fill(from buffer: TextBuffer, layout: TextLayout) {
    let empty = height - rows(in: buffer, layout: layout).count
    if empty > 0 { top = layout.row(top, movedBy: -empty, in: buffer) }
  }

  /// The rows on the screen from the top, fewer than `height` at the end of the text.
  package func rows(in buffer: TextBuffer, layout: TextLayout) -> [Row] {
    let first = layout.clamped(top, in: buffer)
    var visible: [Row] = []
    var line = first.line
    while line < buffer.lineCount, visible.count < height {
      let rows = layout.rows(of: buffer.line(line))
      for row in (line == first.line ? first.row : 0)..<rows.count where visible.count < height {
        visible.append(Row(place: RowPlace(line: line, row: row), row: rows[row]))
      }
      line += 1
    }
    return visible
  }

  /// Where a position is on the screen, or nil if it is outside.
  package func place(
    of position: TextPosition, in buffer: TextBuffer, layout: TextLayout
  ) -> (row: Int, column: Int)? {
    let (place, column) = layout.place(of: position, in: buffer)
    guard let row = rows(in: buffer, layout: layout).firstIndex(where: { $0.place == place }),
      column >= left
    else { return nil }
    return (row, column - left)
  }

  /// The position under a cell of the screen; below the text, in its last row.
  package func position(
    atRow row: Int, column: Int, in buffer: TextBuffer, layout: TextLayout
  ) -> TextPosition {
    layout.position(
      in: layout.row(top, movedBy: max(0, row), in: buffer), column: left + column, of: buffer)
  }
}
