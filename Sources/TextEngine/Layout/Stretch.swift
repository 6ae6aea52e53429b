import Cells

/// The rows of a line, or of a part of a long one.
struct Stretch: Positioned {
  /// Where it starts.
  var place: Int
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
  var contentEnd: Int { place + byteCount }
  /// Where the next one starts.
  var end: Int { place + byteCount + ending }
  var isLastOfText: Bool { endsLine && ending == 0 }
  var rowCount: Int { laterRows.count + 1 }

  /// A place behind the last line's last byte is in it; one between two parts is in the second.
  func covers(_ place: Int) -> Bool {
    place >= self.place && (place < end || place == end && isLastOfText)
  }

  func start(ofRow row: Int) -> Int { row == 0 ? 0 : laterRows[row - 1] }

  func bytes(ofRow row: Int) -> Range<Int> {
    let end = row < laterRows.count ? laterRows[row] : byteCount
    return place + start(ofRow: row)..<place + end
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

/// Where rows end: greedily, at the last place where a word may end. A row is decided by its start
/// alone, so that rows behind an edit are the same again as soon as one starts where one did.
private struct RowWrapping {
  let layout: TextLayout
  /// Where a line's own text starts: no row ends before.
  let textStart: Int

  /// The end of the row that starts at an index of a line, or of a part of one, in a column.
  func end(ofRowAt start: Int, column: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if bytes.isEmpty { return 0 }
    let first = max(start, textStart)
    var place = start
    var column = column
    var breakPlace: Int?
    var before = GlyphShape(in: bytes, at: start)
    while place < bytes.count {
      let glyph = place == start ? before : GlyphShape(in: bytes, at: place)
      if place > first, GlyphShape.mayBreak(between: before, and: glyph) { breakPlace = place }
      let width = glyph.kind == .tab ? layout.widthOfTab(at: column) : glyph.width
      // A glyph that is wider than the whole row stands in a row of its own.
      if column + width > layout.columns, !glyph.isBlank, place > start {
        return breakPlace ?? place
      }
      column += width
      place += glyph.byteCount
      before = glyph
    }
    return bytes.count
  }
}

/// Where the text of a list item, a quote or an indented line starts.
struct HangingIndent: Hashable {
  static let none = HangingIndent(textStart: 0, columns: 0)

  /// How many bytes stand before it: no row ends there, since a list's mark alone in a row would look
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
    var place = skippingBlanks(in: line, from: 0)
    while place < line.count, line[place] == UInt8(ascii: ">") {
      place = skippingBlanks(in: line, from: place + 1)
    }
    guard let marker = endOfMarker(in: line, from: place) else { return place }
    place = skippingBlanks(in: line, from: marker)
    // `- [ ] ` and `- [x] `
    if place + 4 <= line.count, line[place] == UInt8(ascii: "["), isBoxMark(line[place + 1]),
      line[place + 2] == UInt8(ascii: "]"), line[place + 3] == UInt8(ascii: " ")
    {
      place = skippingBlanks(in: line, from: place + 3)
    }
    return place
  }

  /// Behind `-`, `*`, `+` or up to nine digits and `.` or `)`, if a blank follows.
  private static func endOfMarker(in line: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var place = start
    while place < line.count, place - start < 9, line[place] &- 0x30 < 10 { place += 1 }
    guard place + 1 < line.count, isBlank(line[place + 1]) else { return nil }
    switch line[place] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      return place == start ? place + 1 : nil
    case UInt8(ascii: "."), UInt8(ascii: ")"): return place > start ? place + 1 : nil
    default: return nil
    }
  }

  private static func skippingBlanks(
    in line: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var place = start
    while place < line.count, isBlank(line[place]) { place += 1 }
    // A blank with a mark on it is no blank.
    if place > start, place < line.count, line[place] >= 0x80, line[place - 1] == 0x20 {
      return place - 1
    }
    return place
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  private static func isBoxMark(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x5f }
}
