import Bytes

/// Headings, and what ends a paragraph.
extension ScanPass {
  /// Whether the line underlines the paragraph above.
  mutating func closeHeading(_ place: LinePlace, _ stop: Int) -> Bool {
    guard let above = paragraph, isInParagraph else { return false }
    guard place.column - (items.last ?? 0) < 4,
      let level = LineSigns.underlineLevel(bytes, place.index, stop)
    else { return false }
    settleBlock(continues: false)
    isInParagraph = false
    paragraph = nil
    guard scan.headings.count < NoteScan.most else { return true }
    let lines = bytes[above].reduce(into: 1) { $0 += $1 == UInt8(ascii: "\n") ? 1 : 0 }
    scan.headings.append(
      NoteScan.Heading(level: level, text: above, line: line - lines))
    return true
  }

  /// `## Words ##`.
  mutating func readHeading(_ place: LinePlace, _ stop: Int, isPlain: Bool) -> Bool {
    guard place.column - (items.last ?? 0) < 4 || !isPlain,
      let level = LineSigns.headingLevel(bytes, place.index, stop)
    else { return false }
    let words = LineSigns.headingWords(bytes, place.index + level, stop)
    if isPlain, place.column < (items.last ?? 0) { items.removeAll(keepingCapacity: true) }
    startBlock()
    isOneLine = true
    isInParagraph = false
    paragraph = nil
    if isPlain, !words.isEmpty, scan.headings.count < NoteScan.most {
      scan.headings.append(
        NoteScan.Heading(level: level, text: words, line: line))
    }
    readText(words.lowerBound, stop)
    return true
  }

  /// Whether the line from `start` on begins something else than the paragraph above it.
  ///
  /// It must know whatever `readLine` takes for a beginning: code is looked for up to here, and a
  /// beginning it missed would be looked beyond again and again.
  func interrupts(_ start: Int, _ stop: Int) -> Bool {
    var place = LinePlace(index: start, column: 0)
    place.skipBlanks(bytes, stop)
    var depth = 0
    while place.index < stop, bytes[place.index] == UInt8(ascii: ">") {
      depth += 1
      place.index += 1
      place.skipBlanks(bytes, stop)
    }
    guard place.index < stop, depth <= quoteDepth else { return true }
    switch bytes[place.index] {
    case UInt8(ascii: "#"):
      return LineSigns.headingLevel(bytes, place.index, stop) != nil
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      return Byte.run(of: bytes[place.index], in: bytes, from: place.index, to: stop) >= 3
    case UInt8(ascii: "|"), UInt8(ascii: "="): return true
    case UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: "$"):
      return LineSigns.opensComment(bytes, place.index, stop)
        || LineSigns.isCloser(bytes, start, stop)
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"):
      var ruler = RulerCheck()
      if ruler.isRuler(bytes, place.index, stop) || LineSigns.isCloser(bytes, start, stop) {
        return true
      }
    default: break
    }
    return LineSigns.itemWidth(bytes, place.index, stop, isInText: items.isEmpty) != nil
  }
}
