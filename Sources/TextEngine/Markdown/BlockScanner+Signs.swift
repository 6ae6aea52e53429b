/// The signs that lines begin with.
extension BlockScanner {
  /// The level of the heading that the line makes of the paragraph above.
  func underline(_ place: Place, _ stop: Int, _ state: BlockState) -> Int? {
    guard state.isPlain, state.isInParagraph else { return nil }
    let sign = bytes[place.index]
    guard sign == Byte.equals || sign == Byte.dash, place.column - state.items.column < 4,
      buffer.run(of: sign, from: place.index, to: stop) == stop - place.index
    else { return nil }
    return sign == Byte.equals ? 1 : 2
  }

  func headingLevel(_ start: Int, _ stop: Int) -> Int? {
    let level = buffer.run(of: Byte.hash, from: start, to: min(stop, start + 7))
    guard level <= 6, start + level == stop || Byte.isBlank(bytes[start + level]) else {
      return nil
    }
    return level
  }

  /// How many bytes the mark of a list item takes; nil where there is none.
  func markerWidth(
    at place: Place, _ stop: Int, _ wasInParagraph: Bool, hasItems: Bool
  ) -> Int? {
    let isInText = wasInParagraph && !hasItems
    var index = place.index
    switch bytes[index] {
    case Byte.dash, Byte.star, Byte.plus: index += 1
    case 0x30...0x39:
      while index < stop, index - place.index < 10, Byte.isDigit(bytes[index]) { index += 1 }
      guard index < stop, index - place.index < 10,
        bytes[index] == Byte.dot || bytes[index] == UInt8(ascii: ")")
      else { return nil }
      // A number that begins a line of a paragraph is a number.
      if isInText, index - place.index > 1 || bytes[place.index] != 0x31 { return nil }
      index += 1
    default: return nil
    }
    if index == stop { return isInText ? nil : index - place.index }
    return Byte.isBlank(bytes[index]) ? index - place.index : nil
  }

  /// Reads `[x]` behind an item's mark, and answers whether the task is done; `place` stands behind it.
  mutating func readTask(_ place: inout Place, _ stop: Int) -> Bool? {
    let start = place.index
    guard start + 2 < stop, bytes[start] == Byte.opening else { return nil }
    let (status, length) = Byte.scalar(bytes, at: start + 1, to: stop)
    let box = start + 1 + length
    guard let status, box < stop, bytes[box] == Byte.closing,
      box + 1 == stop || Byte.isBlank(bytes[box + 1])
    else { return nil }
    mark(start, box + 1, [.task])
    place.index = box + 1
    place.column += length + 2
    skipBlanks(&place, stop)
    return status == "x" || status == "X" || status == "-"
  }

  /// Whether the line is nothing but what closes a comment or a formula.
  func isCloser(_ line: TextLine) -> Bool {
    var start = line.start
    while start < line.stop, Byte.isBlank(bytes[start]) { start += 1 }
    switch line.stop - start {
    case 2:
      return buffer.starts(with: "%%", at: start, to: line.stop)
        || buffer.starts(with: "$$", at: start, to: line.stop)
    case 3: return buffer.starts(with: "-->", at: start, to: line.stop)
    default: return false
    }
  }

  /// `[label]: target "Title"`, the whole line: where the label ends. Footnotes look alike and are
  /// text.
  func definition(_ start: Int, _ stop: Int) -> (close: Int, destination: Destination)? {
    var close = start + 1
    while close < stop, bytes[close] != Byte.closing {
      if bytes[close] == Byte.opening { return nil }
      close += bytes[close] == Byte.backslash ? 2 : 1
    }
    guard close > start + 1, close + 1 < stop, bytes[close + 1] == Byte.colon,
      bytes[start + 1] != Byte.caret,
      let destination = Destination(bytes, definition: close + 2, stop)
    else { return nil }
    return (close, destination)
  }
}

/// Looks for a ruler in a line, `* * *`, and remembers what speaks against one, so that a line of
/// thousands of list marks is read once.
struct RulerCheck {
  private var sign: UInt8 = 0
  private var obstacle = 0

  mutating func isRuler(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int
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
