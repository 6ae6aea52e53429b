/// Moves by what a person sees as one character, by words and by lines. A line's ending is one step.
extension Rope {
  /// What goes on for longer is no word: a move ends there, so that no key waits for megabytes.
  static let longestWord = 1 << 16

  /// One glyph on; the end of the text stays.
  package func boundary(after place: ByteOffset) -> ByteOffset {
    let line = content(at: place)
    guard place < line.upperBound else { return start(of: self.line(at: place) + 1) }
    var walker = GlyphWalker(self, in: line)
    let end = walker.end(ofGlyphAt: walker.start(covering: place.value))
    return ByteOffset(max(end, place.value + 1))
  }

  /// One glyph back; the start of the text stays.
  package func boundary(before place: ByteOffset) -> ByteOffset {
    let line = content(at: place)
    // Inside of an ending, or at a line's start.
    if place > line.upperBound { return line.upperBound }
    if place == line.lowerBound { return endOfLine(before: place) }
    var walker = GlyphWalker(self, in: line)
    return ByteOffset(walker.start(covering: place.value - 1))
  }

  /// The place itself, or the start of the glyph or ending that it is inside of.
  package func boundary(atOrBefore place: ByteOffset) -> ByteOffset {
    let line = content(at: place)
    if place >= line.upperBound { return line.upperBound }
    var walker = GlyphWalker(self, in: line)
    return ByteOffset(walker.start(covering: place.value))
  }

  /// Back over blanks and then over a word or a run of punctuation; from a line's start to the end of
  /// the line before.
  package func wordStart(before place: ByteOffset) -> ByteOffset {
    let line = content(at: place)
    if place == line.lowerBound { return endOfLine(before: place) }
    var walker = GlyphWalker(self, in: line)
    var start = min(place, line.upperBound).value
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

  /// On over blanks and then over a word or a run of punctuation; from a line's end to the start of the
  /// next line.
  package func wordEnd(after place: ByteOffset) -> ByteOffset {
    let line = content(at: place)
    guard place < line.upperBound else { return start(of: self.line(at: place) + 1) }
    var walker = GlyphWalker(self, in: line)
    var end = walker.start(covering: place.value)
    var passing = WordPart.blank
    let high = min(line.upperBound.value, end + Self.longestWord)
    while end < high {
      let part = walker.wordPart(at: end)
      if passing == .blank { passing = part } else if part != passing { break }
      end = walker.end(ofGlyphAt: end)
    }
    return ByteOffset(max(end, place.value))
  }

  /// The word, run of punctuation or run of blanks that a place is in; empty at a line's end.
  package func word(at place: ByteOffset) -> Range<ByteOffset> {
    let line = content(at: place)
    guard place < line.upperBound else { return Range(at: line.upperBound) }
    var walker = GlyphWalker(self, in: line)
    var low = walker.start(covering: place.value)
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

  /// The line that a place is in, without its ending.
  package func content(at place: ByteOffset) -> Range<ByteOffset> {
    content(of: line(at: place))
  }

  private func endOfLine(before place: ByteOffset) -> ByteOffset {
    let line = line(at: place)
    return line > .zero ? content(of: line - 1).upperBound : .zero
  }
}
