/// Places and columns, and moves from row to row.
extension TextRows {
  /// The column of a place in its row: the goal of moves up and down. What hangs over the edge of a
  /// row that wraps has its last column.
  package func column(of place: ByteOffset) -> Column {
    let place = place.value
    let spot = spot(at: place)
    return Column(column(of: place, in: spot))
  }

  /// The row and the column of a place.
  package func cell(of place: ByteOffset) -> (row: LayoutRow, column: Column) {
    let row = row(at: place)
    return (row, Column(column(of: place.value, in: spot(at: row.start.value))))
  }

  /// The glyph boundary nearest to a column: for clicks, and for moves from row to row. It is in that
  /// row even if the column is past its end.
  package func place(in row: LayoutRow, at column: Column) -> ByteOffset {
    ByteOffset(place(in: spot(at: row.start.value), at: column.value))
  }

  /// The last place in a row: its line's end, or its last glyph where the line goes on.
  package func end(of row: LayoutRow) -> ByteOffset {
    if row.endsLine || row.bytes.isEmpty { return row.bytes.upperBound }
    return ByteOffset(lastGlyph(of: row.bytes.values))
  }

  /// The place so many rows on, or back if negative, in the column `goal`. In the first and the last
  /// row it stays.
  package func place(
    _ place: ByteOffset, movedByRows count: Int, goal: Column
  ) -> ByteOffset {
    let spot = spot(at: place.value)
    let target = moved(spot, by: count)
    if target.start == spot.start { return min(max(place, .zero), text.end) }
    return ByteOffset(self.place(in: target, at: goal.value))
  }

  /// The column of a place in a row that holds it.
  package func column(of place: ByteOffset, in row: LayoutRow) -> Column {
    Column(column(of: place.value, in: row.bytes.values, indent: row.indent))
  }

  func column(of place: Int, in spot: RowSpot) -> Int {
    column(of: place, in: spot.bytes, indent: spot.indent)
  }

  private func column(of place: Int, in bytes: Range<Int>, indent: Int) -> Int {
    let place = min(max(place, bytes.lowerBound), bytes.upperBound)
    guard layout.wraps else { return cache.column(of: place, inLine: bytes, of: text) }
    return cache.withBytes(bytes, of: text) {
      CellRuler(tabWidth: layout.tabWidth, bytes: $0).column(
        of: place - bytes.lowerBound, from: indent, limit: layout.columns)
    }
  }

  func place(in spot: RowSpot, at wanted: Int) -> Int {
    let row = spot.bytes
    let found = glyph(at: wanted, in: spot)
    if found.byteCount == 0 {
      // Past the end of a row that goes on: its last glyph.
      return spot.endsLine || row.isEmpty ? row.upperBound : lastGlyph(of: row)
    }
    // The right half of a wide glyph is nearer to its end.
    let end = found.index + found.byteCount
    let isNearerToEnd = wanted >= found.column + (found.width + 1) / 2
    return isNearerToEnd && (end < row.upperBound || spot.endsLine) ? end : found.index
  }

  /// The glyph that holds a column; its index is a place of the text.
  func glyph(at wanted: Int, in spot: RowSpot) -> CellRuler.Found {
    let row = spot.bytes
    guard layout.wraps else { return cache.glyph(at: wanted, inLine: row, of: text) }
    var found = cache.withBytes(row, of: text) {
      CellRuler(tabWidth: layout.tabWidth, bytes: $0).glyph(at: wanted, from: spot.indent)
    }
    found.index += row.lowerBound
    return found
  }

  private func lastGlyph(of row: Range<Int>) -> Int {
    cache.withBytes(row, of: text) {
      row.lowerBound + CellRuler(tabWidth: layout.tabWidth, bytes: $0).lastGlyph
    }
  }
}
