/// One thing a person sees as one character: what is drawn for it and how many cells it takes.
package struct Glyph: Hashable, Sendable {
  package enum Kind: Sendable {
    case text
    /// A tab: one blank here, as wide as the layout makes it.
    case tab
    /// A control, a bidi mark or a byte that is no UTF-8, spelled out so that it does nothing.
    case escape
  }

  /// What goes to the terminal. It moves nothing and its width is `width` everywhere.
  package var text: String
  package var width: Int
  package var kind: Kind
  /// Its length in bytes of the source.
  package var byteCount: Int
}

/// One cell, or a wide pair of them, with what is drawn in it: a base and its marks.
package struct Cell: Hashable, Sendable {
  package var text: String
  package var width: Int

  package init(text: String, width: Int) {
    self.text = text
    self.width = width
  }
}

extension Glyph {
  /// The glyph as a terminal stores it. Most have one cell; a flag has two, an escape many.
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
  /// The run that starts at an index and ends at `end` at the latest, in at most this number of
  /// cells; nil where a glyph starts that takes a closer look, or that does not fit.
  package static func run(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, cells: Int
  ) -> GlyphRun? {
    guard start < end, cells > 0 else { return nil }
    let span = bytes.span
    if isPlain(bytes[start]) {
      var offset = endOfPlain(in: bytes, start..<min(end, start + min(cells, end - start)))
      // The last one may be the base of a mark.
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

  /// How far bytes are printable ASCII.
  static func endOfPlain(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int {
    var offset = range.lowerBound
    while offset < range.upperBound, isPlain(bytes[offset]) { offset += 1 }
    return offset
  }
}
