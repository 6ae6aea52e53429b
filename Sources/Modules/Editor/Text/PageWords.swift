import Bytes
import TextEngine

/// A word of the text that is looked up in a dictionary.
struct PageWord: Equatable {
  /// The range of the word, and that without signs at its ends.
  let whole: Range<ByteOffset>
  let core: Range<ByteOffset>
  let text: String
  let coreText: String

  /// The word is right if either form is.
  var forms: Set<String> { [text, coreText] }

  /// Whether the text before the cursor is part of the word.
  func isTyped(at cursor: ByteOffset) -> Bool {
    whole.lowerBound < cursor && cursor <= whole.upperBound
  }

  func touches(_ offset: ByteOffset) -> Bool {
    whole.lowerBound <= offset && offset <= whole.upperBound
  }
}

/// The words of visible lines. Lines far longer than a screen are left out.
struct PageWords {
  private static let mostAtOnce = 1 << 14
  /// The bytes around the visible part of a line that its words may extend to.
  private static let margin = 256

  let page: TextPage
  let text: Rope
  let reader: WordReader

  /// Returns the words of the rows without code, tags, comments and link targets.
  func words(in rows: [LayoutRow]) -> [PageWord] {
    var words: [PageWord] = []
    var index = 0
    while index < rows.count {
      var end = index + 1
      while end < rows.count, rows[end].line == rows[index].line { end += 1 }
      let sight = rows[index].start..<rows[end - 1].bytes.upperBound
      index = end
      if sight.byteCount > Self.mostAtOnce { continue }
      words += textWords(in: line(around: sight))
    }
    return words
  }

  /// The same for a range of the text.
  func textWords(in range: Range<ByteOffset>) -> [PageWord] {
    let quiet = quietParts(of: range)
    return words(in: range).filter { word in !quiet.contains { $0.overlaps(word.whole) } }
  }

  /// Returns any word at an offset, code and tags included.
  func word(at offset: ByteOffset) -> PageWord? {
    words(in: line(around: offset..<offset)).first { $0.touches(offset) }
  }

  /// The line, or the near part of a long one.
  private func line(around range: Range<ByteOffset>) -> Range<ByteOffset> {
    let line = text.content(at: range.lowerBound)
    let low = max(line.lowerBound.value, range.lowerBound.value - Self.margin)
    let high = min(line.upperBound.value, range.upperBound.value + Self.margin)
    return ByteOffset(low)..<ByteOffset(max(low, high))
  }

  private func words(in range: Range<ByteOffset>) -> [PageWord] {
    let start = range.lowerBound
    let bytes = text.bytes(in: range)
    return reader.words(in: bytes.span, 0, bytes.count).map { word in
      let whole = String(decoding: bytes[word.whole], as: UTF8.self)
      return PageWord(
        whole: start + word.whole.lowerBound..<start + word.whole.upperBound,
        core: start + word.core.lowerBound..<start + word.core.upperBound, text: whole,
        coreText: word.core == word.whole
          ? whole : String(decoding: bytes[word.core], as: UTF8.self))
    }
  }

  private static let quiet: [Ink] = [
    .code, .codeBlock, .language, .linkTarget, .footnote, .tag, .math, .html, .comment, .blockID,
    .frontMatter, .property,
  ]

  private func quietParts(of range: Range<ByteOffset>) -> [Range<ByteOffset>] {
    page.highlighter.spans(of: range, in: text).compactMap { span in
      if Self.quiet.contains(where: span.kinds.contains) { return span.range }
      // `[[Target]]` without a text, `[label]:` and `[!callout]`.
      let (start, end) = (span.range.lowerBound.value - 2, span.range.upperBound.value)
      let isLink = span.kinds.contains(.link) && (has("[[", at: start) || has("]:", at: end))
      return isLink || span.kinds.contains(.callout) && has("[!", at: start) ? span.range : nil
    }
  }

  private func has(_ sign: String, at offset: Int) -> Bool {
    guard offset >= 0, offset + 2 <= text.byteCount else { return false }
    let bytes = text.bytes(in: ByteOffset(offset)..<ByteOffset(offset + 2))
    return bytes.elementsEqual(sign.utf8)
  }
}
