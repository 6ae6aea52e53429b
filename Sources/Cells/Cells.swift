/// Decides, for the whole program, what stands in a cell: where one visible character ends and
/// the next begins, how wide it is, and what is drawn for it.
package enum Cells {
  /// The glyphs of a text, in order.
  package static func glyphs(in text: String) -> [Glyph] {
    glyphs(inUTF8: Array(text.utf8)[...])
  }

  /// How many cells a text takes.
  package static func width(of text: String) -> Int {
    if isPlain(text) { return text.utf8.count }
    return glyphs(in: text).reduce(0) { $0 + $1.width }
  }

  /// Whether a text is printable ASCII only: one byte, one cell, nothing to decide.
  package static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
  }

  /// The longest start of a text that fits into `width` cells.
  package static func prefix(of text: String, fitting width: Int) -> (text: String, width: Int) {
    if isPlain(text) {
      return text.utf8.count <= width
        ? (text, text.utf8.count) : (String(text.prefix(max(0, width))), max(0, width))
    }
    var drawn = ""
    var used = 0
    for glyph in glyphs(in: text) {
      if used + glyph.width > width { break }
      drawn += glyph.text
      used += glyph.width
    }
    return (drawn, used)
  }

  /// A text that may be sent to any terminal: controls, bidi marks and the like spelled out.
  package static func visible(_ text: String) -> String {
    isPlain(text) ? text : glyphs(in: text).reduce(into: "") { $0 += $1.text }
  }
}
