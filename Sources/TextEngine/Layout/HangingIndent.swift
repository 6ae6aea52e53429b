import Cells

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
