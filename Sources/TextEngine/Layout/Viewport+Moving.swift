/// Moves by pages. The goal is the column that the cursor had before the first of them: short rows on
/// the way do not change it. Moves by rows are `TextRows.place(_:movedByRows:goal:)`.
extension Viewport {
  /// A window's height up, less one row that stays in sight.
  package mutating func pageUp(
    from place: ByteOffset, goal: Column, in rows: TextRows
  ) -> ByteOffset {
    page(by: -max(1, height - 1), from: place, goal: goal, in: rows)
  }

  /// A window's height down, less one row that stays in sight.
  package mutating func pageDown(
    from place: ByteOffset, goal: Column, in rows: TextRows
  ) -> ByteOffset {
    page(by: max(1, height - 1), from: place, goal: goal, in: rows)
  }

  private mutating func page(
    by count: Int, from place: ByteOffset, goal: Column, in rows: TextRows
  ) -> ByteOffset {
    let moved = rows.place(place, movedByRows: count, goal: goal)
    scroll(by: count, in: rows)
    reveal(moved, in: rows)
    return moved
  }
}
