/// Decides, for the whole program, what a cell shows: where one visible character ends and
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

  /// The same for a part of it, given by its bytes.
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

extension Cells {
  /// A scalar spelled out: `^[` for Esc, `^?` for delete, `<9B>` for C1, `<U+202E>` for the rest.
  package static func escape(for scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case ..<0x20: "^" + String(Unicode.Scalar(UInt8(scalar.value) | 0x40))
    case 0x7f: "^?"
    case ..<0xa0: escape(forByte: UInt8(scalar.value))
    default: "<U+" + hexadecimal(scalar.value, digits: 4) + ">"
    }
  }

  /// A byte that is no UTF-8, spelled out: `<FF>`.
  package static func escape(forByte byte: UInt8) -> String {
    "<" + hexadecimal(UInt32(byte), digits: 2) + ">"
  }

  /// Whether printing it could steer a terminal, or end or reorder its line:
  /// controls, line separators, and marks that change the direction of text.
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

/// The start of a text that fits into a number of cells, as it is drawn.
package struct Fitting: Hashable, Sendable {
  package var text = ""
  package var width = 0
  /// The length of that start in bytes of the text.
  package var read = 0
  /// Whether that is all of the text.
  package var isWhole = true

  package init() {}
}

extension Cells {
  /// The longest start of a text that fits into `width` cells.
  package static func prefix(of text: String, fitting width: Int) -> Fitting {
    let bytes = text.utf8Span.span
    var fitting = Fitting()
    let end = min(bytes.count, max(0, width))
    let isPlain = bytes.withUnsafeBufferPointer { endOfPlain(in: $0, 0..<end) == end }
    // A letter that is cut off behind may still be one with a mark.
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

  /// The same, with a cell left free for a sign where that is not all of the text.
  package static func prefix(of text: String, leavingRoomIn width: Int) -> Fitting {
    let fitting = prefix(of: text, fitting: width)
    return fitting.isWhole ? fitting : prefix(of: text, fitting: width - 1)
  }
}
