import Bytes

/// A place in a line, with the column that it is shown in.
package struct LineOffset {
  package var index: Int
  package var column: Int

  package init(index: Int, column: Int) {
    self.index = index
    self.column = column
  }

  /// Goes on to the next byte that is no blank. A tab goes to the next of the columns 4, 8, 12…
  package mutating func skipBlanks(_ bytes: Span<UInt8>, _ stop: Int) {
    while index < stop, Byte.isBlank(bytes[index]) {
      column += bytes[index] == 0x09 ? 4 - column & 3 : 1
      index += 1
    }
  }

  /// Goes on by so many bytes, each of which takes a column.
  package mutating func skip(_ count: Int) {
    index += count
    column += count
  }
}
