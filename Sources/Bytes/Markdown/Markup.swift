/// A tag of HTML, or a link between angle brackets.
package struct Markup {
  /// Behind the `>`.
  package private(set) var end = 0
  package private(set) var isLink = false

  /// Nil where the `<` at `start` opens neither.
  package init?(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int) {
    var index = start + 1
    if index < stop, bytes[index] == Byte.slash { index += 1 }
    let name = index
    while index < stop, Self.isName(bytes[index]) { index += 1 }
    guard index > name, index < stop else { return nil }
    isLink = bytes[index] == Byte.colon
    let found =
      isLink ? Self.linkEnd(bytes, index, stop) : Self.tagEnd(bytes, index, stop)
    guard let found else { return nil }
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
