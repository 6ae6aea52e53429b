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
  /// The distance, in bytes, within which sentences are found.
  private static let farthestSentence = 1 << 16

  /// Returns the start of the next sentence; else the end of the text.
  func sentence(after offset: ByteOffset) -> ByteOffset {
    var line = line(at: offset)
    let limit = min(end, offset + Self.farthestSentence)
    while line <= lastLine, start(of: line) <= limit {
      let starts = sentenceStarts(in: line)
      if let next = starts.first(where: { $0 > offset }) { return next }
      line = line + 1
    }
    return limit
  }

  /// Returns the start of the sentence at an offset, or of the previous one if the offset is at a
  /// start; else the start of the text.
  func sentence(before offset: ByteOffset) -> ByteOffset {
    var line = line(at: offset)
    let limit = max(.zero, offset - Self.farthestSentence)
    while line >= .zero, content(of: line).upperBound >= limit {
      if let last = sentenceStarts(in: line).last(where: { $0 < offset }) { return last }
      if line == .zero { break }
      line = line - 1
    }
    return limit
  }

  /// Returns the sentence starts in a line; its own start is one unless a sentence continues.
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

  /// Whether no sentence continues after a line: it is empty, a heading, or ends its last sentence.
  private func endsSentence(_ line: LineNumber) -> Bool {
    let content = content(of: line)
    let low = max(content.lowerBound, content.upperBound - 256)
    let bytes = bytes(in: low..<content.upperBound)
    if bytes.isBlank { return true }
    if low == content.lowerBound, HeadingMark(bytes) != nil { return true }
    return SentenceRule.usual.sentences(in: bytes).isOver
  }
}

/// The end of a sentence: a stop, closing signs, and then blanks or the end of the line.
package struct SentenceRule: Sendable {
  private let stops: Set<Unicode.Scalar>
  /// Stops of scripts without blanks: nothing needs to follow them.
  private let wideStops: Set<Unicode.Scalar>
  private let closers: Set<Unicode.Scalar>
  private let blanks: Set<Unicode.Scalar>
  /// The number of blanks needed; one tab is enough.
  private let blankCount: Int

  package init(
    stops: String, wideStops: String = "", closers: String, blanks: String = " ",
    blankCount: Int = 1
  ) {
    self.stops = Set(stops.unicodeScalars)
    self.wideStops = Set(wideStops.unicodeScalars)
    self.closers = Set(closers.unicodeScalars)
    self.blanks = Set(blanks.unicodeScalars)
    self.blankCount = blankCount
  }

  static let usual = SentenceRule(stops: ".?!…", wideStops: "。？！", closers: "\"')]”’»」』*_")

  /// Returns the end of a sentence ending that begins at an index of a line, including its blanks;
  /// nil if none does.
  package func end(in line: [UInt8], at start: Int) -> Int? {
    guard let first = scalar(line, start) else { return nil }
    let next = start + first.utf8.count
    if wideStops.contains(first) { return skip(wideStops, in: line, from: next) }
    guard stops.contains(first) else { return nil }
    var end = skip(closers, in: line, from: next)
    for count in 0..<blankCount {
      guard let blank = scalar(line, end) else { break }
      if count == 0, blank == "\t" { return end + 1 }
      guard blanks.contains(blank) else { return nil }
      end += blank.utf8.count
    }
    return end
  }

  /// Whether a line ends with the end of a sentence.
  func isOver(_ line: [UInt8]) -> Bool {
    line.indices.contains { end(in: line, at: $0) == line.count }
  }

  /// Returns the starts of sentences after the first, and whether the last one ends with the line.
  func sentences(in line: [UInt8]) -> (starts: [Int], isOver: Bool) {
    var (starts, isOver, index) = ([Int](), false, 0)
    while index < line.count {
      guard var next = end(in: line, at: index) else {
        (index, isOver) = (index + 1, false)
        continue
      }
      if scalar(line, index).map(wideStops.contains) ?? false {
        next = skip(closers, in: line, from: next)
      }
      index = skip(blanks.union(["\t"]), in: line, from: next)
      isOver = index == line.count
      // A lowercase letter after an abbreviation continues the sentence.
      if let first = scalar(line, index), !first.properties.isLowercase { starts.append(index) }
    }
    return (starts, isOver)
  }

  private func skip(_ scalars: Set<Unicode.Scalar>, in line: [UInt8], from start: Int) -> Int {
    var index = start
    while let next = scalar(line, index), scalars.contains(next) { index += next.utf8.count }
    return index
  }

  /// Nil at the end of the line.
  private func scalar(_ line: [UInt8], _ index: Int) -> Unicode.Scalar? {
    guard index < line.count else { return nil }
    if line[index] < 0x80 { return Unicode.Scalar(line[index]) }
    return String(decoding: line[index...].prefix(4), as: UTF8.self).unicodeScalars.first
  }
}
