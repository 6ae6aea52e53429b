/// Glyphs next to each other that are all of the same length and width, each one letter.
package struct GlyphRun: Hashable, Sendable {
  /// Where it ends.
  package var end: Int
  /// Bytes of each glyph.
  package var unit: Int
  /// All cells.
  package var width: Int
}

extension Cells {
  /// The run that starts at an index and ends at `end` at the latest, in no more than so many cells;
  /// nil where a glyph starts that takes a closer look, or that does not fit.
  package static func run(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, cells: Int
  ) -> GlyphRun? {
    guard start < end, cells > 0 else { return nil }
    let span = bytes.span
    if isPlain(bytes[start]) {
      var place = endOfPlain(in: bytes, start..<min(end, start + min(cells, end - start)))
      // The last one may be the base of a mark.
      if !span.standsApart(at: place) { place -= 1 }
      return place > start ? GlyphRun(end: place, unit: 1, width: place - start) : nil
    }
    guard bytes[start] >= 0xc2, let (first, unit) = span.scalar(at: start),
      let width = SimpleScalars.width(first.value)
    else { return nil }
    var place = start
    var used = 0
    while true {
      place += unit
      used += width
      if used + width > cells || place + unit > end { break }
      guard let (next, length) = span.scalar(at: place), length == unit,
        SimpleScalars.width(next.value) == width
      else { break }
    }
    if !span.standsApart(at: place) { (place, used) = (place - unit, used - width) }
    if used > cells || place > end || place == start { return nil }
    return GlyphRun(end: place, unit: unit, width: used)
  }

  /// How far bytes are printable ASCII.
  package static func endOfPlain(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int {
    var place = range.lowerBound
    while place < range.upperBound, isPlain(bytes[place]) { place += 1 }
    return place
  }
}
