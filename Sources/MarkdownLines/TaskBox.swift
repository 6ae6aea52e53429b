import Bytes

/// `[x]` behind the mark of a list item, with one character in it and a blank or the end behind it.
package struct TaskBox {
  package let status: Unicode.Scalar
  /// The offset of its opening bracket.
  package let start: Int
  /// Behind the bracket that closes it.
  package let end: Int

  /// Nil where none begins at `start`.
  package init?(_ bytes: Span<UInt8>, _ start: Int, _ stop: Int) {
    guard start + 2 < stop, bytes[start] == Byte.opening else { return nil }
    let (status, length) = UTF8Scalars.decode(bytes, at: start + 1, end: stop)
    let close = start + 1 + length
    guard let status, close < stop, bytes[close] == Byte.closing,
      close + 1 == stop || Byte.isBlank(bytes[close + 1])
    else { return nil }
    self.status = status
    self.start = start
    end = close + 1
  }

  /// Where the box before a task's text begins, which is `text` itself where there is none.
  static func start(_ bytes: Span<UInt8>, before text: Int) -> Int {
    var index = text
    while index > 0, bytes[index - 1] != Byte.lineFeed, Byte.isBlank(bytes[index - 1]) {
      index -= 1
    }
    // The signs of containers end otherwise.
    guard index > 2, bytes[index - 1] == Byte.closing else { return text }
    index -= 2
    while index > 1, bytes[index] & 0xC0 == 0x80 { index -= 1 }
    return index - 1
  }

  /// Done, or given up.
  package var isDone: Bool { status == "x" || status == "X" || status == "-" }
}
