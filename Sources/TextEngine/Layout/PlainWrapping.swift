/// Wraps a line of printable ASCII exactly as `RowWrapping` does, byte by byte.
enum PlainWrapping {
  static func rows(of line: ArraySlice<UInt8>, layout: TextLayout) -> [LayoutRow] {
    let indent = HangingIndent(of: line, layout: layout)
    let hanging = indent.columns * 2 <= layout.columns ? indent.columns : 0
    var rows: [LayoutRow] = []
    var rowStart = line.startIndex
    var column = 0
    var breakPlace: Int?
    var beforeIsBlank = false

    func end(at place: Int) {
      rows.append(LayoutRow(bytes: rowStart..<place, indent: rows.isEmpty ? 0 : hanging))
      rowStart = place
      column = hanging
    }

    for (place, byte) in zip(line.indices, line) {
      let isBlank = byte == 0x20
      if beforeIsBlank, !isBlank, place > max(rowStart, indent.textStart) { breakPlace = place }
      if column >= layout.columns, !isBlank {
        if let word = breakPlace {
          end(at: word)
          column += place - word
          breakPlace = nil
        }
        if column >= layout.columns, place > rowStart {
          end(at: place)
          breakPlace = nil
        }
      }
      column += 1
      beforeIsBlank = isBlank
    }
    rows.append(
      LayoutRow(bytes: rowStart..<line.endIndex, indent: rows.isEmpty ? 0 : hanging))
    return rows
  }
}
