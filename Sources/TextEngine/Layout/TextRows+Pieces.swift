package import Cells

/// What is drawn in a row.
extension TextRows {
  /// The text of a row in a number of cells from a column on, in order and without holes but for the
  /// indent. It reads no more of a long row than that. No run goes over one of the offsets in `cuts`,
  /// which come in order: the ends of what is coloured.
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
    // Enough but for glyphs of very many bytes.
    var readEnd = min(end, first.index + 64 + shown.count * 8)
    while true {
      let found: [RowPiece]? = cache.withBytes(first.index..<readEnd, of: text) {
        pieces(of: $0, from: first, shown, cuts, hasParts: hasParts, isEnd: readEnd == end)
      }
      if let found { return found }
      readEnd = min(end, first.index + (readEnd - first.index) * 4)
    }
  }

  /// Nil where the bytes end before the cells do.
  private func pieces(
    of bytes: UnsafeBufferPointer<UInt8>, from first: CellRuler.Found, _ shown: Range<Int>,
    _ cuts: [ByteOffset], hasParts: Bool, isEnd: Bool
  ) -> [RowPiece]? {
    var pieces: [RowPiece] = []
    pieces.reserveCapacity(cuts.count + 1)
    var cut = 0
    var offset = 0
    var column = first.column
    // No glyph goes over the start of a part, however many bytes would belong to it.
    var stop = hasParts ? 0 : bytes.count
    while offset < bytes.count, column < shown.upperBound {
      if stop <= offset {
        let part = cache.startOfPart(after: first.index + offset)
        stop = min(bytes.count, part.map { $0 - first.index } ?? bytes.count)
      }
      // More bytes may hold a mark for the last glyph.
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
  /// What is seen of a glyph between two columns.
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

/// Text of a row where it is drawn: one glyph, or a run of letters that are all of one length and
/// width. Tabs and what crosses an edge are cut to their cells already.
package struct RowPiece: Hashable, Sendable {
  package var text: String
  /// From the left edge of what is shown.
  package var column: Int
  package var width: Int
  package var bytes: Range<ByteOffset>
  package var kind: Glyph.Kind
  /// How many bytes of the text are a glyph.
  package var unit: Int
}
