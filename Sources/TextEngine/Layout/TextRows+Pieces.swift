package import Cells

/// Makes the pieces of a row to draw.
extension TextRows {
  /// Returns the text of a row in a range of columns, in order and without gaps except for the
  /// indent. Reads only that much of a long row. No piece crosses one of `cuts`, which are in
  /// order: the ends of styled spans.
  package func pieces(
    of row: LayoutRow, from left: Int = 0, columns: Int, cuts: [ByteOffset] = []
  ) -> [RowPiece] {
    let shown = left..<left + max(0, layout.wraps ? min(columns, layout.columns - left) : columns)
    let first =
      left == 0
      ? CellRuler.Found(index: row.start.value, column: row.indent)
      : glyph(at: left, in: spot(at: row.start.value))
    let hasParts = !layout.wraps && row.bytes.byteCount > cache.longestPart
    return pieces(from: first, to: row.bytes.upperBound.value, shown, cuts, hasParts: hasParts)
  }

  private func pieces(
    from first: CellRuler.Found, to end: Int, _ shown: Range<Int>, _ cuts: [ByteOffset],
    hasParts: Bool
  ) -> [RowPiece] {
    // Enough except for glyphs of very many bytes.
    var readEnd = min(end, first.index + 64 + shown.count * 8)
    while true {
      let found: [RowPiece]? = cache.withBytes(first.index..<readEnd, of: text) {
        pieces(of: $0, from: first, shown, cuts, hasParts: hasParts, isEnd: readEnd == end)
      }
      if let found { return found }
      readEnd = min(end, first.index + (readEnd - first.index) * 4)
    }
  }

  /// Returns nil if the bytes end before the cells do.
  private func pieces(
    of bytes: UnsafeBufferPointer<UInt8>, from first: CellRuler.Found, _ shown: Range<Int>,
    _ cuts: [ByteOffset], hasParts: Bool, isEnd: Bool
  ) -> [RowPiece]? {
    var pieces: [RowPiece] = []
    pieces.reserveCapacity(cuts.count + 1)
    var cut = 0
    var offset = 0
    var column = first.column
    // No glyph crosses the start of a part, however many bytes would belong to it.
    var stop = hasParts ? 0 : bytes.count
    while offset < bytes.count, column < shown.upperBound {
      if stop <= offset {
        let part = cache.startOfPart(after: first.index + offset)
        stop = min(bytes.count, part.map { $0 - first.index } ?? bytes.count)
      }
      // More bytes may have a combining mark for the last glyph.
      let isCut = isEnd || stop < bytes.count
      var runEnd = isCut ? stop : bytes.count - 4
      while cut < cuts.count, cuts[cut].value - first.index <= offset { cut += 1 }
      if cut < cuts.count { runEnd = min(runEnd, cuts[cut].value - first.index) }
      let room = shown.upperBound - column
      if column >= shown.lowerBound,
        let run = Cells.run(in: bytes, from: offset, to: runEnd, cells: room)
      {
        pieces.append(
          RowPiece(
            text: String(decoding: bytes[offset..<run.end], as: UTF8.self),
            column: column - shown.lowerBound, width: run.width,
            bytes: (first.index + offset..<first.index + run.end).offsets, kind: .text,
            unit: run.unit))
        (offset, column) = (run.end, column + run.width)
        continue
      }
      let part = UnsafeBufferPointer(rebasing: bytes[..<stop])
      let glyph = Cells.glyph(in: part.span, at: offset, drawing: true)
      if offset + glyph.byteCount + 4 > bytes.count, !isCut { return nil }
      let width = glyph.kind == .tab ? layout.widthOfTab(at: column) : glyph.width
      let start = first.index + offset
      pieces.append(
        RowPiece(
          showing: glyph, width: width, at: column, shown,
          bytes: (start..<start + glyph.byteCount).offsets))
      column += width
      offset += glyph.byteCount
    }
    return column < shown.upperBound && !isEnd ? nil : pieces
  }
}

extension RowPiece {
  /// Creates the visible part of a glyph between two columns.
  fileprivate init(
    showing glyph: Glyph, width: Int, at column: Int, _ shown: Range<Int>,
    bytes: Range<ByteOffset>
  ) {
    let seen = (column..<column + width).clamped(to: shown)
    self.bytes = bytes
    self.column = seen.lowerBound - shown.lowerBound
    self.width = seen.count
    kind = glyph.kind
    unit = bytes.byteCount
    if glyph.kind != .tab, seen.count == width {
      text = glyph.text
    } else if glyph.kind == .escape {
      let start = seen.lowerBound - column
      text = String(decoding: glyph.text.utf8.dropFirst(start).prefix(seen.count), as: UTF8.self)
    } else if glyph.kind == .tab || seen.lowerBound > column {
      text = String(repeating: " ", count: seen.count)
    } else {
      let start = Cells.prefix(of: glyph.text, fitting: seen.count)
      text = start.text + String(repeating: " ", count: seen.count - start.width)
    }
  }
}

/// Text of a row with its position: one glyph, or a run of letters of the same length and width.
/// Tabs and glyphs that cross an edge are already cut to their cells.
package struct RowPiece: Hashable, Sendable {
  package var text: String
  /// The distance from the left visible edge.
  package var column: Int
  package var width: Int
  package var bytes: Range<ByteOffset>
  package var kind: Glyph.Kind
  /// The number of bytes in a glyph.
  package var unit: Int
}
