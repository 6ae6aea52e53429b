package import Cells

/// Text of a row where it is drawn: a run of printable ASCII, each byte in a cell of its own, or one
/// glyph. Tabs and what crosses an edge are cut to their cells already.
package struct RowPiece: Hashable, Sendable {
  package var text: String
  /// From the left edge of what is shown.
  package var column: Int
  package var width: Int
  package var bytes: Range<ByteOffset>
  package var kind: Glyph.Kind

  /// A run may be cut between any two bytes; a glyph never.
  package var isRun: Bool { kind == .text && bytes.byteCount == width && width == text.utf8.count }
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
        if place > piece.bytes.lowerBound, piece.isRun {
          cut.append(piece.removeStart(before: place))
        }
        next = places.next()
      }
      cut.append(piece)
    }
    return cut
  }
}

extension RowPiece {
  fileprivate mutating func removeStart(before place: ByteOffset) -> RowPiece {
    let count = place - bytes.lowerBound
    let start = RowPiece(
      text: String(decoding: text.utf8.prefix(count), as: UTF8.self), column: column, width: count,
      bytes: bytes.lowerBound..<place, kind: kind)
    text = String(decoding: text.utf8.dropFirst(count), as: UTF8.self)
    column += count
    width -= count
    bytes = place..<bytes.upperBound
    return start
  }
}
