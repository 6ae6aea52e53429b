import Bytes

/// Recognizes the signs that make a line of Markdown more than text. A line is a range of bytes
/// without trailing blanks.
package enum LineSigns {
  /// Returns the length in bytes of the list item's mark at `start`; nil if there is none.
  ///
  /// `isInText`: the line could continue the paragraph above.
  package static func itemWidth(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int, isInText: Bool
  ) -> Int? {
    var index = start
    switch bytes[index] {
    case Byte.dash, Byte.star, Byte.plus: index += 1
    case 0x30...0x39:
      while index < stop, index - start < 10, Byte.isDigit(bytes[index]) { index += 1 }
      guard index < stop, index - start < 10,
        bytes[index] == Byte.dot || bytes[index] == Byte.rightParenthesis
      else { return nil }
      // Within a paragraph, only the number 1 begins a list.
      if isInText, index - start > 1 || bytes[start] != 0x31 { return nil }
      index += 1
    default: return nil
    }
    if index == stop { return isInText ? nil : index - start }
    return Byte.isBlank(bytes[index]) ? index - start : nil
  }

  /// Returns the offset after the signs of quotes and items, regardless of the lines above; and
  /// whether there was an item.
  package static func skippingMarkers(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> (index: Int, isItem: Bool) {
    var index = Byte.skippingBlanks(in: bytes, from: start, to: stop)
    var isItem = false
    while index < stop {
      if bytes[index] == Byte.greater {
        index += 1
      } else if let width = itemWidth(bytes, index, stop, isInText: false) {
        index += width
        isItem = true
      } else {
        break
      }
      index = Byte.skippingBlanks(in: bytes, from: index, to: stop)
    }
    return (index, isItem)
  }

  /// Returns the number of marks that open fenced code at `start`; nil if none do.
  static func fenceCount(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Int? {
    let mark = bytes[start]
    let count = Byte.run(of: mark, in: bytes, from: start, to: stop)
    guard count >= 3 else { return nil }
    // With backticks later in the line, it is code within the line.
    if mark == Byte.backtick, Byte.find(mark, in: bytes, from: start + count, to: stop) != nil {
      return nil
    }
    return count
  }

  /// Returns the level of the heading whose `#` begin at `start`; nil if there is none.
  package static func headingLevel(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Int? {
    let level = Byte.run(of: Byte.hash, in: bytes, from: start, to: min(stop, start + 7))
    guard 1...6 ~= level, start + level == stop || Byte.isBlank(bytes[start + level]) else {
      return nil
    }
    return level
  }

  /// Returns the words of a heading. `start` is after its signs.
  package static func headingWords(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Range<Int> {
    let words = Byte.trimmed(in: bytes, start..<stop)
    var end = words.upperBound
    while end > words.lowerBound, bytes[end - 1] == Byte.hash { end -= 1 }
    // Closing signs follow a blank: `# C#` has none.
    guard end == words.lowerBound || Byte.isBlank(bytes[end - 1]) else { return words }
    return words.lowerBound..<Byte.droppingBlanks(in: bytes, from: words.lowerBound, to: end)
  }

  /// Returns the heading level that the line, from its first sign on, gives the paragraph above it.
  package static func underlineLevel(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Int? {
    let sign = bytes[start]
    guard sign == Byte.equals || sign == Byte.dash,
      Byte.run(of: sign, in: bytes, from: start, to: stop) == stop - start
    else { return nil }
    return sign == Byte.equals ? 1 : 2
  }

  /// Whether a comment or a formula begins here that may span lines. At a line's first sign it is a
  /// block of its own.
  package static func beginsCommentOrFormula(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Bool {
    Byte.matches("%%", in: bytes, at: start, to: stop)
      || Byte.matches("$$", in: bytes, at: start, to: stop)
  }

  /// Whether a comment may begin here that has a line of its own.
  package static func opensComment(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Bool {
    Byte.matches("%%", in: bytes, at: start, to: stop)
      || Byte.matches("<!--", in: bytes, at: start, to: stop)
  }

  /// Whether cmark reads the text between `<!--` and the next `-->` as a comment within a
  /// paragraph: it must not contain two dashes.
  package static func isComment(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int
  ) -> Bool {
    let (text, close) = (start + 4, end - 3)
    if text == close { return true }
    let dashes = Byte.find("--", in: bytes, from: text, to: end) ?? end
    return dashes == close && bytes[text] != Byte.greater
      && !Byte.matches("->", in: bytes, at: text, to: close)
  }

  /// Whether the line is only the end of a comment or a formula.
  package static func isCloser(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Bool {
    let start = Byte.skippingBlanks(in: bytes, from: start, to: stop)
    switch stop - start {
    case 2:
      return Byte.matches("%%", in: bytes, at: start, to: stop)
        || Byte.matches("$$", in: bytes, at: start, to: stop)
    case 3: return Byte.matches("-->", in: bytes, at: start, to: stop)
    default: return false
    }
  }

  /// Returns the id of a block, `Words ^id`, at the end of a line; nil if there is none.
  ///
  /// `low`: the end of the line's last link or code, before which no id begins.
  package static func blockID(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int, after low: Int
  ) -> Range<Int>? {
    var index = stop
    while index > low, Byte.isName(bytes[index - 1]) { index -= 1 }
    guard index < stop, index > low, bytes[index - 1] == Byte.caret,
      index - 1 == start || Byte.isBlank(bytes[index - 2])
    else { return nil }
    return index..<stop
  }

  /// Returns the end of a text without a block's id at its end.
  package static func endBeforeBlockID(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Int {
    guard let id = blockID(bytes, start, stop, after: start) else { return stop }
    return Byte.droppingBlanks(in: bytes, from: start, to: id.lowerBound - 1)
  }
}

/// Recognizes rules, `* * *`. It remembers the last obstacle, so that a line with thousands of list
/// marks is read only once.
package struct RulerCheck {
  var sign: UInt8 = 0
  var obstacle = 0

  package init() {}

  /// Whether the rest of the line from `start` on is a rule.
  package mutating func isRuler(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Bool {
    let first = bytes[start]
    guard first == Byte.dash || first == Byte.star || first == Byte.underscore else { return false }
    if first == sign, start < obstacle { return false }
    var count = 0
    for index in start..<stop {
      if bytes[index] == first {
        count += 1
      } else if !Byte.isBlank(bytes[index]) {
        sign = first
        obstacle = index
        return false
      }
    }
    return count >= 3
  }
}

/// Recognizes the line under a table's header: `--- | :-:`.
package enum TableSigns {
  /// Returns the number of columns; nil if the line is not such a line.
  package static func ruledColumns(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Int? {
    var index = start
    if index < stop, bytes[index] == Byte.bar { index += 1 }
    var columns = 0
    while index < stop {
      index = Byte.skippingBlanks(in: bytes, from: index, to: stop)
      if index < stop, bytes[index] == Byte.colon { index += 1 }
      let dashes = Byte.run(of: Byte.dash, in: bytes, from: index, to: stop)
      guard dashes > 0 else { return nil }
      index += dashes
      if index < stop, bytes[index] == Byte.colon { index += 1 }
      index = Byte.skippingBlanks(in: bytes, from: index, to: stop)
      columns += 1
      guard index < stop else { break }
      guard bytes[index] == Byte.bar else { return nil }
      index += 1
    }
    return columns > 0 ? columns : nil
  }

  /// Returns the number of cells in a line.
  package static func columns(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Int {
    var columns = 0
    var isCell = false
    var index = start
    if index < stop, bytes[index] == Byte.bar { index += 1 }
    while index < stop {
      switch bytes[index] {
      case Byte.bar:
        columns += 1
        isCell = false
      case Byte.backslash where index + 1 < stop && Byte.isPunctuation(bytes[index + 1]):
        index += 1
        isCell = true
      case let byte where !Byte.isBlank(byte): isCell = true
      default: break
      }
      index += 1
    }
    return isCell ? columns + 1 : columns
  }
}
