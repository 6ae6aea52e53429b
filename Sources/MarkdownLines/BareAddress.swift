import Bytes

/// An address that is not within a link: `https://a.b/c`, `www.a.b`, `mailto:a@b`.
package enum BareAddress {
  /// Returns the end of the address at `start`; nil if there is none.
  package static func end(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Int? {
    var scheme = start
    while scheme < stop, Byte.isLetter(bytes[scheme]) || Byte.isDigit(bytes[scheme]) { scheme += 1 }
    let rest: Int
    if Byte.matches("://", in: bytes, at: scheme, to: stop), scheme - start > 1 {
      rest = scheme + 3
    } else if Byte.matches("mailto:", in: bytes, at: start, to: stop)
      || Byte.matches("denote:", in: bytes, at: start, to: stop)
    {
      rest = scheme + 1
    } else if Byte.matches("www.", in: bytes, at: start, to: stop) {
      rest = start + 6
    } else {
      return nil
    }
    let end = end(bytes, from: start, stop)
    return end > rest ? end : nil
  }

  /// Excludes the punctuation of a sentence, and a parenthesis that the address does not open.
  private static func end(
    _ bytes: Span<UInt8>, from start: Int, _ stop: Int
  ) -> Int {
    var end = start
    var depth = 0
    loop: while end < stop {
      switch bytes[end] {
      case 0...0x20, Byte.less, Byte.greater, UInt8(ascii: "\""), Byte.backtick, Byte.bar,
        Byte.closing:
        break loop
      case Byte.leftParenthesis: depth += 1
      case Byte.rightParenthesis:
        if depth == 0 { break loop }
        depth -= 1
      default: break
      }
      end += 1
    }
    while end > start, ".,;:!?'*_~".utf8.contains(bytes[end - 1]) { end -= 1 }
    return end
  }
}
