import Bytes
import Cells

/// The rows of a line, or of a part of a long one.
struct Stretch: Positioned {
  var offset: Int
  /// The bytes without the line ending.
  var byteCount: Int
  /// The number of bytes in the line ending; 0 without one.
  var ending: Int
  var startsLine: Bool
  var endsLine: Bool
  var indent: HangingIndent
  /// The starts of the rows after the first, relative to the stretch.
  var laterRows: [Int] = []

  var isWholeLine: Bool { startsLine && endsLine }
  var contentEnd: Int { offset + byteCount }
  /// The start of the next stretch.
  var end: Int { offset + byteCount + ending }
  var isLastOfText: Bool { endsLine && ending == 0 }
  var rowCount: Int { laterRows.count + 1 }

  /// Whether the stretch contains an offset. The end of the text is in the last stretch; an offset
  /// between two parts is in the second.
  func covers(_ offset: Int) -> Bool {
    offset >= self.offset && (offset < end || offset == end && isLastOfText)
  }

  func start(ofRow row: Int) -> Int { row == 0 ? 0 : laterRows[row - 1] }

  func bytes(ofRow row: Int) -> Range<Int> {
    let end = row < laterRows.count ? laterRows[row] : byteCount
    return offset + start(ofRow: row)..<offset + end
  }

  func indent(ofRow row: Int) -> Int { row == 0 && startsLine ? 0 : indent.columns }

  /// Returns the row at an index.
  func row(at index: Int) -> Int { laterRows.partitionPoint { $0 > index } }

  /// Finds the starts of the rows.
  mutating func layOut(_ bytes: UnsafeBufferPointer<UInt8>, _ layout: TextLayout) {
    laterRows = []
    guard layout.wraps else { return }
    // A part that begins inside the marks splits them already.
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

/// Ends rows greedily, at the last offset where a word may end. A row depends only on its start, so
/// rows after an edit are the same again as soon as one starts where one started before.
private struct RowWrapping {
  let layout: TextLayout
  /// The start of the line's own text: no row ends before it.
  let textStart: Int

  /// Returns the end of the row that starts at an index of a line, or of a part, in a column.
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

  /// The length of the marks before the text: no row ends in them, since a list mark alone in a row
  /// would look like an empty item.
  let textStart: Int
  /// The width of the marks; 0 if that would leave too little room.
  let columns: Int

  init(textStart: Int, columns: Int) {
    self.textStart = textStart
    self.columns = columns
  }

  /// Finds the indent of a line that starts with these bytes.
  init(of start: UnsafeBufferPointer<UInt8>, layout: TextLayout) {
    textStart = Self.skippingMarkers(in: start)
    var columns = 0
    // Marks and blanks take one cell per byte, except for tabs.
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

  /// Returns the end of `-`, `*`, `+`, or of up to nine digits and `.` or `)`, if a blank follows.
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
    // A blank with a combining mark is not a blank.
    if offset > start, offset < line.count, line[offset] >= 0x80, line[offset - 1] == 0x20 {
      return offset - 1
    }
    return offset
  }

  private static func isBoxMark(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x5f }
}
