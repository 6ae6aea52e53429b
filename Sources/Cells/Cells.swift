/// Decides, for the whole program, what is in a cell: where one visible character ends and
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

  /// The same for a part of it, told by its bytes.
  package static func width(of text: String, bytes: Range<Int>) -> Int {
    let all = text.utf8Span.span
    let isPlain = all.withUnsafeBufferPointer {
      endOfPlain(in: $0, bytes.clamped(to: 0..<$0.count)) == bytes.upperBound
    }
    return isPlain ? bytes.count : width(of: all.extracting(bytes))
  }

  /// Whether a text is printable ASCII only: one byte, one cell, nothing to decide.
  package static func isPlain(_ text: String) -> Bool {
    text.utf8Span.span.withUnsafeBufferPointer {
      endOfPlain(in: $0, 0..<$0.count) == $0.count
    }
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
