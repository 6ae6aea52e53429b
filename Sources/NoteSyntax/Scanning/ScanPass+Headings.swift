/// Headings, rulers and the marks of lists.
extension ScanPass {
  /// Whether the line underlines the paragraph above.
  mutating func closeHeading(_ place: Place, _ stop: Int) -> Bool {
    guard let above = paragraph, isInParagraph else { return false }
    let mark = bytes[place.index]
    guard mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-"),
      place.column - (items.last ?? 0) < 4,
      run(of: mark, from: place.index, to: stop) == stop - place.index
    else { return false }
    settleBlock(continues: false)
    isInParagraph = false
    paragraph = nil
    guard scan.headings.count < NoteScan.most else { return true }
    let lines = bytes[above].reduce(into: 1) { $0 += $1 == UInt8(ascii: "\n") ? 1 : 0 }
    scan.headings.append(
      NoteScan.Heading(
        level: mark == UInt8(ascii: "=") ? 1 : 2, text: above, line: line - lines))
    return true
  }

  /// `## Words ##`.
  mutating func readHeading(_ place: Place, _ stop: Int, isPlain: Bool) -> Bool {
    let whole = Line(bytes: bytes, start: place.index, end: stop)
    guard place.column - (items.last ?? 0) < 4 || !isPlain, let words = Headings.atx(whole)
    else { return false }
    if isPlain, place.column < (items.last ?? 0) { items.removeAll(keepingCapacity: true) }
    startBlock()
    isOneLine = true
    isInParagraph = false
    paragraph = nil
    if isPlain, !words.isEmpty, scan.headings.count < NoteScan.most {
      scan.headings.append(
        NoteScan.Heading(level: whole.run, text: words.start..<words.end, line: line))
    }
    readText(words.start, stop)
    return true
  }

  /// How many bytes the mark of a list item takes; nil where there is none.
  func marker(at place: Place, _ stop: Int, _ wasInParagraph: Bool) -> Int? {
    var index = place.index
    switch bytes[index] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): index += 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      while index < stop, index - place.index < 10, bytes[index] &- 0x30 < 10 { index += 1 }
      guard index < stop, index - place.index < 10,
        bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ")")
      else { return nil }
      // A number that begins a line of a paragraph is a number.
      if wasInParagraph, items.isEmpty, index - place.index > 1 || bytes[place.index] != 0x31 {
        return nil
      }
      index += 1
    default: return nil
    }
    if index == stop { return wasInParagraph && items.isEmpty ? nil : index - place.index }
    return Line.isBlank(bytes[index]) ? index - place.index : nil
  }

  /// Whether the line from `start` on begins something else than the paragraph above it.
  ///
  /// It must know whatever `readLine` takes for a beginning: code is looked for up to here, and a
  /// beginning it missed would be looked beyond again and again.
  func interrupts(_ start: Int, _ stop: Int) -> Bool {
    var place = Place(index: start, column: 0)
    skipBlanks(&place, stop)
    var depth = 0
    while place.index < stop, bytes[place.index] == UInt8(ascii: ">") {
      depth += 1
      place.index += 1
      skipBlanks(&place, stop)
    }
    guard place.index < stop, depth <= quoteDepth else { return true }
    switch bytes[place.index] {
    case UInt8(ascii: "#"):
      return Headings.atx(Line(bytes: bytes, start: place.index, end: stop)) != nil
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      return run(of: bytes[place.index], from: place.index, to: stop) >= 3
    case UInt8(ascii: "|"), UInt8(ascii: "="): return true
    case UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: "$"):
      return Line(bytes: bytes, start: place.index, end: stop).opensComment
        || isCloser(start, stop)
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"):
      var ruler = RulerCheck()
      if ruler.isRuler(self, place.index, stop) || isCloser(start, stop) { return true }
    default: break
    }
    return marker(at: place, stop, true) != nil
  }

  /// Whether the line is nothing but what closes a comment or a formula.
  func isCloser(_ start: Int, _ stop: Int) -> Bool {
    let line = Line(bytes: bytes, start: start, end: stop).trimmed
    return line.count == 2 && (line.starts(with: "%%") || line.starts(with: "$$"))
      || line.count == 3 && line.starts(with: "-->")
  }
}

extension Line {
  /// It begins with what may be a comment of its own.
  var opensComment: Bool { starts(with: "%%") || starts(with: "<!--") }
}

/// Looks for a ruler in a line, `* * *`, and remembers what speaks against one, so that a line of
/// thousands of list marks is read once.
struct RulerCheck {
  private var mark: UInt8 = 0
  private var obstacle = 0

  mutating func isRuler(_ pass: ScanPass, _ start: Int, _ stop: Int) -> Bool {
    let first = pass.bytes[start]
    guard first == UInt8(ascii: "-") || first == UInt8(ascii: "*") || first == UInt8(ascii: "_")
    else { return false }
    if first == mark, start < obstacle { return false }
    var count = 0
    for index in start..<stop {
      let byte = pass.bytes[index]
      if byte == first {
        count += 1
      } else if !Line.isBlank(byte) {
        mark = first
        obstacle = index
        return false
      }
    }
    return count >= 3
  }
}
