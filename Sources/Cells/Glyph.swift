/// One visible character: its drawn text and its width in cells.
package struct Glyph: Hashable, Sendable {
  package enum Kind: Sendable {
    case text
    /// A tab: one blank here, widened by the layout.
    case tab
    /// A control, a bidi mark or an invalid byte, escaped so that it has no effect.
    case escape
  }

  /// The text for the terminal. It moves nothing, and its width is `width` on every terminal.
  package var text: String
  package var width: Int
  package var kind: Kind
  /// The length in bytes of the source.
  package var byteCount: Int
}

/// One cell, or the two cells of a wide character, with the drawn base and marks.
package struct Cell: Hashable, Sendable {
  package var text: String
  package var width: Int

  package init(text: String, width: Int) {
    self.text = text
    self.width = width
  }
}

extension Glyph {
  /// The glyph's cells in a terminal. Most have one cell; a flag has two, an escape many.
  package var cells: [Cell] {
    if width == 1 || text.utf8.count == 1 { return [Cell(text: text, width: width)] }
    var cells: [Cell] = []
    for scalar in text.unicodeScalars {
      let width = ScalarClass(of: scalar).width
      if width == 0, !cells.isEmpty {
        cells[cells.count - 1].text.unicodeScalars.append(scalar)
      } else {
        cells.append(Cell(text: String(scalar), width: width))
      }
    }
    return cells
  }
}

/// Consecutive glyphs of the same length and width, each a single letter.
package struct GlyphRun: Hashable, Sendable {
  package var end: Int
  /// The number of bytes of each glyph.
  package var unit: Int
  /// The width of all glyphs in cells.
  package var width: Int
}

extension Cells {
  /// Returns the run that starts at `start` and ends at `end` at the latest, in at most `cells`
  /// cells; nil if the next glyph is not a simple one, or does not fit.
  package static func run(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, cells: Int
  ) -> GlyphRun? {
    guard start < end, cells > 0 else { return nil }
    let span = bytes.span
    if isPlain(bytes[start]) {
      var offset = endOfPlain(in: bytes, start..<min(end, start + min(cells, end - start)))
      // The last one may be the base of a combining mark.
      if !span.standsApart(at: offset) { offset -= 1 }
      return offset > start ? GlyphRun(end: offset, unit: 1, width: offset - start) : nil
    }
    guard bytes[start] >= 0xc2, let (first, unit) = span.scalar(at: start),
      let width = SimpleScalars.width(first.value)
    else { return nil }
    var offset = start
    var used = 0
    while true {
      offset += unit
      used += width
      if used + width > cells || offset + unit > end { break }
      guard let (next, length) = span.scalar(at: offset), length == unit,
        SimpleScalars.width(next.value) == width
      else { break }
    }
    if !span.standsApart(at: offset) { (offset, used) = (offset - unit, used - width) }
    if used > cells || offset > end || offset == start { return nil }
    return GlyphRun(end: offset, unit: unit, width: used)
  }

  /// Returns the end of the printable ASCII bytes.
  static func endOfPlain(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int {
    var offset = range.lowerBound
    while offset < range.upperBound, isPlain(bytes[offset]) { offset += 1 }
    return offset
  }
}
