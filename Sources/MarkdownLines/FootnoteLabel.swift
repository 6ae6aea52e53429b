import Bytes

/// `[^label]`
package struct FootnoteLabel {
  /// Without the signs.
  package let name: Range<Int>
  /// A colon follows, and it is no reference.
  package let isDefinition: Bool
  /// Behind all of it.
  package let end: Int

  package init?(_ bytes: Span<UInt8>, _ start: Int, _ stop: Int) {
    guard start + 3 < stop, bytes[start] == Byte.opening, bytes[start + 1] == Byte.caret else {
      return nil
    }
    var index = start + 2
    while index < stop, bytes[index] != Byte.closing {
      if Byte.isBlank(bytes[index]) || bytes[index] == Byte.opening { return nil }
      index += 1
    }
    guard index < stop, index > start + 2 else { return nil }
    name = (start + 2)..<index
    isDefinition = index + 1 < stop && bytes[index + 1] == Byte.colon
    end = isDefinition ? index + 2 : index + 1
  }
}
