import TextEngine

/// A text as vim sees it: lines without their endings. After a final line ending there is no
/// further line, but there is always at least one line.
struct VimText {
  var key: KeyText

  var rope: Rope { key.text }

  private var endsWithLine: Bool { rope.endsWithLine }

  var lineCount: Int { lastLine + 1 }
  var lastLine: Int { rope.lastVimLine }

  /// Returns the bytes of a line; empty past the last one.
  func line(_ number: Int) -> [UInt8] {
    if number < 0 || number > lastLine { return [] }
    return rope.bytes(in: rope.content(of: LineNumber(number)))
  }

  func length(_ number: Int) -> Int {
    if number < 0 || number > lastLine { return 0 }
    return rope.content(of: LineNumber(number)).byteCount
  }

  func lines(_ range: ClosedRange<Int>) -> [[UInt8]] { range.map(line) }

  /// Returns the offset of a position; past the end of a line, the line's end.
  func offset(of position: VimPosition) -> ByteOffset { rope.offset(of: position) }

  func position(of offset: ByteOffset) -> VimPosition { rope.position(of: offset) }

  // MARK: - Changing

  private var newline: [UInt8] { key.format.ending.bytes }

  /// Replaces lines with others, or removes them. The one line of an empty text stays.
  mutating func replaceLines(_ range: Range<Int>, with lines: [[UInt8]]) {
    let isOpen = !endsWithLine
    let start = rope.start(of: LineNumber(range.lowerBound))
    let end = rope.start(of: LineNumber(range.upperBound))
    var bytes = Array(lines.map { $0 + newline }.joined())
    if rope.isEmpty, range.isEmpty {
      // The new lines go before or after the one line of an empty text.
      bytes = range.lowerBound == 0 ? bytes + newline : newline + bytes
      return key.replace(.zero..<rope.end, with: bytes)
    }
    guard isOpen, range.upperBound >= lineCount else {
      return key.replace(start..<end, with: bytes)
    }
    // The last line has no ending. A new last line gets none either, unless it is empty: it would
    // not be a line then.
    if lines.last?.isEmpty == false { bytes.removeLast(newline.count) }
    if range.lowerBound >= lineCount {
      return lines.isEmpty ? () : key.replace(rope.end..<rope.end, with: newline + bytes)
    }
    if lines.isEmpty, range.lowerBound > 0 {
      let before = rope.content(of: LineNumber(range.lowerBound - 1)).upperBound
      return key.replace(before..<rope.end, with: [])
    }
    key.replace(start..<rope.end, with: bytes)
  }

  mutating func insertLines(_ lines: [[UInt8]], at number: Int) {
    replaceLines(number..<number, with: lines)
  }

  mutating func deleteLines(_ range: ClosedRange<Int>) {
    replaceLines(range.lowerBound..<range.upperBound + 1, with: [])
  }

  /// Replaces the bytes of a line, except those that are the same at both ends.
  mutating func setLine(_ number: Int, _ bytes: [UInt8]) {
    let old = line(number)
    if old == bytes { return }
    if bytes.isEmpty, number == lastLine, number > 0, !endsWithLine {
      return replaceLines(number..<number + 1, with: [bytes])
    }
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

  /// Replaces a character with itself: an empty step to undo, as in vim.
  mutating func touch(_ position: VimPosition) {
    let bytes = line(position.line)
    let start =
      bytes.isEmpty ? 0 : min(VimChars.start(bytes, position.column), VimChars.last(bytes))
    let first = offset(of: VimPosition(line: position.line, column: start))
    // In an empty line, use the ending.
    let end =
      bytes.isEmpty ? rope.boundary(after: first) : first + VimChars.length(bytes, at: start)
    key.replace(first..<end, with: rope.bytes(in: first..<end))
  }

  /// Adds an ending after the last one, which makes an empty last line.
  mutating func addLine() { key.replace(rope.end..<rope.end, with: newline) }

  /// Splits a line before a byte.
  mutating func splitLine(at position: VimPosition) {
    let offset = offset(of: position)
    key.replace(offset..<offset, with: newline)
  }
}

extension Rope {
  fileprivate var endsWithLine: Bool { !isEmpty && self[end - 1] == UInt8(ascii: "\n") }

  fileprivate var lastVimLine: Int { max(1, newlineCount + (endsWithLine ? 0 : 1)) - 1 }

  func offset(of position: VimPosition) -> ByteOffset {
    let content = content(of: LineNumber(min(max(0, position.line), lastVimLine)))
    return min(content.upperBound, content.lowerBound + max(0, position.column))
  }

  func position(of offset: ByteOffset) -> VimPosition {
    let line = min(line(at: min(offset, end)), LineNumber(lastVimLine))
    let content = content(of: line)
    return VimPosition(
      line: line.value, column: min(offset - content.lowerBound, content.byteCount))
  }
}
