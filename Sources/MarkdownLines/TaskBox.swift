import Bytes

/// `[x]` behind the mark of a list item, with one character in it and a blank or the end behind it.
package struct TaskBox {
  package let status: Unicode.Scalar
  /// Where the bracket stands that opens it.
  package let start: Int
  /// Behind the bracket that closes it.
  package let end: Int

  /// Nil where none begins at `start`.
  package init?(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int) {
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

  /// Done, or given up.
  package var isDone: Bool { status == "x" || status == "X" || status == "-" }
}
