/// A row on the way through the text: a line and one of its rows.
package struct RowPlace: Hashable, Comparable, Sendable {
  package var line: Int
  package var row: Int

  package init(line: Int, row: Int) {
    self.line = line
    self.row = row
  }

  package static func < (left: RowPlace, right: RowPlace) -> Bool {
    (left.line, left.row) < (right.line, right.row)
  }
}

extension TextLayout {
  /// The row that a position is in, and its column there.
  package func place(
    of position: TextPosition, in buffer: TextBuffer
  ) -> (row: RowPlace, column: Int) {
    let position = buffer.clamped(position)
    let place = place(of: position.byte, in: buffer.line(position.line))
    return (RowPlace(line: position.line, row: place.row), place.column)
  }

  /// The position in a row that is nearest to a column.
  package func position(
    in row: RowPlace, column: Int, of buffer: TextBuffer
  ) -> TextPosition {
    let row = clamped(row, in: buffer)
    let byte = byte(atRow: row.row, column: column, in: buffer.line(row.line))
    return TextPosition(line: row.line, byte: byte)
  }

  /// The row `count` rows on, or back if negative; the first or last row if there are fewer.
  /// Costs what lies between, never the whole text.
  package func row(_ start: RowPlace, movedBy count: Int, in buffer: TextBuffer) -> RowPlace {
    var place = clamped(start, in: buffer)
    place.row += count
    while place.row < 0, place.line > 0 {
      place.line -= 1
      place.row += rows(of: buffer.line(place.line)).count
    }
    if place.row < 0 { return RowPlace(line: 0, row: 0) }
    while true {
      let rowCount = rows(of: buffer.line(place.line)).count
      if place.row < rowCount { return place }
      if place.line + 1 == buffer.lineCount {
        return RowPlace(line: place.line, row: rowCount - 1)
      }
      place.row -= rowCount
      place.line += 1
    }
  }

  /// A row that exists: after an edit a remembered one may not.
  func clamped(_ place: RowPlace, in buffer: TextBuffer) -> RowPlace {
    let line = min(max(0, place.line), buffer.lineCount - 1)
    let last = rows(of: buffer.line(line)).count - 1
    if place.line > line { return RowPlace(line: line, row: last) }
    return RowPlace(line: line, row: place.line < 0 ? 0 : min(max(0, place.row), last))
  }
}
