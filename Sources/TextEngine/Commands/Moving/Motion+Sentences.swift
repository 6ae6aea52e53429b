extension CommandID {
  package static let sentenceUp: Self = "sentence-up"
  package static let sentenceDown: Self = "sentence-down"
}

extension Motion {
  static let sentences: [Motion] = [
    Motion(.sentenceUp, "start of the sentence, or of the one before") { $0.sentence(before: $1) },
    Motion(.sentenceDown, "start of the next sentence") { $0.sentence(after: $1) },
  ]
}

extension Rope {
  /// A sentence is not looked for farther away.
  private static let farthestSentence = 1 << 16

  /// The start of the next sentence; else the end of the text.
  func sentence(after place: ByteOffset) -> ByteOffset {
    var line = line(at: place)
    let limit = min(end, place + Self.farthestSentence)
    while line <= lastLine, start(of: line) <= limit {
      let starts = sentenceStarts(in: line)
      if let next = starts.first(where: { $0 > place }) { return next }
      line = line + 1
    }
    return limit
  }

  /// The start of the sentence that a place is in, or of the one before where it is at a start; else the
  /// start of the text.
  func sentence(before place: ByteOffset) -> ByteOffset {
    var line = line(at: place)
    let limit = max(.zero, place - Self.farthestSentence)
    while line >= .zero, content(of: line).upperBound >= limit {
      if let last = sentenceStarts(in: line).last(where: { $0 < place }) { return last }
      if line == .zero { break }
      line = line - 1
    }
    return limit
  }

  /// Where sentences start in a line. The line itself starts one where nothing above goes on in it.
  private func sentenceStarts(in line: LineNumber) -> [ByteOffset] {
    let content = content(of: line)
    let head = LineHead(self, line)
    let low = content.lowerBound + head.textStart
    let high = min(content.upperBound, content.lowerBound + Self.farthestSentence)
    guard low < high, !head.isEmpty else { return [] }
    let bytes = bytes(in: low..<high)
    let text = low + (HeadingMark(bytes)?.byteCount ?? 0)
    var starts: [ByteOffset] = []
    let isHeading = text > low
    if isHeading || head.mark != nil || line == .zero || endsSentence(line - 1) {
      starts.append(text)
    }
    starts += SentenceRule.usual.sentences(in: bytes).starts.map { low + $0 }
    return starts
  }

  /// Whether nothing goes on behind a line: it is empty, a heading, or its last sentence is over.
  private func endsSentence(_ line: LineNumber) -> Bool {
    let content = content(of: line)
    let low = max(content.lowerBound, content.upperBound - 256)
    let bytes = bytes(in: low..<content.upperBound)
    if bytes.isBlank { return true }
    if low == content.lowerBound, HeadingMark(bytes) != nil { return true }
    return SentenceRule.usual.sentences(in: bytes).isOver
  }
}
