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
    for index in SentenceEnds(bytes).starts { starts.append(low + index) }
    return starts
  }

  /// Whether nothing goes on behind a line: it is empty, a heading, or its last sentence is over.
  private func endsSentence(_ line: LineNumber) -> Bool {
    let content = content(of: line)
    let low = max(content.lowerBound, content.upperBound - 256)
    let bytes = bytes(in: low..<content.upperBound)
    if bytes.isBlank { return true }
    if low == content.lowerBound, HeadingMark(bytes) != nil { return true }
    return SentenceEnds(bytes).isOver
  }
}

/// Where sentences end in a line: behind `.`, `?`, `!` or their like and what closes quotes and brackets.
private struct SentenceEnds {
  /// Where others start behind them.
  private(set) var starts: [Int] = []
  /// Whether the line ends with the end of one.
  private(set) var isOver = false

  init(_ bytes: [UInt8]) {
    var hasEnded = false
    var index = 0
    let text = String(decoding: bytes, as: UTF8.self)
    // Bytes that are no UTF-8 count otherwise; sentences are of no use there.
    guard text.utf8.count == bytes.count else { return }
    var isWide = false
    var hasBlank = false
    for scalar in text.unicodeScalars {
      let width = scalar.utf8.count
      switch scalar {
      case ".", "?", "!", "…":
        (hasEnded, isWide, hasBlank) = (true, false, false)
      case "。", "？", "！":
        (hasEnded, isWide, hasBlank) = (true, true, false)
      case "\"", "'", ")", "]", "”", "’", "»", "」", "』", "*", "_":
        if hasBlank { begin(index, scalar, &hasEnded) }
      case " ", "\t": hasBlank = hasEnded
      default:
        if hasEnded, hasBlank || isWide {
          begin(index, scalar, &hasEnded)
        } else {
          hasEnded = false
        }
      }
      index += width
    }
    isOver = hasEnded
  }

  /// Behind an abbreviation a sentence goes on with a small letter.
  private mutating func begin(_ index: Int, _ scalar: Unicode.Scalar, _ hasEnded: inout Bool) {
    hasEnded = false
    if !scalar.properties.isLowercase { starts.append(index) }
  }
}
