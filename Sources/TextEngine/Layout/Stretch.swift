import Cells

/// The rows of a line, or of a part of a long one.
struct Stretch: Positioned {
  /// Where it starts.
  var offset: Int
  /// Without the line's ending.
  var byteCount: Int
  /// Bytes of the line's ending, if it ends one.
  var ending: Int
  var startsLine: Bool
  var endsLine: Bool
  var indent: HangingIndent
  /// Where the rows behind the first start, from its own start.
  var laterRows: [Int] = []

  var isWholeLine: Bool { startsLine && endsLine }
  var contentEnd: Int { offset + byteCount }
  /// Where the next one starts.
  var end: Int { offset + byteCount + ending }
  var isLastOfText: Bool { endsLine && ending == 0 }
  var rowCount: Int { laterRows.count + 1 }

  /// An offset behind the last line's last byte is in it; one between two parts is in the second.
  func covers(_ offset: Int) -> Bool {
    offset >= self.offset && (offset < end || offset == end && isLastOfText)
  }

  func start(ofRow row: Int) -> Int { row == 0 ? 0 : laterRows[row - 1] }

  func bytes(ofRow row: Int) -> Range<Int> {
    let end = row < laterRows.count ? laterRows[row] : byteCount
    return offset + start(ofRow: row)..<offset + end
  }

  func indent(ofRow row: Int) -> Int { row == 0 && startsLine ? 0 : indent.columns }

  /// The row that holds an index.
  func row(at index: Int) -> Int { laterRows.leadingCount { $0 <= index } }

  /// Says where its rows start.
  mutating func layOut(_ bytes: UnsafeBufferPointer<UInt8>, _ layout: TextLayout) {
    laterRows = []
    guard layout.wraps else { return }
    // A part that begins among the marks begins a row there, and parts them already.
    let wrapping = RowWrapping(layout: layout, textStart: startsLine ? indent.textStart : 0)
    var start = 0
    var column = indent(ofRow: 0)
    while true {
      start = wrapping.end(ofRowAt: start, column: column, in: bytes)
      if start >= bytes.count { return }
      laterRows.append(start)
      column = indent.columns
    }
  }
}

/// Where rows end: greedily, at the last offset where a word may end. A row is decided by its start
/// alone, so that rows behind an edit are the same again as soon as one starts where one did.
private struct RowWrapping {
  let layout: TextLayout
  /// Where a line's own text starts: no row ends before.
  let textStart: Int

  /// The end of the row that starts at an index of a line, or of a part of one, in a column.
  func end(ofRowAt start: Int, column: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if bytes.isEmpty { return 0 }
    let first = max(start, textStart)
    var offset = start
    var column = column
    var breakOffset: Int?
    var before = GlyphShape(in: bytes, at: start)
    while offset < bytes.count {
      let glyph = offset == start ? before : GlyphShape(in: bytes, at: offset)
      if offset > first, GlyphShape.mayBreak(between: before, and: glyph) { breakOffset = offset }
      let width = glyph.kind == .tab ? layout.widthOfTab(at: column) : glyph.width
      // A glyph that is wider than the whole row gets a row of its own.
      if column + width > layout.columns, !glyph.isBlank, offset > start {
        return breakOffset ?? offset
      }
      column += width
      offset += glyph.byteCount
      before = glyph
    }
    return bytes.count
  }
}

/// Where the text of a list item, a quote or an indented line starts.
struct HangingIndent: Hashable {
  static let none = HangingIndent(textStart: 0, columns: 0)

  /// How many bytes are before it: no row ends there, since a list's mark alone in a row would look
  /// like an empty item.
  let textStart: Int
  /// Its cells; none where that would leave little room.
  let columns: Int

  init(textStart: Int, columns: Int) {
    self.textStart = textStart
    self.columns = columns
  }

  /// Of a line that starts with these bytes.
  init(of start: UnsafeBufferPointer<UInt8>, layout: TextLayout) {
    textStart = Self.skippingMarkers(in: start)
    var columns = 0
    // Marks and blanks are one cell a byte, but for tabs.
    for byte in start.prefix(textStart) {
      columns += byte == 0x09 ? layout.widthOfTab(at: columns) : 1
    }
    self.columns = columns * 2 <= layout.columns ? columns : 0
  }

  private static func skippingMarkers(in line: UnsafeBufferPointer<UInt8>) -> Int {
    var offset = skippingBlanks(in: line, from: 0)
    while offset < line.count, line[offset] == UInt8(ascii: ">") {
      offset = skippingBlanks(in: line, from: offset + 1)
    }
    guard let marker = endOfMarker(in: line, from: offset) else { return offset }
    offset = skippingBlanks(in: line, from: marker)
    // `- [ ] ` and `- [x] `
    if offset + 4 <= line.count, line[offset] == UInt8(ascii: "["), isBoxMark(line[offset + 1]),
      line[offset + 2] == UInt8(ascii: "]"), line[offset + 3] == UInt8(ascii: " ")
    {
      offset = skippingBlanks(in: line, from: offset + 3)
    }
    return offset
  }

  /// Behind `-`, `*`, `+` or up to nine digits and `.` or `)`, if a blank follows.
  private static func endOfMarker(in line: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var offset = start
    while offset < line.count, offset - start < 9, line[offset] &- 0x30 < 10 { offset += 1 }
    guard offset + 1 < line.count, line[offset + 1].isSpaceOrTab else { return nil }
    switch line[offset] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      return offset == start ? offset + 1 : nil
    case UInt8(ascii: "."), UInt8(ascii: ")"): return offset > start ? offset + 1 : nil
    default: return nil
    }
  }

  private static func skippingBlanks(
    in line: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var offset = start
    while offset < line.count, line[offset].isSpaceOrTab { offset += 1 }
    // A blank with a mark on it is no blank.
    if offset > start, offset < line.count, line[offset] >= 0x80, line[offset - 1] == 0x20 {
      return offset - 1
    }
    return offset
  }

  private static func isBoxMark(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x5f }
}
