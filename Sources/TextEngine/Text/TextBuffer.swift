/// A text as lines over the bytes that came in. Whatever nobody touched stays byte for byte:
/// invalid UTF-8, NUL, mixed endings, a BOM, a missing last newline.
///
/// A value: a copy is a snapshot and costs nothing. Two buffers are equal when their bytes are.
///
/// ```swift
/// var buffer = TextBuffer(bytes)
/// let edit = buffer.replace(TextRange(cursor), with: buffer.normalisedInsert(typed))
/// cursor = edit.rangeAfter.end
/// ```
package struct TextBuffer: Equatable, Sendable {
  struct Line: Equatable {
    var bytes: [UInt8]
    /// Nil for the last line alone.
    var ending: LineEnding?

    var byteCount: Int { bytes.count + endingByteCount }
    var endingByteCount: Int { ending.map { $0 == .lf ? 1 : 2 } ?? 0 }
  }

  /// Never empty. Exactly the lines that reading `bytes` again would give.
  private(set) var lines: [Line]
  package private(set) var byteCount: Int
  private var lfCount = 0
  private var crlfCount = 0

  package init() { self.init([]) }

  package init(_ bytes: [UInt8]) {
    lines = Self.split(bytes)
    byteCount = bytes.count
    for line in lines { count(line.ending, 1) }
  }

  /// The whole text.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    for line in lines {
      bytes += line.bytes
      if let ending = line.ending { bytes += ending.bytes }
    }
    return bytes
  }

  /// At least 1: `a\n` has two lines, and the last is empty.
  package var lineCount: Int { lines.count }

  package var start: TextPosition { TextPosition(line: 0, byte: 0) }

  package var end: TextPosition {
    TextPosition(line: lines.count - 1, byte: lines[lines.count - 1].bytes.count)
  }

  /// A line without its ending. Its indices are those of `TextPosition.byte`.
  package func line(_ number: Int) -> ArraySlice<UInt8> { lines[number].bytes[...] }

  /// The ending that most lines have, LF if they have none: what new lines get.
  package var lineEnding: LineEnding { crlfCount > lfCount ? .crlf : .lf }

  /// The nearest place that exists.
  package func clamped(_ position: TextPosition) -> TextPosition {
    if position.line < 0 { return start }
    if position.line >= lines.count { return end }
    let byte = min(max(0, position.byte), lines[position.line].bytes.count)
    return TextPosition(line: position.line, byte: byte)
  }

  func clamped(_ range: TextRange) -> TextRange {
    TextRange(clamped(range.start), clamped(range.end))
  }

  package func bytes(in range: TextRange) -> [UInt8] {
    let range = clamped(range)
    let first = lines[range.start.line]
    if range.start.line == range.end.line {
      return Array(first.bytes[range.start.byte..<range.end.byte])
    }
    var bytes = Array(first.bytes[range.start.byte...])
    if let ending = first.ending { bytes += ending.bytes }
    for line in lines[(range.start.line + 1)..<range.end.line] {
      bytes += line.bytes
      if let ending = line.ending { bytes += ending.bytes }
    }
    return bytes + lines[range.end.line].bytes[..<range.end.byte]
  }

  static func split(_ bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = 0
    while let feed = bytes[start...].firstIndex(of: .lineFeed) {
      let isCRLF = feed > start && bytes[feed - 1] == .carriageReturn
      let content = bytes[start..<(isCRLF ? feed - 1 : feed)]
      lines.append(Line(bytes: Array(content), ending: isCRLF ? .crlf : .lf))
      start = feed + 1
    }
    lines.append(Line(bytes: Array(bytes[start...]), ending: nil))
    return lines
  }

  /// Puts `bytes` in the place of a range whose seams are known to make no new CRLF.
  mutating func substitute(_ range: TextRange, removing removed: Int, with bytes: [UInt8]) {
    byteCount += bytes.count - removed
    let (start, end) = (range.start, range.end)
    if start.line == end.line, !bytes.contains(.lineFeed) {
      lines[start.line].bytes.replaceSubrange(start.byte..<end.byte, with: bytes)
      return
    }
    var new = Self.split(bytes)
    new[0].bytes.insert(contentsOf: lines[start.line].bytes[..<start.byte], at: 0)
    new[new.count - 1].bytes += lines[end.line].bytes[end.byte...]
    new[new.count - 1].ending = lines[end.line].ending
    for line in lines[start.line...end.line] { count(line.ending, -1) }
    for line in new { count(line.ending, 1) }
    lines.replaceSubrange(start.line...end.line, with: new)
  }

  private mutating func count(_ ending: LineEnding?, _ step: Int) {
    switch ending {
    case .lf: lfCount += step
    case .crlf: crlfCount += step
    case nil: break
    }
  }
}
