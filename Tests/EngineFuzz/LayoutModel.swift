import Cells
package import TextEngine

/// Rows of a whole text by the plainest means, to compare the engine with: every glyph of every line is
/// looked at, each time.
package struct LayoutModel {
  package struct Row: Equatable {
    var bytes: Range<Int>
    var indent: Int
    var line: Int
    var startsLine: Bool
    var endsLine: Bool
  }

  let layout: TextLayout
  /// Offsets where rows must start, as in parts of long lines.
  var anchors: Set<Int> = []

  /// How much of a line's start says how far its rows are indented.
  var longestPrefix = Int.max

  package init(layout: TextLayout, anchors: Set<Int> = [], longestPrefix: Int = .max) {
    self.layout = layout
    self.anchors = anchors
    self.longestPrefix = longestPrefix
  }

  /// All rows of a text.
  package func rows(of text: [UInt8]) -> [Row] {
    var rows: [Row] = []
    var start = 0
    for (number, line) in text.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated()
    {
      let isLast = start + line.count == text.count
      let hasReturn = !isLast && line.last == 0x0d
      let content = hasReturn ? line.dropLast() : line
      rows += self.rows(ofLine: content, number)
      start += line.count + 1
    }
    return rows
  }

  private func rows(ofLine line: ArraySlice<UInt8>, _ number: Int) -> [Row] {
    var rows: [Row] = []
    var start = line.startIndex
    let ends = layout.wraps ? rowEnds(of: line) : []
    for end in ends + [line.endIndex] {
      rows.append(
        Row(
          bytes: start..<end, indent: rows.isEmpty ? 0 : indent(of: line).columns,
          line: number, startsLine: rows.isEmpty, endsLine: end == line.endIndex))
      start = end
    }
    return rows
  }

  /// Where rows end inside a line.
  private func rowEnds(of line: ArraySlice<UInt8>) -> [Int] {
    let indent = indent(of: line)
    let stops =
      [line.startIndex] + anchors.filter { line.startIndex < $0 && $0 < line.endIndex }.sorted()
    var ends: [Int] = []
    for (index, start) in stops.enumerated() {
      let end = index + 1 < stops.count ? stops[index + 1] : line.endIndex
      ends += rowEnds(ofPart: line[start..<end], isFirst: index == 0, indent)
      if end != line.endIndex { ends.append(end) }
    }
    return ends
  }

  private func rowEnds(
    ofPart part: ArraySlice<UInt8>, isFirst: Bool, _ indent: (textStart: Int, columns: Int)
  ) -> [Int] {
    var ends: [Int] = []
    var (rowStart, column, offset) = (
      part.startIndex, isFirst ? 0 : indent.columns, part.startIndex
    )
    var breakOffset: Int?
    var sinceBreak: [Glyph] = []
    var before: Glyph?
    // A part that begins among the marks begins a row there; what they keep together is parted already.
    let textStart = isFirst ? indent.textStart : part.startIndex

    func end(at offset: Int) {
      ends.append(offset)
      (rowStart, column, breakOffset) = (offset, indent.columns, nil)
    }
    for glyph in Cells.glyphs(inUTF8: part) {
      if let before, offset > max(rowStart, textStart), Self.mayBreak(before, glyph) {
        (breakOffset, sinceBreak) = (offset, [])
      }
      if column + width(glyph, at: column) > layout.columns, !Self.isBlank(glyph) {
        if let word = breakOffset {
          end(at: word)
          for moved in sinceBreak { column += width(moved, at: column) }
        }
        if column + width(glyph, at: column) > layout.columns, offset > rowStart {
          end(at: offset)
          sinceBreak = []
        }
      }
      column += width(glyph, at: column)
      sinceBreak.append(glyph)
      offset += glyph.byteCount
      before = glyph
    }
    return ends
  }

  private func width(_ glyph: Glyph, at column: Int) -> Int {
    glyph.kind == .tab ? layout.tabWidth - column % layout.tabWidth : glyph.width
  }

  /// Offsets and columns of the glyphs of a row, and the offset and column of its end.
  func cells(of row: Row, in text: [UInt8]) -> [(glyph: Glyph?, offset: Int, column: Int)] {
    var cells: [(glyph: Glyph?, offset: Int, column: Int)] = []
    var (offset, column) = (row.bytes.lowerBound, row.indent)
    let stops = anchors.filter { row.bytes.lowerBound < $0 && $0 < row.bytes.upperBound }
    for stop in stops.sorted() + [row.bytes.upperBound] {
      for glyph in Cells.glyphs(inUTF8: text[offset..<stop]) {
        cells.append((glyph, offset, column))
        offset += glyph.byteCount
        column += width(glyph, at: column)
      }
    }
    return cells + [(nil, offset, column)]
  }

  /// With a mark or a joiner on it, which may not be drawn, it is a glyph like any other.
  private static func isBlank(_ glyph: Glyph) -> Bool {
    glyph.kind == .tab || isAlone(glyph, [" "])
  }

  private static func isAlone(_ glyph: Glyph, _ texts: Set<String>) -> Bool {
    texts.contains(glyph.text) && glyph.byteCount == glyph.text.utf8.count
  }

  private static func mayBreak(_ before: Glyph, _ next: Glyph) -> Bool {
    if isBlank(next) { return false }
    if isBlank(before) { return true }
    guard before.kind == .text, next.kind == .text else { return false }
    guard before.width == 2 || next.width == 2 else { return false }
    func first(_ glyph: Glyph) -> UInt32 { glyph.text.unicodeScalars.first?.value ?? 0 }
    return LineBreaks.mayBreak(between: first(before), and: first(next))
  }

  /// A mark, then blanks: `- `, `12. `, `> > `, `- [ ] `, in ASCII alone.
  private func indent(of line: ArraySlice<UInt8>) -> (textStart: Int, columns: Int) {
    let line = line.prefix(longestPrefix)
    var rest = line
    func skip(_ bytes: String) { rest = rest.drop { Array(bytes.utf8).contains($0) } }
    skip(" \t")
    while rest.first == UInt8(ascii: ">") {
      rest = rest.dropFirst()
      skip(" \t")
    }
    let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
    let mark = rest.dropFirst(digits).prefix(2)
    let isMark = Array((digits == 0 ? "-*+" : ".)").utf8).contains(mark.first ?? 0)
    if digits < 10, isMark, mark.count == 2, mark.last == 0x20 || mark.last == 0x09 {
      rest = rest.dropFirst(digits + 1)
      skip(" \t")
      let box = Array(rest.prefix(4))
      if box.count == 4, box[0] == 0x5b, box[1] >= 0x20, box[1] < 0x7f, box[2] == 0x5d,
        box[3] == 0x20
      {
        rest = rest.dropFirst(3)
        skip(" \t")
      }
    }
    var count = rest.startIndex - line.startIndex
    // A blank that carries a mark does not count as blank.
    if count > 0, count < line.count, rest[rest.startIndex] >= 0x80,
      line[rest.startIndex - 1] == 0x20
    {
      count -= 1
    }
    var columns = 0
    for byte in line.prefix(count) {
      columns += byte == 0x09 ? layout.tabWidth - columns % layout.tabWidth : 1
    }
    return (line.startIndex + count, columns * 2 <= layout.columns ? columns : 0)
  }
}
