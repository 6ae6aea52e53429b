import Cells
package import TextEngine

/// Holds the engine's rows against those of `LayoutModel`.
package struct LayoutCheck {
  private let rows: TextRows
  private let bytes: [UInt8]

  /// `bytes` are the text's.
  package init(_ rows: TextRows, bytes: [UInt8]) {
    self.rows = rows
    self.bytes = bytes
  }

  /// Where rows differ from the model's, or nil.
  package static func difference(
    _ rows: [LayoutRow], _ model: [LayoutModel.Row], in text: Rope
  ) -> String? {
    let rows = rows.map(LayoutModel.Row.init)
    if rows == model { return nil }
    let index =
      zip(rows, model).enumerated().first { $1.0 != $1.1 }?.offset ?? min(rows.count, model.count)
    let found = rows.dropFirst(index).first
    let wanted = model.dropFirst(index).first
    let range = (wanted ?? found)?.bytes.offsets
    return """
      row \(index) is \(String(describing: found)), not \(String(describing: wanted)): \
      \(range.map { text.bytes(in: $0).prefix(200) } ?? [])
      """
  }

  /// What offsets, columns and drawn text of a row, shown from a column on, have wrong; or nil.
  package func problem(in row: LayoutRow, from left: Int) -> String? {
    // Now all parts of a long row exist.
    _ = rows.column(of: row.bytes.upperBound)
    let isLong = row.bytes.byteCount > rows.cache.longestPart
    let model = LayoutModel(layout: rows.layout, anchors: isLong ? rows.cache.cuts : [])
    let cells = model.cells(of: LayoutModel.Row(row), in: bytes)
    for cell in cells where row.endsLine || cell.glyph != nil {
      let column = rows.layout.wraps ? min(cell.column, rows.layout.columns) : cell.column
      let offset = ByteOffset(cell.offset)
      if rows.column(of: offset) != Column(column) {
        return "\(cell.offset) is in column \(rows.column(of: offset).value), not \(column)"
      }
      // Blanks that hang over the edge share its column.
      if rows.layout.wraps, cell.column >= rows.layout.columns { continue }
      if rows.offset(in: row, at: Column(column)) != offset {
        return "\(cell.offset) is not found again"
      }
    }
    return drawProblem(in: row, cells, from: left)
  }

  private func drawProblem(
    in row: LayoutRow, _ cells: [(glyph: Glyph?, offset: Int, column: Int)], from left: Int
  ) -> String? {
    let shown = rows.layout.columns
    let pieces = rows.pieces(of: row, from: left, columns: shown)
    var end: Int?
    for piece in pieces {
      if let end, piece.column != end { return "a hole or an overlap" }
      // A lone mark is drawn on a circle of dots; measured again it may be two glyphs.
      let isLoneMark = piece.text.hasPrefix("\u{25cc}")
      if !isLoneMark, Cells.width(of: piece.text) != piece.width {
        return "more or less is drawn than said: \(Array(piece.text.utf8)) in \(piece.width) cells"
      }
      if piece.column < 0 || piece.column + piece.width > shown { return "drawn over an edge" }
      end = piece.column + piece.width
    }
    let last = cells.last?.column ?? 0
    let expected = min(last, left + shown) - max(left, row.indent)
    if pieces.reduce(0, { $0 + $1.width }) != max(0, expected) { return "too little is drawn" }
    var index = 0
    for cell in cells where cell.column >= left && cell.column < left + shown {
      guard let glyph = cell.glyph else { continue }
      while index < pieces.count, pieces[index].bytes.upperBound.value <= cell.offset { index += 1 }
      guard index < pieces.count, pieces[index].bytes.contains(ByteOffset(cell.offset)) else {
        return "\(cell.offset) is not drawn"
      }
      let piece = pieces[index]
      let isWhole = cell.column - left + glyph.width <= shown
      if glyph.kind != .tab, isWhole, !piece.text.contains(glyph.text) {
        return "another glyph is drawn"
      }
      if piece.kind != glyph.kind { return "another kind is drawn" }
    }
    return nil
  }
}

extension LayoutModel.Row {
  init(_ row: LayoutRow) {
    self.init(
      bytes: row.bytes.lowerBound.value..<row.bytes.upperBound.value, indent: row.indent,
      line: row.line.value, startsLine: row.startsLine, endsLine: row.endsLine)
  }
}

extension Range<Int> {
  var offsets: Range<ByteOffset> { ByteOffset(lowerBound)..<ByteOffset(upperBound) }
}
