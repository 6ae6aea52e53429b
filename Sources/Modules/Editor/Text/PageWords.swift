import Bytes
import TextEngine

/// A word of the text, where a dictionary is asked for it.
struct PageWord: Equatable {
  /// As the dictionary is asked, and without signs at its ends.
  let whole: Range<ByteOffset>
  let core: Range<ByteOffset>
  let text: String
  let coreText: String

  /// Either of both makes it right.
  var forms: Set<String> { [text, coreText] }

  /// Whether what was typed before the cursor is part of it.
  func isTyped(at cursor: ByteOffset) -> Bool {
    whole.lowerBound < cursor && cursor <= whole.upperBound
  }

  func touches(_ offset: ByteOffset) -> Bool {
    whole.lowerBound <= offset && offset <= whole.upperBound
  }
}

/// The words of what is in sight. What is far longer than a screen is left alone.
struct PageWords {
  private static let mostAtOnce = 1 << 14
  /// How far beyond the rows in sight a word of their line may go.
  private static let margin = 256

  let page: EditorPage
  let text: Rope
  let reader: WordReader

  /// Those of the rows that are a person's text: no code, no tags, no comments, not where links lead.
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

  /// The same of a part of the text.
  func textWords(in range: Range<ByteOffset>) -> [PageWord] {
    let quiet = quietParts(of: range)
    return words(in: range).filter { word in !quiet.contains { $0.overlaps(word.whole) } }
  }

  /// The word that an offset touches, whatever it is part of.
  func word(at offset: ByteOffset) -> PageWord? {
    words(in: line(around: offset..<offset)).first { $0.touches(offset) }
  }

  /// The line, or of a long one what is near.
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
    page.readColors { $0.spans(of: range, in: text) }.compactMap { span in
      if Self.quiet.contains(where: span.kinds.contains) { return span.range }
      // `[[Target]]` without other words, `[label]:` and `[!callout]`.
      let isLink =
        span.kinds.contains(.link) && (follows("[[", span.range) || leads("]:", span.range))
      return isLink || span.kinds.contains(.callout) && follows("[!", span.range)
        ? span.range : nil
    }
  }

  private func follows(_ sign: StaticString, _ range: Range<ByteOffset>) -> Bool {
    let start = range.lowerBound.value - 2
    return start >= 0 && has(sign, at: ByteOffset(start))
  }

  private func leads(_ sign: StaticString, _ range: Range<ByteOffset>) -> Bool {
    range.upperBound.value + 2 <= text.byteCount && has(sign, at: range.upperBound)
  }

  private func has(_ sign: StaticString, at offset: ByteOffset) -> Bool {
    text[offset] == sign.utf8Start[0] && text[offset + 1] == sign.utf8Start[1]
  }
}
