import Cells

/// Where rows end: greedily, at the last place where a word may end. A row is decided by its start
/// alone, so that rows behind an edit are the same again as soon as one starts where one did.
struct RowWrapping {
  let layout: TextLayout
  /// Where a line's own text starts: no row ends before.
  let textStart: Int

  /// The end of the row that starts at an index of a line, or of a part of one, in a column.
  func end(
    ofRowAt start: Int, column: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    plainEnd(ofRowAt: start, column: column, in: bytes)
      ?? anyEnd(ofRowAt: start, column: column, in: bytes)
  }

  /// Rows of printable ASCII need no look at each glyph; nil for all others.
  private func plainEnd(
    ofRowAt start: Int, column: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let full = start + max(1, layout.columns - column)
    // The first byte that does not fit: blanks hang over the edge.
    var next = PlainBytes.end(of: start..<min(full, bytes.count), in: bytes)
    if next == bytes.count { return next }
    if next < full { return nil }
    while next < bytes.count, bytes[next] == 0x20 { next += 1 }
    // A mark there would make the blank before it none, or the letter wider.
    guard next < bytes.count else { return next }
    guard PlainBytes.isPlain(bytes[next]), next + 1 == bytes.count || bytes[next + 1] < 0x80 else {
      return nil
    }
    var place = next
    let first = max(start, textStart)
    while place > first {
      if bytes[place - 1] == 0x20, bytes[place] != 0x20 { return place }
      place -= 1
    }
    return next
  }

  private func anyEnd(
    ofRowAt start: Int, column: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let first = max(start, textStart)
    var place = start
    var column = column
    var breakPlace: Int?
    var before = GlyphShape(in: bytes, at: start)
    while place < bytes.count {
      let glyph = place == start ? before : GlyphShape(in: bytes, at: place)
      if place > first, LineBreaks.mayBreak(between: before, and: glyph) { breakPlace = place }
      let width = glyph.kind == .tab ? layout.widthOfTab(at: column) : glyph.width
      // A glyph that is wider than the whole row stands in a row of its own.
      if column + width > layout.columns, !glyph.isBlank, place > start {
        return breakPlace ?? place
      }
      column += width
      place += glyph.byteCount
      before = glyph
    }
    return bytes.count
  }
}

/// Printable ASCII: each byte is a glyph of one cell, as long as no mark follows.
enum PlainBytes {
  static func isPlain(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x5f }

  /// How far bytes are printable ASCII, each a glyph of its own, whatever stands behind.
  static func end(of range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let place = Cells.endOfPlain(in: bytes, range)
    // The last one may be the base of a mark.
    return place > range.lowerBound && place < bytes.count && bytes[place] >= 0x80
      ? place - 1 : place
  }
}
