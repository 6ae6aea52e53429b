import Bytes

/// An HTML tag, or a link between angle brackets, in the bytes of a line or a paragraph.
package struct Markup {
  /// The offset after the `>`.
  package private(set) var end = 0
  package private(set) var isLink = false

  /// Returns nil if the `<` at `start` opens neither.
  init?(_ bytes: Span<UInt8>, _ start: Int, _ stop: Int) {
    var index = start + 1
    guard index < stop else { return nil }
    if bytes[index] == Byte.slash {
      guard let name = Self.nameEnd(bytes, index + 1, stop) else { return nil }
      index = Self.skippingGap(in: bytes, from: name, to: stop)
      guard index < stop, bytes[index] == Byte.greater else { return nil }
      end = index + 1
      return
    }
    guard Byte.isLetter(bytes[index]) else { return nil }
    if let link = Self.linkEnd(bytes, index, stop) {
      isLink = true
      end = link
      return
    }
    guard let name = Self.nameEnd(bytes, index, stop),
      let tag = Self.tagEnd(bytes, name, stop)
    else { return nil }
    end = tag
  }

  /// Skips blanks and line ends.
  private static func skippingGap(
    in bytes: Span<UInt8>, from start: Int, to stop: Int
  ) -> Int {
    var index = start
    while index < stop, isGap(bytes[index]) { index += 1 }
    return index
  }

  private static func isGap(_ byte: UInt8) -> Bool {
    Byte.isBlank(byte) || byte == Byte.lineFeed
  }

  private static func nameEnd(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Int? {
    guard start < stop, Byte.isLetter(bytes[start]) else { return nil }
    var index = start
    while index < stop, Byte.isName(bytes[index]) { index += 1 }
    return index
  }

  /// Returns the offset after the attributes and the `>`.
  private static func tagEnd(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Int? {
    var index = start
    while true {
      let blanks = index
      index = Self.skippingGap(in: bytes, from: index, to: stop)
      guard index < stop else { return nil }
      if bytes[index] == Byte.greater { return index + 1 }
      if bytes[index] == Byte.slash {
        return index + 1 < stop && bytes[index + 1] == Byte.greater ? index + 2 : nil
      }
      guard index > blanks, let after = attributeEnd(bytes, index, stop) else { return nil }
      index = after
    }
  }

  /// Returns the offset after `name`, `name=value`, or `name = "value"`.
  private static func attributeEnd(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Int? {
    guard
      Byte.isLetter(bytes[start]) || bytes[start] == Byte.underscore || bytes[start] == Byte.colon
    else { return nil }
    var index = start + 1
    while index < stop,
      Byte.isName(bytes[index]) || bytes[index] == Byte.underscore || bytes[index] == Byte.dot
        || bytes[index] == Byte.colon
    {
      index += 1
    }
    let name = index
    index = Self.skippingGap(in: bytes, from: index, to: stop)
    guard index < stop, bytes[index] == Byte.equals else { return name }
    index = Self.skippingGap(in: bytes, from: index + 1, to: stop)
    guard index < stop else { return nil }
    if bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") {
      return Byte.find(bytes[index], in: bytes, from: index + 1, to: stop).map { $0 + 1 }
    }
    let value = index
    while index < stop, isUnquoted(bytes[index]) { index += 1 }
    return index > value ? index : nil
  }

  /// Whether a value without quotes, `href=#top`, may contain the byte.
  private static func isUnquoted(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.less, Byte.greater, Byte.backtick, Byte.equals, UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      false
    default: !isGap(byte)
    }
  }

  /// Returns the offset after `scheme:address>`.
  private static func linkEnd(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Int? {
    var index = start
    while index < stop, index - start <= 32,
      Byte.isName(bytes[index]) || bytes[index] == Byte.dot || bytes[index] == Byte.plus
    {
      index += 1
    }
    guard 2...32 ~= index - start, index < stop, bytes[index] == Byte.colon else { return nil }
    while index < stop, bytes[index] != Byte.greater {
      if bytes[index] <= 0x20 || bytes[index] == Byte.less { return nil }
      index += 1
    }
    return index < stop ? index + 1 : nil
  }
}
