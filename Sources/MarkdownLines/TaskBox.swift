import Bytes

/// A task's box after a list item's mark: `[x]` with any character, before a blank or the end.
package struct TaskBox {
  package let status: Unicode.Scalar
  /// The offset of the opening bracket.
  package let start: Int
  /// The offset after the closing bracket.
  package let end: Int

  /// Returns nil if no box begins at `start`.
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

  /// Returns the start of the box before a task's text; `text` itself where there is no box.
  static func start(_ bytes: Span<UInt8>, before text: Int) -> Int {
    var index = text
    while index > 0, bytes[index - 1] != Byte.lineFeed, Byte.isBlank(bytes[index - 1]) {
      index -= 1
    }
    // The sign of a container does not end with a bracket.
    guard index > 2, bytes[index - 1] == Byte.closing else { return text }
    index -= 2
    while index > 1, bytes[index] & 0xC0 == 0x80 { index -= 1 }
    return index - 1
  }

  /// Whether the task is done or cancelled.
  package var isDone: Bool { status == "x" || status == "X" || status == "-" }
}
