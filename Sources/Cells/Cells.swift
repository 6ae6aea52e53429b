/// The rules for cells of the whole program: the boundaries of visible characters, their widths,
/// and what is drawn for them.
package enum Cells {
  package static func glyphs(in text: String) -> [Glyph] {
    glyphs(inUTF8: Array(text.utf8)[...])
  }

  /// Returns the width of a text in cells: the sum of its glyphs' widths.
  package static func width(of text: String) -> Int {
    isPlain(text) ? text.utf8.count : width(of: text.utf8Span.span)
  }

  /// Returns the width of a part of a text, given by its bytes.
  package static func width(of text: String, bytes: Range<Int>) -> Int {
    let all = text.utf8Span.span
    let isPlain = all.withUnsafeBufferPointer {
      endOfPlain(in: $0, bytes.clamped(to: 0..<$0.count)) == bytes.upperBound
    }
    return isPlain ? bytes.count : width(of: all.extracting(bytes))
  }

  /// Whether a text is printable ASCII, with one cell for each byte.
  package static func isPlain(_ text: String) -> Bool {
    text.utf8Span.span.withUnsafeBufferPointer {
      endOfPlain(in: $0, 0..<$0.count) == $0.count
    }
  }

  /// Returns a text that is safe to send to any terminal, with controls, bidi marks and the like
  /// escaped.
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

extension Cells {
  /// Escapes a scalar: `^[` for Esc, `^?` for delete, `<9B>` for C1, `<U+202E>` for the rest.
  package static func escape(for scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case ..<0x20: "^" + String(Unicode.Scalar(UInt8(scalar.value) | 0x40))
    case 0x7f: "^?"
    case ..<0xa0: escape(forByte: UInt8(scalar.value))
    default: "<U+" + hexadecimal(scalar.value, digits: 4) + ">"
    }
  }

  /// Escapes a byte that is not valid UTF-8: `<FF>`.
  package static func escape(forByte byte: UInt8) -> String {
    "<" + hexadecimal(UInt32(byte), digits: 2) + ">"
  }

  /// Whether printing the scalar could control a terminal, or end or reorder its line: controls,
  /// line separators, and marks that change the direction of text.
  package static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7f..<0xa0, 0x200e, 0x200f, 0x061c, 0x2028...0x202e, 0x2066...0x2069, 0xfeff:
      true
    default: false
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

/// The beginning of a text that fits into a number of cells, as it is drawn.
package struct Fitting: Hashable, Sendable {
  package var text = ""
  package var width = 0
  /// The length of the beginning in bytes of the text.
  package var read = 0
  package var isWhole = true

  package init() {}
}

extension Cells {
  /// Returns the longest prefix of a text that fits into `width` cells.
  package static func prefix(of text: String, fitting width: Int) -> Fitting {
    let bytes = text.utf8Span.span
    var fitting = Fitting()
    let end = min(bytes.count, max(0, width))
    let isPlain = bytes.withUnsafeBufferPointer { endOfPlain(in: $0, 0..<end) == end }
    // The last letter may combine with a mark after the cut.
    if isPlain, bytes.standsApart(at: end) {
      fitting.text =
        end == bytes.count ? text : String(decoding: text.utf8.prefix(end), as: UTF8.self)
      (fitting.width, fitting.read) = (end, end)
    } else {
      forEachGlyph(in: bytes, drawing: true) { glyph in
        if fitting.width + glyph.width > width { return false }
        fitting.text += glyph.text
        fitting.width += glyph.width
        fitting.read += glyph.byteCount
        return true
      }
    }
    fitting.isWhole = fitting.read == bytes.count
    return fitting
  }

  /// Returns the prefix that fits, with one cell left for a sign if it is not the whole text.
  package static func prefix(of text: String, leavingRoomIn width: Int) -> Fitting {
    let fitting = prefix(of: text, fitting: width)
    return fitting.isWhole ? fitting : prefix(of: text, fitting: width - 1)
  }
}
