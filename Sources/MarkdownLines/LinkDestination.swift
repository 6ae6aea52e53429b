import Bytes

/// The text in a link's parentheses or after a definition's colon.
package struct LinkDestination {
  /// The address as it is written, without angle brackets.
  package private(set) var target: Range<Int>
  /// The offset after the destination.
  package private(set) var end: Int

  /// The deepest nesting of parentheses in a link, which limits the work on a line of thousands.
  private static let deepest = 32

  /// Reads `(target "Title")`.
  package init?(_ bytes: Span<UInt8>, parenthesis: Int, _ stop: Int) {
    var index = Byte.skippingBlanks(in: bytes, from: parenthesis + 1, to: stop)
    guard let target = Self.target(bytes, index, stop, isNested: true) else { return nil }
    self.target = target.range
    index = Byte.skippingBlanks(in: bytes, from: target.end, to: stop)
    if index > target.end, let after = Self.titleEnd(bytes, index, stop) {
      index = Byte.skippingBlanks(in: bytes, from: after, to: stop)
    }
    guard index < stop, bytes[index] == Byte.rightParenthesis else { return nil }
    end = index + 1
  }

  fileprivate init?(_ bytes: Span<UInt8>, definition: Int, _ stop: Int) {
    let index = Byte.skippingBlanks(in: bytes, from: definition, to: stop)
    guard let target = Self.target(bytes, index, stop, isNested: false), index < stop else {
      return nil
    }
    self.target = target.range
    let title = Byte.skippingBlanks(in: bytes, from: target.end, to: stop)
    if title == stop {
      end = target.end
    } else if title > target.end, Self.titleEnd(bytes, title, stop) == stop {
      end = stop
    } else {
      return nil
    }
  }

  private static func target(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int, isNested: Bool
  ) -> (range: Range<Int>, end: Int)? {
    var index = start
    if index < stop, bytes[index] == Byte.less {
      index += 1
      while index < stop, bytes[index] != Byte.greater {
        if bytes[index] == Byte.less { return nil }
        index += bytes[index] == Byte.backslash ? 2 : 1
      }
      return index < stop ? ((start + 1)..<index, index + 1) : nil
    }
    var depth = 0
    loop: while index < stop {
      switch bytes[index] {
      case Byte.backslash where index + 1 < stop: index += 1
      case Byte.leftParenthesis:
        depth += 1
        if depth > deepest { return nil }
      case Byte.rightParenthesis:
        if depth == 0 {
          if isNested { break loop }
          return nil
        }
        depth -= 1
      case 0...0x20: break loop
      default: break
      }
      index += 1
    }
    return depth == 0 ? (start..<index, index) : nil
  }

  private static func titleEnd(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Int? {
    guard start < stop else { return nil }
    let closer: UInt8
    switch bytes[start] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): closer = bytes[start]
    case Byte.leftParenthesis: closer = Byte.rightParenthesis
    default: return nil
    }
    var index = start + 1
    while index < stop, bytes[index] != closer {
      if bytes[index] == Byte.leftParenthesis, closer == Byte.rightParenthesis { return nil }
      index += bytes[index] == Byte.backslash ? 2 : 1
    }
    return index < stop ? index + 1 : nil
  }
}

/// A link definition, a whole line of `[label]: target "Title"`. Footnotes are excluded.
package struct LinkDefinition {
  /// The offset of the bracket that closes the label.
  package let labelEnd: Int
  package let destination: LinkDestination

  /// Returns nil if the bracket at `start` begins no definition.
  package init?(_ bytes: Span<UInt8>, _ start: Int, _ stop: Int) {
    var close = start + 1
    while close < stop, bytes[close] != Byte.closing {
      if bytes[close] == Byte.opening { return nil }
      close += bytes[close] == Byte.backslash ? 2 : 1
    }
    guard close > start + 1, close + 1 < stop, bytes[close + 1] == Byte.colon,
      bytes[start + 1] != Byte.caret,
      let destination = LinkDestination(bytes, definition: close + 2, stop)
    else { return nil }
    labelEnd = close
    self.destination = destination
  }
}

/// The label of a footnote: `[^label]`.
package struct FootnoteLabel {
  /// The name without the signs.
  package let name: Range<Int>
  /// Whether a colon follows, so that it is not a reference.
  let isDefinition: Bool
  /// The offset after the label, including its colon.
  package let end: Int

  package init?(_ bytes: Span<UInt8>, _ start: Int, _ stop: Int) {
    guard start + 3 < stop, bytes[start] == Byte.opening, bytes[start + 1] == Byte.caret else {
      return nil
    }
    var index = start + 2
    while index < stop, bytes[index] != Byte.closing {
      if Byte.isBlank(bytes[index]) || bytes[index] == Byte.opening { return nil }
      index += 1
    }
    guard index < stop, index > start + 2 else { return nil }
    name = (start + 2)..<index
    isDefinition = index + 1 < stop && bytes[index + 1] == Byte.colon
    end = isDefinition ? index + 2 : index + 1
  }
}
