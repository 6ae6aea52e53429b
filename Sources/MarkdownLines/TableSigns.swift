import Bytes

/// The line that makes a table of the line above: `--- | :-:`.
package enum TableSigns {
  /// How many columns the line rules; nil where it is none of these.
  package static func ruledColumns(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Int? {
    var index = start
    if index < stop, bytes[index] == Byte.bar { index += 1 }
    var columns = 0
    while index < stop {
      index = Byte.skippingBlanks(in: bytes, from: index, to: stop)
      if index < stop, bytes[index] == Byte.colon { index += 1 }
      let dashes = Byte.run(of: Byte.dash, in: bytes, from: index, to: stop)
      guard dashes > 0 else { return nil }
      index += dashes
      if index < stop, bytes[index] == Byte.colon { index += 1 }
      index = Byte.skippingBlanks(in: bytes, from: index, to: stop)
      columns += 1
      guard index < stop else { break }
      guard bytes[index] == Byte.bar else { return nil }
      index += 1
    }
    return columns > 0 ? columns : nil
  }

  /// How many cells the bars of a line make.
  package static func columns(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Int {
    var columns = 0
    var isCell = false
    var index = start
    if index < stop, bytes[index] == Byte.bar { index += 1 }
    while index < stop {
      switch bytes[index] {
      case Byte.bar:
        columns += 1
        isCell = false
      case Byte.backslash where index + 1 < stop && Byte.isPunctuation(bytes[index + 1]):
        index += 1
        isCell = true
      case let byte where !Byte.isBlank(byte): isCell = true
      default: break
      }
      index += 1
    }
    return isCell ? columns + 1 : columns
  }
}
