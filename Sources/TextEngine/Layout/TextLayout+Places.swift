package import Cells

/// A glyph where it is drawn: tabs and whatever crosses the edge already cut to their cells.
package struct PlacedGlyph: Hashable, Sendable {
  package var glyph: Glyph
  package var column: Int
  /// Where it starts in the line.
  package var byte: Int
}

extension TextLayout {
  /// What is drawn in a row. Nothing reaches past the last column of a wrapped line.
  package func glyphs(of row: LayoutRow, in line: ArraySlice<UInt8>) -> [PlacedGlyph] {
    var placed: [PlacedGlyph] = []
    walk(row, in: line) { glyph, column, width, byte in
      let room = wraps ? min(width, columns - column) : width
      if room <= 0 { return false }
      placed.append(PlacedGlyph(glyph: cut(glyph, to: room), column: column, byte: byte))
      return true
    }
    return placed
  }

  /// The text of a row that needs no look at each glyph: printable ASCII, from the column `left`
  /// on. Nil where it is not such a row.
  package func plainText(
    of row: LayoutRow, in line: ArraySlice<UInt8>, from left: Int, columns shown: Int
  ) -> (text: String, column: Int)? {
    let bytes = line[row.bytes]
    guard Self.isPlain(bytes) else { return nil }
    let room = wraps ? min(shown, columns - left) : shown
    let drawn = bytes.dropFirst(max(0, left - row.indent))
    let column = max(0, row.indent - left)
    return (String(decoding: drawn.prefix(max(0, room - column)), as: UTF8.self), column)
  }

  /// The row and column of a byte of the line. A byte between two rows is in the second.
  package func place(of byte: Int, in line: ArraySlice<UInt8>) -> (row: Int, column: Int) {
    let rows = rows(of: line)
    let index = rows.lastIndex { $0.bytes.lowerBound <= byte } ?? 0
    return (index, column(of: byte, in: rows[index], of: line))
  }

  /// The glyph boundary nearest to a column: for clicks, and for moves from row to row. It is in
  /// that row even if the column is past its end.
  package func byte(
    atRow number: Int, column: Int, in line: ArraySlice<UInt8>
  ) -> Int {
    let rows = rows(of: line)
    let index = min(max(0, number), rows.count - 1)
    let row = rows[index]
    var found = row.bytes.lowerBound
    walk(row, in: line) { glyph, start, width, byte in
      found = byte
      // The right half of a wide glyph is nearer to its end.
      if column < start + (width + 1) / 2 { return false }
      let end = byte + glyph.byteCount
      if end < row.bytes.upperBound || index == rows.count - 1 { found = end }
      return column >= start + width
    }
    return found
  }

  private func column(of byte: Int, in row: LayoutRow, of line: ArraySlice<UInt8>) -> Int {
    if Self.isPlain(line[row.bytes]) {
      let found =
        row.indent + min(max(byte, row.bytes.lowerBound), row.bytes.upperBound)
        - row.bytes.lowerBound
      return wraps ? min(found, columns) : found
    }
    var found = row.indent
    walk(row, in: line) { glyph, column, width, start in
      if start + glyph.byteCount > byte {
        found = column
        return false
      }
      found = column + width
      return true
    }
    return wraps ? min(found, columns) : found
  }

  /// Glyph by glyph with its column, its width there and its first byte, until told to stop.
  private func walk(
    _ row: LayoutRow, in line: ArraySlice<UInt8>, _ body: (Glyph, Int, Int, Int) -> Bool
  ) {
    var column = row.indent
    var byte = row.bytes.lowerBound
    if Self.isPlain(line[row.bytes]) {
      for byte in row.bytes {
        let text = String(Unicode.Scalar(line[byte]))
        if !body(Glyph(text: text, width: 1, kind: .text, byteCount: 1), column, 1, byte) { return }
        column += 1
      }
      return
    }
    for glyph in Cells.glyphs(inUTF8: line[row.bytes]) {
      let width = width(of: glyph, at: column)
      if !body(glyph, column, width, byte) { return }
      column += width
      byte += glyph.byteCount
    }
  }

  private func cut(_ glyph: Glyph, to room: Int) -> Glyph {
    var cut = glyph
    if glyph.kind == .tab {
      cut.text = String(repeating: " ", count: room)
    } else if glyph.width > room {
      let text = Cells.prefix(of: glyph.text, fitting: room)
      cut.text = text.text + String(repeating: " ", count: room - text.width)
    }
    cut.width = room
    return cut
  }
}
