import Cells

/// Where the text of a list item, a quote or an indented line starts.
struct HangingIndent {
  let textStart: Int
  let columns: Int

  init(of line: ArraySlice<UInt8>, layout: TextLayout) {
    textStart = Self.skippingMarkers(in: line)
    columns = Cells.glyphs(inUTF8: line[..<textStart]).reduce(0) {
      $0 + layout.width(of: $1, at: $0)
    }
  }

  private static func skippingMarkers(in line: ArraySlice<UInt8>) -> Int {
    var place = skippingBlanks(in: line, from: line.startIndex)
    while place < line.endIndex, line[place] == UInt8(ascii: ">") {
      place = skippingBlanks(in: line, from: place + 1)
    }
    guard let marker = endOfMarker(in: line, from: place) else { return place }
    place = skippingBlanks(in: line, from: marker)
    // `- [ ] ` and `- [x] `
    let box = line[place...].prefix(4)
    if box.count == 4, box.first == UInt8(ascii: "["), line[place + 2] == UInt8(ascii: "]"),
      line[place + 3] == UInt8(ascii: " ")
    {
      place = skippingBlanks(in: line, from: place + 3)
    }
    return place
  }

  /// Behind `-`, `*`, `+` or up to nine digits and `.` or `)`, if a blank follows.
  private static func endOfMarker(in line: ArraySlice<UInt8>, from start: Int) -> Int? {
    var place = start
    while place < line.endIndex, place - start < 9, isDigit(line[place]) { place += 1 }
    guard place < line.endIndex else { return nil }
    let marks = place == start ? Array("-*+".utf8) : Array(".)".utf8)
    guard marks.contains(line[place]), place + 1 < line.endIndex, isBlank(line[place + 1]) else {
      return nil
    }
    return place + 1
  }

  private static func skippingBlanks(in line: ArraySlice<UInt8>, from start: Int) -> Int {
    line[start...].firstIndex { !isBlank($0) } ?? line.endIndex
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
