/// The start of a text that fits into so many cells, as it is drawn.
package struct Fitting: Hashable, Sendable {
  package var text = ""
  package var width = 0
  /// So many bytes of the text itself are that start.
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
