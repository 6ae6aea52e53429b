/// Maps offsets to columns, and moves between rows.
extension TextRows {
  /// Returns the column of an offset in its row: the goal of vertical moves. Blanks that hang over
  /// the edge of a wrapped row have its last column.
  package func column(of offset: ByteOffset) -> Column {
    let offset = offset.value
    let spot = spot(at: offset)
    return Column(column(of: offset, in: spot))
  }

  /// Returns the row and the column of an offset.
  package func cell(of offset: ByteOffset) -> (row: LayoutRow, column: Column) {
    let row = row(at: offset)
    return (row, Column(column(of: offset.value, in: spot(at: row.start.value))))
  }

  /// Returns the glyph boundary nearest to a column, for clicks and vertical moves. It is in that
  /// row even if the column is past its end.
  package func offset(in row: LayoutRow, at column: Column) -> ByteOffset {
    ByteOffset(offset(in: spot(at: row.start.value), at: column.value))
  }

  /// Returns the last offset in a row: its line's end, or its last glyph if the line continues.
  package func end(of row: LayoutRow) -> ByteOffset {
    if row.endsLine || row.bytes.isEmpty { return row.bytes.upperBound }
    return ByteOffset(lastGlyph(of: row.bytes.values))
  }

  /// Moves an offset `count` rows down, or up if negative, to the column `goal`. If the row is the
  /// first or the last already, the offset stays.
  package func offset(
    _ offset: ByteOffset, movedByRows count: Int, goal: Column
  ) -> ByteOffset {
    let spot = spot(at: offset.value)
    let target = moved(spot, by: count)
    if target.start == spot.start { return min(max(offset, .zero), text.end) }
    return ByteOffset(self.offset(in: target, at: goal.value))
  }

  /// Returns the column of an offset in its row.
  package func column(of offset: ByteOffset, in row: LayoutRow) -> Column {
    Column(column(of: offset.value, in: row.bytes.values, indent: row.indent))
  }

  func column(of offset: Int, in spot: RowPosition) -> Int {
    column(of: offset, in: spot.bytes, indent: spot.indent)
  }

  private func column(of offset: Int, in bytes: Range<Int>, indent: Int) -> Int {
    let offset = min(max(offset, bytes.lowerBound), bytes.upperBound)
    guard layout.wraps else { return cache.column(of: offset, inLine: bytes, of: text) }
    return cache.withBytes(bytes, of: text) {
      CellRuler(tabWidth: layout.tabWidth, bytes: $0).column(
        of: offset - bytes.lowerBound, from: indent, limit: layout.columns)
    }
  }

  func offset(in spot: RowPosition, at wanted: Int) -> Int {
    let row = spot.bytes
    let found = glyph(at: wanted, in: spot)
    if found.byteCount == 0 {
      // Past the end of a row that continues: its last glyph.
      return spot.endsLine || row.isEmpty ? row.upperBound : lastGlyph(of: row)
    }
    // The right half of a wide glyph is nearer to the glyph's end.
    let end = found.index + found.byteCount
    let isNearerToEnd = wanted >= found.column + (found.width + 1) / 2
    return isNearerToEnd && (end < row.upperBound || spot.endsLine) ? end : found.index
  }

  /// Returns the glyph at a column; its index is an offset of the text.
  func glyph(at wanted: Int, in spot: RowPosition) -> CellRuler.Found {
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
