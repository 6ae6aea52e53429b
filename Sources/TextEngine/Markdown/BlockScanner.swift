import Bytes
import MarkdownLines

/// Reads Markdown unit by unit. A unit depends only on the state before it and on the bytes up to
/// its reach, so untouched units need not be read again.
///
/// Recognizes the same tags, links and comments as the index.
struct BlockScanner {
  /// The length from which a paragraph may be cut.
  static let leastPiece = 1024
  /// The length at which a paragraph ends with its line.
  static let mostPiece = ScanBuffer.longestLine

  let buffer: ScanBuffer
  var canvas: InkCanvas
  /// The end of the bytes read for the current unit.
  var reach = 0
  /// The lines of the unit's text.
  var lines: [TextLine] = []
  /// The signs before the text of lines.
  var marks: [Mark] = []
  var reader = TextReader(signs: "%&*:=_~")
  var inline = InlineState()

  struct TextLine {
    var start: Int
    /// The start of the text, after the signs of lists and quotes.
    var text: Int
    /// The end of the last byte that is not blank.
    var stop: Int
    /// The start of the next line.
    var end: Int
    /// Whether the whole line was read, and not a piece of a very long one.
    var isWhole: Bool
  }

  struct Mark {
    var range: Range<Int>
    var kinds: InkSet
  }

  init(_ buffer: ScanBuffer, isPainting: Bool) {
    self.buffer = buffer
    canvas = InkCanvas(isOn: isPainting)
  }

  var bytes: [UInt8] { buffer.bytes }

  /// The number of steps taken within the text of lines, for tests.
  var steps: Int { reader.steps + inline.steps }

  /// Reads the unit that starts at an offset before the end of the text.
  mutating func unit(at offset: Int, _ state: BlockState) -> ScannedUnit {
    var ahead = ScanBuffer.usual
    while true {
      let unit = unit(at: offset, state, ahead: ahead)
      // The bytes read end before the buffer does: more bytes would not change the result.
      let isSure = buffer.isAtEnd || reach < buffer.base + buffer.count
      if isSure || ahead == ScanBuffer.reserve { return unit }
      ahead = min(ScanBuffer.reserve, 4 * ahead)
    }
  }

  private mutating func unit(at offset: Int, _ state: BlockState, ahead: Int) -> ScannedUnit {
    let start = buffer.index(of: offset, ahead: ahead)
    reach = offset
    canvas.begin(at: start)
    lines.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    var unit = ScannedUnit(start: offset, end: offset, reach: offset, before: state, after: state)
    unit.place(in: state.blocks, opened: 0)
    let end: Int
    switch state.mode {
    case .top: end = readTop(start, &unit)
    case .frontMatter: end = readFrontMatter(start, &unit)
    case .htmlComment, .percentComment, .math: end = readHidden(start, &unit)
    case .text: end = state.rest == .none ? readBlock(start, &unit) : readRest(start, &unit)
    }
    unit.end = buffer.base + end
    unit.reach = max(unit.end, reach)
    // The last line of the text would continue if there were more text.
    if end == buffer.count, buffer.isAtEnd, bytes[end - 1] != Byte.lineFeed {
      unit.reach = max(unit.reach, unit.end + 1)
    }
    if canvas.isOn { unit.runs = canvas.runs() }
    return unit
  }

  /// Returns the line that starts at an index, or a piece of it.
  mutating func line(at start: Int) -> TextLine {
    let limit = min(buffer.count, start + ScanBuffer.longestLine)
    if let feed = Byte.find(Byte.lineFeed, in: bytes.span, from: start, to: limit) {
      see(feed + 1)
      return TextLine(
        start: start, text: start, stop: trimmed(start, feed), end: feed + 1, isWhole: true)
    }
    see(limit)
    if limit == buffer.count, buffer.isAtEnd {
      return TextLine(
        start: start, text: start, stop: trimmed(start, limit), end: limit, isWhole: true)
    }
    let cut = PieceCut.offset(in: bytes, from: start, to: limit)
    return TextLine(start: start, text: start, stop: cut, end: cut, isWhole: false)
  }

  mutating func see(_ index: Int) {
    let offset = buffer.base + index
    reach = max(reach, index == buffer.count && buffer.isAtEnd ? offset + 1 : offset)
  }

  func trimmed(_ start: Int, _ stop: Int) -> Int {
    Byte.droppingBlanks(in: bytes.span, from: start, to: stop)
  }

  /// Reads the start of the text: front matter, if a line closes it.
  private mutating func readTop(_ start: Int, _ unit: inout ScannedUnit) -> Int {
    if unit.start == 0, Byte.matches("\u{FEFF}", in: bytes.span, at: start, to: buffer.count) {
      // A byte order mark is not part of the first line.
      see(start + 3)
      return start + 3
    }
    unit.after.mode = .text
    let first = line(at: start)
    if first.isWhole, first.stop - start == 3,
      Byte.matches("---", in: bytes.span, at: start, to: first.stop),
      closesFrontMatter(from: first.end)
    {
      unit.after.mode = .frontMatter
      unit.kind = .frontMatterFence
      canvas.paint(start, first.stop, [.frontMatter, .marker])
      return first.end
    }
    return readBlock(start, &unit)
  }

  /// Whether a line `---` or `...` follows closely enough.
  private mutating func closesFrontMatter(from start: Int) -> Bool {
    let limit = min(buffer.text.byteCount, buffer.base + start + ScanBuffer.farthest)
    var end = Self.frontMatterEnd(bytes.span.extracting(start...))
    if end == nil || buffer.isAtEnd == false && start + (end ?? 0) > buffer.count - 64 {
      let piece = buffer.text.bytes(in: (buffer.base + start..<limit).offsets)
      end = Self.frontMatterEnd(piece.span)
    }
    if let end, buffer.base + start + end <= limit {
      let offset = buffer.base + start + end
      reach = max(reach, offset == buffer.text.byteCount ? offset + 1 : offset)
      return true
    }
    reach = max(reach, limit == buffer.text.byteCount ? limit + 1 : limit)
    return false
  }

  /// Returns the end of the first line that closes front matter.
  private static func frontMatterEnd(_ bytes: Span<UInt8>) -> Int? {
    var start = 0
    while start < bytes.count {
      var index = start
      let sign = bytes[start]
      if sign == Byte.dash || sign == Byte.dot {
        while index < min(bytes.count, start + 3), bytes[index] == sign { index += 1 }
        if index == start + 3 {
          while index < bytes.count, bytes[index] != Byte.lineFeed, Byte.isBlank(bytes[index]) {
            index += 1
          }
          if index == bytes.count || bytes[index] == Byte.lineFeed {
            return min(bytes.count, index + 1)
          }
        }
      }
      while index < bytes.count, bytes[index] != Byte.lineFeed { index += 1 }
      start = index + 1
    }
    return nil
  }
}

/// Cuts a very long line at offsets chosen by its bytes, so that an edit moves few of them.
enum PieceCut {
  static func offset(in bytes: [UInt8], from start: Int, to limit: Int) -> Int {
    let least = start + BlockScanner.leastPiece
    var index = least
    while index < limit {
      if Byte.isBlank(bytes[index - 1]), hash(bytes, before: index - 1) & 31 == 0 { return index }
      index += 1
    }
    index = least
    while index < limit {
      if bytes[index] & 0xc0 != 0x80, hash(bytes, before: index) & 1023 == 0 { return index }
      index += 1
    }
    index = limit
    while index > limit - 4, bytes[index - 1] & 0xc0 == 0x80 { index -= 1 }
    return bytes[index - 1] >= 0xc0 ? index - 1 : limit
  }

  /// Hashes the eight bytes before an index.
  static func hash(_ bytes: [UInt8], before index: Int) -> UInt64 {
    let value = bytes[index - 8..<index].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return (value &* 0x9e37_79b9_7f4a_7c15) >> 40
  }
}
