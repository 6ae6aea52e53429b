import Bytes
import Cells

/// Breaks a text into rows: at words where possible, within a word where necessary, and next to a
/// wide character where `LineBreaks` allows it.
struct Wrapping {
  private let text: InlineText
  private let width: Int
  private(set) var rows: [RenderedRow] = []
  private var span = 0
  private var line = 0

  /// Returns at least one row. None is wider than `width`, which is at least 1.
  static func rows(of text: InlineText, width: Int, atWords: Bool) -> [RenderedRow] {
    var wrapping = Wrapping(text: text, width: max(1, width))
    wrapping.run(atWords: atWords)
    return wrapping.rows
  }

  private init(text: InlineText, width: Int) {
    self.text = text
    self.width = width
  }

  private mutating func run(atWords: Bool) {
    let bytes = text.bytes
    var start = 0
    repeat {
      let stop = bytes[start...].firstIndex(of: Byte.lineFeed) ?? bytes.count
      wrapLine(start, stop, atWords)
      start = stop + 1
    } while start <= bytes.count
  }

  private mutating func wrapLine(_ start: Int, _ stop: Int, _ atWords: Bool) {
    let all = text.bytes
    let bytes = all.span
    var start = start
    var index = start
    var used = 0
    /// The last offset where the row may end so that the next one begins with a word.
    var breakAt: Int?
    var hasText = false
    /// The character before `index`, if it is not a blank and is in the same row.
    var before: LineBreaks.Sign?
    while index < stop {
      let byte = bytes[index]
      var length = 1
      var glyphWidth = 1
      let isBlank = byte == Byte.space
      var sign = LineBreaks.Sign(Unicode.Scalar(byte), width: 1, .text)
      if byte < 0x20 || byte >= 0x7f || index + 1 < stop && bytes[index + 1] >= 0x80 {
        // A character that is shown in another form, or a mark without a letter, is drawn by
        // itself.
        let glyph = Cells.glyph(
          in: bytes.extracting(index..<min(stop, spanEnd(behind: index))), at: 0, drawing: false)
        length = min(glyph.byteCount, stop - index)
        glyphWidth = min(glyph.width, width)
        sign = LineBreaks.Sign(glyph, in: bytes, at: index)
      }
      if atWords, hasText, !isBlank, let before,
        LineBreaks.mayBreak(between: before, and: sign)
      {
        breakAt = index
      }
      if used + glyphWidth > width {
        if isBlank, atWords {
          // Blanks at a break are left out.
          put(start, index)
          while index < stop, bytes[index] == Byte.space { index += 1 }
          (start, used, breakAt, hasText, before) = (index, 0, nil, false, nil)
          continue
        }
        let next = breakAt.map { $0 > start ? $0 : index } ?? index
        put(start, next)
        start = next
        index = next
        (used, breakAt, hasText, before) = (0, nil, false, nil)
        continue
      }
      used += glyphWidth
      index += length
      if !isBlank { hasText = true }
      before = isBlank ? nil : sign
      if atWords, hasText, isBlank { breakAt = index }
    }
    if start < stop || start == stop && (rows.isEmpty || isLineStart(start)) { put(start, stop) }
  }

  private func spanEnd(behind index: Int) -> Int {
    let next = text.spans.partitionPoint { $0.start > index }
    return text.spans[next...].first?.start ?? text.bytes.count
  }

  /// Whether the note's line begins here. An empty line makes a row; blanks after a break do not.
  private func isLineStart(_ index: Int) -> Bool {
    index == 0 || text.bytes[index - 1] == Byte.lineFeed
  }

  private mutating func put(_ start: Int, _ end: Int) {
    var end = end
    while end > start, text.bytes[end - 1] == Byte.space { end -= 1 }
    while line + 1 < text.lines.count, text.lines[line + 1].start <= start { line += 1 }
    let source = text.lines[line]
    var row = RenderedRow(line: source.line, byte: max(0, start - source.start))
    while span + 1 < text.spans.count, text.spans[span + 1].start <= start { span += 1 }
    var from = start
    var current = span
    while from < end, current < text.spans.count {
      let next = current + 1 < text.spans.count ? text.spans[current + 1].start : text.bytes.count
      let to = min(end, next)
      if to > from {
        let style = text.spans[current]
        row.runs.append(run(from, to, style.style, style.link))
        from = to
      }
      current += 1
    }
    rows.append(row)
  }

  private func run(_ start: Int, _ end: Int, _ style: RunStyle, _ link: Int) -> RenderedRow.Run {
    let part = text.bytes[start..<end]
    let words = String(decoding: part, as: UTF8.self)
    if Cells.isPlain(words) {
      return RenderedRow.Run(words, width: end - start, style, link: link)
    }
    let shown = CellText.run(words, style, link: link)
    // One escape may be wider than the whole row.
    return shown.width <= width ? shown : RenderedRow.Run("…", width: 1, style, link: link)
  }
}
