/// What stands in a link's parentheses or behind a definition's colon.
struct Destination {
  /// As written, without angle brackets.
  private(set) var target: Range<Int>
  /// Behind all of it.
  private(set) var end: Int

  /// Parentheses nested deeper are no link: a line of thousands of them is read once.
  private static let deepest = 32

  init?(_ bytes: UnsafeBufferPointer<UInt8>, parenthesis: Int, _ stop: Int) {
    var index = Self.skipBlanks(bytes, parenthesis + 1, stop)
    guard let target = Self.target(bytes, index, stop, isNested: true) else { return nil }
    self.target = target.range
    index = Self.skipBlanks(bytes, target.end, stop)
    if index > target.end, let after = Self.titleEnd(bytes, index, stop) {
      index = Self.skipBlanks(bytes, after, stop)
    }
    guard index < stop, bytes[index] == UInt8(ascii: ")") else { return nil }
    end = index + 1
  }

  init?(_ bytes: UnsafeBufferPointer<UInt8>, definition: Int, _ stop: Int) {
    let index = Self.skipBlanks(bytes, definition, stop)
    guard let target = Self.target(bytes, index, stop, isNested: false), index < stop else {
      return nil
    }
    self.target = target.range
    let title = Self.skipBlanks(bytes, target.end, stop)
    if title == stop {
      end = target.end
    } else if title > target.end, Self.titleEnd(bytes, title, stop) == stop {
      end = stop
    } else {
      return nil
    }
  }

  private static func skipBlanks(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int
  ) -> Int {
    var index = start
    while index < stop, Byte.isBlank(bytes[index]) { index += 1 }
    return index
  }

  private static func target(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int, isNested: Bool
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
      case UInt8(ascii: "("):
        depth += 1
        if depth > deepest { return nil }
      case UInt8(ascii: ")"):
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
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int
  ) -> Int? {
    guard start < stop else { return nil }
    let closer: UInt8
    switch bytes[start] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): closer = bytes[start]
    case UInt8(ascii: "("): closer = UInt8(ascii: ")")
    default: return nil
    }
    var index = start + 1
    while index < stop, bytes[index] != closer {
      if bytes[index] == UInt8(ascii: "("), closer == UInt8(ascii: ")") { return nil }
      index += bytes[index] == Byte.backslash ? 2 : 1
    }
    return index < stop ? index + 1 : nil
  }
}

/// A tag of HTML, or a link between angle brackets.
struct Markup {
  /// Behind the `>`.
  private(set) var end = 0
  private(set) var isLink = false

  /// Nil where the `<` at `start` opens neither.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int) {
    var index = start + 1
    if index < stop, bytes[index] == Byte.slash { index += 1 }
    let name = index
    while index < stop, Self.isName(bytes[index]) { index += 1 }
    guard index > name, index < stop else { return nil }
    let found =
      bytes[index] == Byte.colon
      ? Self.linkEnd(bytes, index, stop) : Self.tagEnd(bytes, index, stop)
    guard let found else { return nil }
    isLink = bytes[index] == Byte.colon
    end = found
  }

  private static func tagEnd(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int
  ) -> Int? {
    var index = start
    while index < stop {
      let byte = bytes[index]
      switch byte {
      case Byte.greater: return index + 1
      case Byte.slash, Byte.equals: index += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard bytes[index - 1] == Byte.equals else { return nil }
        index += 1
        while index < stop, bytes[index] != byte { index += 1 }
        index += 1
      default:
        guard Byte.isBlank(byte) || isName(byte) || isUnquoted(bytes, index) else { return nil }
        index += 1
      }
    }
    return nil
  }

  private static func linkEnd(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int
  ) -> Int? {
    var index = start
    while index < stop, bytes[index] != Byte.greater {
      if Byte.isBlank(bytes[index]) || bytes[index] == Byte.less { return nil }
      index += 1
    }
    return index < stop ? index + 1 : nil
  }

  private static func isName(_ byte: UInt8) -> Bool {
    Byte.isName(byte) || byte == Byte.underscore || byte == Byte.dot || byte == Byte.plus
  }

  /// `href=#top`: a value without quotes has nearly anything in it.
  private static func isUnquoted(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    switch bytes[index] {
    case Byte.less, Byte.backtick: false
    case Byte.colon: true
    default: !Byte.isBlank(bytes[index - 1])
    }
  }
}
