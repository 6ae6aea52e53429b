package import Cells

/// Text of a row where it is drawn: one glyph, or a run of letters that are all of one length and
/// width. Tabs and what crosses an edge are cut to their cells already.
package struct RowPiece: Hashable, Sendable {
  package var text: String
  /// From the left edge of what is shown.
  package var column: Int
  package var width: Int
  package var bytes: Range<ByteOffset>
  package var kind: Glyph.Kind
  /// How many bytes of the text are a glyph: a run may be cut after each of them.
  package var unit: Int

  package var glyphCount: Int { bytes.byteCount / max(1, unit) }
}

extension [RowPiece] {
  /// The same pieces, cut so that none goes over one of these places, which come in order: the ends of
  /// what is coloured.
  package func cut(at places: some Sequence<ByteOffset>) -> [RowPiece] {
    var cut: [RowPiece] = []
    cut.reserveCapacity(count)
    var places = places.makeIterator()
    var next = places.next()
    for var piece in self {
      while let place = next, place < piece.bytes.upperBound {
        let count = (place - piece.bytes.lowerBound) / Swift.max(1, piece.unit)
        if count > 0 { cut.append(piece.removeFirst(count)) }
        next = places.next()
      }
      cut.append(piece)
    }
    return cut
  }
}

extension RowPiece {
  /// Takes so many glyphs off a run.
  fileprivate mutating func removeFirst(_ count: Int) -> RowPiece {
    let cells = width / glyphCount * count
    var start = self
    start.text = String(decoding: text.utf8.prefix(count * unit), as: UTF8.self)
    start.width = cells
    start.bytes = bytes.lowerBound..<bytes.lowerBound + count * unit
    text = String(decoding: text.utf8.dropFirst(count * unit), as: UTF8.self)
    column += cells
    width -= cells
    bytes = start.bytes.upperBound..<bytes.upperBound
    return start
  }
}
