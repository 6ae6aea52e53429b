import Cells

/// Moves by glyphs, words and lines. A line's ending is one step.
extension Rope {
  /// The longest word, in bytes: a move ends there, so that no key waits for megabytes.
  static let longestWord = 1 << 16

  /// Moves one glyph forward; the end of the text stays.
  package func boundary(after offset: ByteOffset) -> ByteOffset {
    let line = content(at: offset)
    guard offset < line.upperBound else { return start(of: self.line(at: offset) + 1) }
    var walker = GlyphWalker(self, in: line)
    let end = walker.end(ofGlyphAt: walker.start(covering: offset.value))
    return ByteOffset(max(end, offset.value + 1))
  }

  /// Moves one glyph back; the start of the text stays.
  package func boundary(before offset: ByteOffset) -> ByteOffset {
    let line = content(at: offset)
    // Inside a line ending, or at the start of a line.
    if offset > line.upperBound { return line.upperBound }
    if offset == line.lowerBound { return endOfLine(before: offset) }
    var walker = GlyphWalker(self, in: line)
    return ByteOffset(walker.start(covering: offset.value - 1))
  }

  /// Returns the offset itself, or the start of the glyph or line ending that it is inside.
  package func boundary(atOrBefore offset: ByteOffset) -> ByteOffset {
    let line = content(at: offset)
    if offset >= line.upperBound { return line.upperBound }
    var walker = GlyphWalker(self, in: line)
    return ByteOffset(walker.start(covering: offset.value))
  }

  /// Moves back over blanks and then over a word or a run of punctuation; from the start of a line
  /// to the end of the line before.
  package func wordStart(before offset: ByteOffset) -> ByteOffset {
    let line = content(at: offset)
    if offset == line.lowerBound { return endOfLine(before: offset) }
    var walker = GlyphWalker(self, in: line)
    var start = min(offset, line.upperBound).value
    var passing = WordPart.blank
    let low = max(line.lowerBound.value, start - Self.longestWord)
    while start > low {
      let previous = walker.start(covering: start - 1)
      let part = walker.wordPart(at: previous)
      if passing == .blank { passing = part } else if part != passing { break }
      start = previous
    }
    return ByteOffset(start)
  }

  /// Moves forward over blanks and then over a word or a run of punctuation; from the end of a line
  /// to the start of the next line.
  package func wordEnd(after offset: ByteOffset) -> ByteOffset {
    let line = content(at: offset)
    guard offset < line.upperBound else { return start(of: self.line(at: offset) + 1) }
    var walker = GlyphWalker(self, in: line)
    var end = walker.start(covering: offset.value)
    var passing = WordPart.blank
    let high = min(line.upperBound.value, end + Self.longestWord)
    while end < high {
      let part = walker.wordPart(at: end)
      if passing == .blank { passing = part } else if part != passing { break }
      end = walker.end(ofGlyphAt: end)
    }
    return ByteOffset(max(end, offset.value))
  }

  /// Returns the word, run of punctuation or run of blanks at an offset; empty at a line's end.
  package func word(at offset: ByteOffset) -> Range<ByteOffset> {
    let line = content(at: offset)
    guard offset < line.upperBound else { return Range(at: line.upperBound) }
    var walker = GlyphWalker(self, in: line)
    var low = walker.start(covering: offset.value)
    let part = walker.wordPart(at: low)
    var high = walker.end(ofGlyphAt: low)
    let (least, most) = (low - Self.longestWord, low + Self.longestWord)
    while low > max(line.lowerBound.value, least) {
      let previous = walker.start(covering: low - 1)
      if walker.wordPart(at: previous) != part { break }
      low = previous
    }
    while high < min(line.upperBound.value, most), walker.wordPart(at: high) == part {
      high = walker.end(ofGlyphAt: high)
    }
    return (low..<high).offsets
  }

  /// Returns the line that contains an offset, without its ending.
  package func content(at offset: ByteOffset) -> Range<ByteOffset> {
    content(of: line(at: offset))
  }

  private func endOfLine(before offset: ByteOffset) -> ByteOffset {
    let line = line(at: offset)
    return line > .zero ? content(of: line - 1).upperBound : .zero
  }
}

/// Counts glyphs near the start of a line.
extension Rope {
  /// The number of bytes of a line that are read to count its characters.
  private static let farthestColumn = 1 << 12

  /// Returns the number of characters before an offset in its line; nil far out in a long line.
  package func characterCount(beforeInLine offset: ByteOffset) -> Int? {
    let start = content(at: offset).lowerBound
    guard offset - start <= Self.farthestColumn else { return nil }
    let bytes = bytes(in: start..<offset)
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.count }
    var (count, index) = (0, 0)
    while index < bytes.count {
      index = Cells.boundary(after: index, in: bytes[...])
      count += 1
    }
    return count
  }

  /// Returns the offset after `count` characters of a line, or its end; far out, each byte counts
  /// as a character.
  package func offset(behindCharacters count: Int, inLineAt start: ByteOffset) -> ByteOffset {
    let line = content(at: start)
    let near = min(line.upperBound, line.lowerBound + Self.farthestColumn)
    let bytes = bytes(in: line.lowerBound..<near)
    var (left, index) = (count, 0)
    while left > 0, index < bytes.count {
      index = Cells.boundary(after: index, in: bytes[...])
      left -= 1
    }
    let offset = line.lowerBound + index
    return left == 0 ? offset : boundary(atOrBefore: min(line.upperBound, offset + left))
  }
}
