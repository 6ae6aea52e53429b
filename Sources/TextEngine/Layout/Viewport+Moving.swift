/// Moves from row to row. The goal column is the one that the cursor had before the first of them:
/// short rows on the way do not change it.
extension Viewport {
  /// In the first row of the text the cursor stays.
  package func moveUp(
    from cursor: TextPosition, by count: Int = 1, goalColumn: Int, in buffer: TextBuffer,
    layout: TextLayout
  ) -> TextPosition {
    moved(cursor, by: -count, goalColumn: goalColumn, in: buffer, layout: layout)
  }

  /// In the last row of the text the cursor stays.
  package func moveDown(
    from cursor: TextPosition, by count: Int = 1, goalColumn: Int, in buffer: TextBuffer,
    layout: TextLayout
  ) -> TextPosition {
    moved(cursor, by: count, goalColumn: goalColumn, in: buffer, layout: layout)
  }

  /// A window's height up, less one row that stays in sight.
  package mutating func pageUp(
    from cursor: TextPosition, goalColumn: Int, in buffer: TextBuffer, layout: TextLayout
  ) -> TextPosition {
    page(by: -max(1, height - 1), from: cursor, goalColumn: goalColumn, in: buffer, layout: layout)
  }

  /// A window's height down, less one row that stays in sight.
  package mutating func pageDown(
    from cursor: TextPosition, goalColumn: Int, in buffer: TextBuffer, layout: TextLayout
  ) -> TextPosition {
    page(by: max(1, height - 1), from: cursor, goalColumn: goalColumn, in: buffer, layout: layout)
  }

  private mutating func page(
    by count: Int, from cursor: TextPosition, goalColumn: Int, in buffer: TextBuffer,
    layout: TextLayout
  ) -> TextPosition {
    let moved = moved(cursor, by: count, goalColumn: goalColumn, in: buffer, layout: layout)
    scroll(by: count, in: buffer, layout: layout)
    reveal(moved, in: buffer, layout: layout)
    return moved
  }

  private func moved(
    _ cursor: TextPosition, by count: Int, goalColumn: Int, in buffer: TextBuffer,
    layout: TextLayout
  ) -> TextPosition {
    let row = layout.place(of: cursor, in: buffer).row
    let target = layout.row(row, movedBy: count, in: buffer)
    if target == row { return buffer.clamped(cursor) }
    return layout.position(in: target, column: goalColumn, of: buffer)
  }
}
