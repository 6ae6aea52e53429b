import Bytes

/// A wiki link, `[[Target#Part|Words]]`, as byte offsets.
package struct WikiLink {
  /// Whether the two brackets begin a link. If not, `close` is the offset that was searched up to.
  package private(set) var isLink = false
  /// Whether brackets close it, with any text between.
  package private(set) var isClosed = false
  /// The offset of the closing brackets.
  package private(set) var close: Int
  /// The offset after the opening brackets.
  package let start: Int
  /// The end of target and part: at the bar, or at the backslash before the bar in a table.
  package private(set) var targetEnd: Int
  package private(set) var bar: Int?
  package private(set) var target: Range<Int>
  package private(set) var part: Range<Int>?

  /// Reads the link that begins with the two brackets at `index`.
  package init(_ bytes: Span<UInt8>, _ index: Int, _ stop: Int) {
    start = index + 2
    close = start
    targetEnd = start
    target = start..<start
    // Of three brackets, the last two begin the link.
    if start < stop, bytes[start] == Byte.opening { return }
    var hash: Int?
    loop: while true {
      guard close + 1 < stop else { return }
      switch bytes[close] {
      case Byte.closing where bytes[close + 1] == Byte.closing: break loop
      case Byte.opening where bytes[close + 1] == Byte.opening: return
      case Byte.hash where hash == nil && bar == nil: hash = close
      case Byte.bar where bar == nil: bar = close
      default: break
      }
      close += 1
    }
    isClosed = true
    targetEnd = bar ?? close
    if bar != nil, targetEnd > start, bytes[targetEnd - 1] == Byte.backslash { targetEnd -= 1 }
    target = Byte.trimmed(in: bytes, start..<(hash ?? targetEnd))
    part = hash.map { Byte.trimmed(in: bytes, min($0 + 1, targetEnd)..<targetEnd) }
    isLink = !target.isEmpty || part?.isEmpty == false
  }

  /// The offset after the link.
  package var end: Int { close + 2 }
}
