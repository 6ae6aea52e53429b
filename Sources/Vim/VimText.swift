import TextEngine

/// A text as vim sees it: lines without their endings. One that ends in a line ending has no line
/// behind it, and there is always one line.
struct VimText {
  var key: KeyText

  var rope: Rope { key.text }

  private var endsWithLine: Bool {
    !rope.isEmpty && rope[rope.end - 1] == UInt8(ascii: "\n")
  }

  var lineCount: Int { max(1, rope.newlineCount + (endsWithLine ? 0 : 1)) }
  var lastLine: Int { lineCount - 1 }

  /// A line's bytes; empty past the last.
  func line(_ number: Int) -> [UInt8] {
    if number < 0 || number > lastLine { return [] }
    return rope.bytes(in: rope.content(of: LineNumber(number)))
  }

  func length(_ number: Int) -> Int {
    if number < 0 || number > lastLine { return 0 }
    return rope.content(of: LineNumber(number)).byteCount
  }

  func lines(_ range: ClosedRange<Int>) -> [[UInt8]] { range.map(line) }

  /// The byte in the rope. Past a line's end it is the line's end.
  func offset(of place: VimPlace) -> ByteOffset {
    let content = rope.content(of: LineNumber(min(max(0, place.line), lastLine)))
    return min(content.upperBound, content.lowerBound + max(0, place.column))
  }

  func place(of offset: ByteOffset) -> VimPlace {
    let line = rope.line(at: min(offset, rope.end))
    if line.value > lastLine { return VimPlace(line: lastLine, column: length(lastLine)) }
    let start = rope.start(of: line)
    return VimPlace(line: line.value, column: min(offset - start, length(line.value)))
  }

  // MARK: - Changing

  private var newline: [UInt8] { key.format.ending.bytes }

  /// Puts lines in the place of others; none at all takes them out. The one line of an empty text
  /// stays.
  mutating func replaceLines(_ range: Range<Int>, with lines: [[UInt8]]) {
    let isOpen = !endsWithLine
    let start = rope.start(of: LineNumber(range.lowerBound))
    let end = rope.start(of: LineNumber(range.upperBound))
    let reachesEnd = range.upperBound >= lineCount
    var bytes: [UInt8] = []
    for line in lines { bytes += line + newline }
    guard isOpen, reachesEnd else { return key.replace(start..<end, with: bytes) }
    // The last line has no ending, and its new one gets none, if it is not empty: there would be no
    // line then.
    let isFirst = range.lowerBound == 0 && lines.count == 1
    let keepsEnding = lines.last == [] && !isFirst
    if range.lowerBound >= lineCount {
      if lines.isEmpty { return }
      if !keepsEnding { bytes.removeLast(newline.count) }
      // An empty text is one line that is there.
      return key.replace(rope.end..<rope.end, with: newline + bytes)
    }
    if !lines.isEmpty {
      if !keepsEnding { bytes.removeLast(newline.count) }
      return key.replace(start..<rope.end, with: bytes)
    }
    if range.lowerBound == 0 { return key.replace(.zero..<rope.end, with: []) }
    let before = rope.content(of: LineNumber(range.lowerBound - 1))
    let isEmptyLine = before.isEmpty && range.lowerBound > 1
    key.replace(before.upperBound..<rope.end, with: isEmptyLine ? newline : [])
  }

  mutating func insertLines(_ lines: [[UInt8]], at number: Int) {
    replaceLines(number..<number, with: lines)
  }

  mutating func deleteLines(_ range: ClosedRange<Int>) {
    replaceLines(range.lowerBound..<range.upperBound + 1, with: [])
  }

  /// Gives a line other bytes; what stays the same at both ends is not touched.
  mutating func setLine(_ number: Int, _ bytes: [UInt8]) {
    let old = line(number)
    if old == bytes { return }
    if bytes.isEmpty, number == lastLine { return replaceLines(number..<number + 1, with: [[]]) }
    let most = min(old.count, bytes.count)
    var head = 0
    while head < most, old[head] == bytes[head] { head += 1 }
    var tail = 0
    while tail < most - head, old[old.count - 1 - tail] == bytes[bytes.count - 1 - tail] {
      tail += 1
    }
    let start = rope.start(of: LineNumber(number))
    key.replace(
      start + head..<start + (old.count - tail), with: Array(bytes[head..<bytes.count - tail]))
  }

  /// Cuts a line in two before a byte.
  mutating func splitLine(at place: VimPlace) {
    let offset = offset(of: place)
    key.replace(offset..<offset, with: newline)
  }
}
