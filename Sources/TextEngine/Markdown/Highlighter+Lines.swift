import Code
import MarkdownLines

/// How a line between fences becomes a comment.
package enum CodeComment: Hashable, Sendable {
  /// The language is not known.
  case unknown
  /// What goes before the line and behind it; whether the fence stands in a quote.
  case marks(open: [UInt8], close: [UInt8], isQuoted: Bool)
}

extension Highlighter {
  /// How the line at a place becomes a comment; nil where it is no code between fences.
  package mutating func codeComment(at place: ByteOffset, in text: Rope) -> CodeComment? {
    let start = text.content(at: place).lowerBound.value
    guard let unit = unit(at: start, in: text), unit.before.isInFence, unit.kind != .fence
    else { return nil }
    guard let marks = CodeLanguage.with(number: unit.before.language)?.commentMarks else {
      return .unknown
    }
    let isQuoted = unit.before.blocks.quoteDepth > 0
    return .marks(open: marks.open, close: marks.close, isQuoted: isQuoted)
  }

  /// Whether a place is in code, front matter or the like, where Markdown means nothing.
  package mutating func isCode(at place: ByteOffset, in text: Rope) -> Bool {
    let end = min(text.end, place + 1)
    let kinds: [Ink] = [.code, .codeBlock, .frontMatter, .math, .html, .comment]
    return spans(of: min(place, end)..<end, in: text).contains { span in
      kinds.contains { span.kinds.contains($0) }
    }
  }

  /// The lines of the paragraph that a place is in, without what follows; nil where it is in none, or in
  /// one so long that it is read in pieces.
  package mutating func paragraph(at place: ByteOffset, in text: Rope) -> Range<ByteOffset>? {
    let start = text.content(at: place).lowerBound.value
    guard let unit = unit(at: start, in: text), unit.kind == .text else { return nil }
    let range = ByteOffset(unit.start)..<ByteOffset(unit.end)
    let isWhole =
      text.start(of: text.line(at: range.lowerBound)) == range.lowerBound
      && (range.upperBound == text.end
        || text.start(of: text.line(at: range.upperBound)) == range.upperBound)
    return isWhole ? range : nil
  }

  /// The unit that a place is in; nil at the end of the text.
  mutating func unit(at place: Int, in text: Rope) -> ScannedUnit? {
    guard place < text.byteCount, let indices = show(place..<place + 1, in: text),
      let index = indices.first
    else { return nil }
    return window[index]
  }

  /// Hands over the units from a place on, where one starts, until `body` answers false or so many
  /// bytes are read. Answers where it stopped.
  @discardableResult
  func forEachUnit(
    from place: Int, _ state: BlockState, in text: Rope, budget: Int,
    _ body: (ScannedUnit) -> Bool
  ) -> Int {
    var scanner = BlockScanner(ScanBuffer(text), isPainting: false)
    var place = place
    var state = state
    let limit = min(text.byteCount, place + budget)
    while place < limit {
      let unit = scanner.unit(at: place, state)
      if !body(unit) { return place }
      place = unit.end
      state = unit.after
    }
    return place
  }
}
