/// A paragraph's text without marks: bytes, their styles, and their source lines.
struct InlineText: Sendable {
  struct Span: Sendable {
    /// A span reaches up to the start of the next one.
    var start: Int
    var style: RunStyle
    var link: Int
  }

  struct LineStart: Sendable {
    var start: Int
    var line: Int
  }

  /// The text, in which a newline ends a row.
  private(set) var bytes: [UInt8] = []
  private(set) var spans: [Span] = []
  private(set) var lines: [LineStart] = []
  /// The alignment of a table's cell: `l`, `c`, `r`, or 0.
  var alignment: UInt8 = 0

  init(line: Int) { lines.append(LineStart(start: 0, line: line)) }

  init(_ text: String, _ style: RunStyle = [], line: Int) {
    self.init(line: line)
    append(text.utf8, style)
  }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func append(_ text: some Collection<UInt8>, _ style: RunStyle, link: Int = -1) {
    if text.isEmpty { return }
    if spans.last?.style != style || spans.last?.link != link {
      spans.append(Span(start: bytes.count, style: style, link: link))
    }
    bytes += text
  }

  mutating func beginLine(_ line: Int) {
    lines.append(LineStart(start: bytes.count, line: line))
  }

  /// Drops trailing blanks, which have no meaning.
  mutating func dropBlanksAtEnd() {
    while let last = bytes.last, last == 0x20 || last == 0x0a { bytes.removeLast() }
    while let last = spans.last, last.start >= bytes.count { spans.removeLast() }
    while lines.count > 1, let last = lines.last, last.start > bytes.count { lines.removeLast() }
  }

  /// Appends another text with an added style.
  mutating func append(
    _ text: InlineText, adding style: RunStyle, link: (Int) -> Int = { $0 }
  ) {
    for (index, span) in text.spans.enumerated() {
      let end = index + 1 < text.spans.count ? text.spans[index + 1].start : text.bytes.count
      append(text.bytes[span.start..<end], span.style.union(style), link: link(span.link))
    }
  }

  /// Divides the text at its first newline.
  func dividedAtLineEnd() -> (first: InlineText, rest: InlineText) {
    let ends = [bytes.firstIndex(of: 0x0a), lines.dropFirst().first?.start].compactMap(\.self)
    guard let end = ends.min() else {
      return (self, InlineText(line: lines[0].line))
    }
    let start = end < bytes.count && bytes[end] == 0x0a ? end + 1 : end
    var first = part(0..<end)
    first.dropBlanksAtEnd()
    return (first, part(start..<bytes.count))
  }

  private func part(_ range: Range<Int>) -> InlineText {
    let line = lines.last { $0.start <= range.lowerBound }?.line ?? lines[0].line
    var part = InlineText(line: line)
    part.bytes = Array(bytes[range])
    for span in spans where span.start < range.upperBound {
      let start = max(0, span.start - range.lowerBound)
      // Of several spans before the range, only the last reaches into it.
      if start == 0, !part.spans.isEmpty { part.spans.removeLast() }
      part.spans.append(Span(start: start, style: span.style, link: span.link))
    }
    for next in lines where next.start > range.lowerBound && next.start <= range.upperBound {
      part.lines.append(LineStart(start: next.start - range.lowerBound, line: next.line))
    }
    return part
  }
}
