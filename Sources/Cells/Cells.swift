/// Decides, for the whole program, what stands in a cell: where one visible character ends and
/// the next begins, how wide it is, and what is drawn for it.
package enum Cells {
  /// The glyphs of a text, in order.
  package static func glyphs(in text: String) -> [Glyph] {
    glyphs(inUTF8: Array(text.utf8)[...])
  }

  /// How many cells a text takes: the sum of its glyphs' widths.
  package static func width(of text: String) -> Int {
    isPlain(text) ? text.utf8.count : width(of: text.utf8Span.span)
  }

  /// Whether a text is printable ASCII only: one byte, one cell, nothing to decide.
  package static func isPlain(_ text: String) -> Bool {
    isPlain(text.utf8Span.span, to: .max)
  }

  /// The same for the first bytes alone.
  private static func isPlain(_ bytes: Span<UInt8>, to limit: Int) -> Bool {
    let end = min(bytes.count, limit)
    return bytes.withUnsafeBufferPointer { endOfPlain(in: $0, 0..<end) == end }
  }

  /// The longest start of a text that fits into `width` cells, as it is drawn.
  package static func prefix(
    of text: String, fitting width: Int
  ) -> (text: String, width: Int, isWhole: Bool) {
    let bytes = text.utf8Span.span
    // One byte more than is drawn: a mark there would belong to the last one.
    if width >= 0, isPlain(bytes, to: width + 1) {
      if bytes.count <= width { return (text, bytes.count, true) }
      return (String(decoding: text.utf8.prefix(width), as: UTF8.self), width, false)
    }
    var drawn = ""
    var used = 0
    var isWhole = true
    forEachGlyph(in: bytes, drawing: true) { glyph in
      if used + glyph.width > width {
        isWhole = false
        return false
      }
      drawn += glyph.text
      used += glyph.width
      return true
    }
    return (drawn, used, isWhole)
  }

  /// A text that may be sent to any terminal: controls, bidi marks and the like spelled out.
  package static func visible(_ text: String) -> String {
    if isPlain(text) { return text }
    var drawn = ""
    forEachGlyph(in: text.utf8Span.span, drawing: true) { glyph in
      drawn += glyph.text
      return true
    }
    return drawn
  }
}
