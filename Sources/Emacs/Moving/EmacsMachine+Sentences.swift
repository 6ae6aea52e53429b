import TextEngine

/// Sentences and paragraphs.
extension EmacsMachine {
  // MARK: - Paragraphs

  private static let paragraphRule = ParagraphRule(blanks: " \t\u{0c}")

  /// Moves by paragraphs: lines with text between blank lines.
  mutating func moveParagraphs(_ count: Int) {
    var left = abs(count)
    while left > 0, point != (count > 0 ? end : 0) {
      point = count > 0 ? paragraphEnd(after: point) : paragraphStart(before: point)
      left -= 1
    }
  }

  private func paragraphEnd(after offset: Int) -> Int {
    let line = Self.paragraphRule.separator(from: LineNumber(line(offset)), by: 1, in: rope)
    return line.map { start(ofLine: $0.value) } ?? end
  }

  private func paragraphStart(before offset: Int) -> Int {
    let before = previous(offset)
    if !isBlank(from: offset), isLineStart(offset), isLineEnd(lineStart(before)) { return before }
    let line = Self.paragraphRule.separator(from: LineNumber(line(before)), by: -1, in: rope)
    guard let line = line?.value else { return 0 }
    // An empty line before it belongs to the paragraph; one with blanks does not.
    return isLineEnd(start(ofLine: line)) ? start(ofLine: line) : start(ofLine: line + 1)
  }

  mutating func markParagraph() throws(EmacsFailure) {
    if count == 0 { throw failure("Cannot mark zero paragraphs.") }
    if region.isActive || command.last == "mark-paragraph", let mark = region.mark {
      let here = point
      point = mark
      moveParagraphs(count)
      region.mark = point
      point = here
      region.isActive = true
      return
    }
    moveParagraphs(count)
    pushMark()
    region.isActive = true
    moveParagraphs(-count)
  }

  // MARK: - Sentences

  mutating func moveSentences(_ count: Int) throws(EmacsFailure) {
    for _ in 0..<abs(count) {
      let before = point
      if count > 0 { try moveSentenceForward() } else { try moveSentenceBack() }
      if point == before { break }
    }
  }

  private mutating func moveSentenceForward() throws(EmacsFailure) {
    let limit = try endOfParagraphText(from: point)
    var offset = point
    while offset < limit {
      if let end = sentenceEnd(at: offset, limit: limit) {
        point = skipWhiteBack(end)
        return
      }
      offset = scalar(offset)?.range.upperBound ?? limit
    }
    point = limit
  }

  private mutating func moveSentenceBack() throws(EmacsFailure) {
    let start = startOfParagraphText(from: point)
    let limit = lineStart(start)
    if limit > point { throw .startOfText }
    var offset = point
    while offset > limit {
      offset = scalar(before: offset)?.range.lowerBound ?? limit
      if let end = sentenceEnd(at: offset, limit: point), end < point {
        point = end
        return
      }
    }
    point = start
  }

  private func startOfParagraphText(from offset: Int) -> Int {
    var from = offset
    while true {
      let start = from > 0 ? paragraphStart(before: from) : 0
      let text = skipWhite(start)
      if text < from || start >= from { return text }
      // Only blank lines in between: use the paragraph before.
      if start == 0 { return 0 }
      from = start
    }
  }

  private func endOfParagraphText(from offset: Int) throws(EmacsFailure) -> Int {
    var from = offset
    while true {
      var stop = from < end ? paragraphEnd(after: from) : end
      if byte(stop - 1) == 0x0a { stop = previous(stop) }
      if stop > from { return stop }
      if stop >= end { throw .endOfText }
      from = next(stop)
      if from >= end { return from }
    }
  }

  /// Returns the end of a sentence ending: its mark, closing quotes, blanks, and white space after
  /// them.
  private func sentenceEnd(at start: Int, limit: Int) -> Int? {
    guard let first = byte(start), first >= 0x80 || ".?!".utf8.contains(first) else { return nil }
    let line = bytes(start..<max(start, min(lineEnd(start), start + Self.longestEnd)))
    guard let count = sentenceRule.end(in: line, at: 0), start + count <= limit else { return nil }
    return min(limit, skip(start + count) { Self.isWhite($0) || $0 == 0xa0 })
  }

  /// The most bytes of closing signs and blanks that are read.
  private static let longestEnd = 256
  var sentenceRule: SentenceRule { options.sentencesEndWithTwoBlanks ? Self.wideRule : Self.rule }

  private static let rule = sentenceRule(blankCount: 1)
  private static let wideRule = sentenceRule(blankCount: 2)

  private static func sentenceRule(blankCount: Int) -> SentenceRule {
    SentenceRule(
      stops: ".?!…‽", wideStops: "。．？！", closers: "]\"'”’)}»›", blanks: " \u{a0}",
      blankCount: blankCount)
  }
}
