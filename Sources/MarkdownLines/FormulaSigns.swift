import Bytes

/// `$x$` and `$$x$$` within a line.
package enum FormulaSigns {
  /// Whether a formula may begin with so many signs at `start`: no blank follows them.
  package static func mayBegin(
    _ bytes: Span<UInt8>, _ start: Int, _ count: Int, _ stop: Int
  ) -> Bool {
    count <= 2 && start + count < stop && !Byte.isBlank(bytes[start + count])
  }

  /// Behind the signs that end it; nil where none do.
  package static func end(
    _ bytes: Span<UInt8>, _ start: Int, _ count: Int, _ stop: Int
  ) -> Int? {
    var next = start + count
    while let sign = Byte.find(Byte.dollar, in: bytes, from: next, to: stop) {
      let length = Byte.run(of: Byte.dollar, in: bytes, from: sign, to: stop)
      let after = sign + length
      // A sum of money is none: `$5 and $6`.
      if length == count, !Byte.isBlank(bytes[sign - 1]), bytes[sign - 1] != Byte.backslash,
        after == stop || !Byte.isDigit(bytes[after])
      {
        return after
      }
      next = after
    }
    return nil
  }
}
