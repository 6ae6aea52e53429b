import Cells

/// Where rows end: greedily, at the last place where a word may end. A row is decided by its start
/// alone, so that rows behind an edit are the same again as soon as one starts where one did.
struct RowWrapping {
  let layout: TextLayout
  /// Where a line's own text starts: no row ends before.
  let textStart: Int

  /// The end of the row that starts at an index of a line, or of a part of one, in a column.
  func end(ofRowAt start: Int, column: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if bytes.isEmpty { return 0 }
    let first = max(start, textStart)
    var place = start
    var column = column
    var breakPlace: Int?
    var before = GlyphShape(in: bytes, at: start)
    while place < bytes.count {
      let glyph = place == start ? before : GlyphShape(in: bytes, at: place)
      if place > first, GlyphShape.mayBreak(between: before, and: glyph) { breakPlace = place }
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
