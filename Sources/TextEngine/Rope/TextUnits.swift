/// An offset in a text, in bytes.
package struct ByteOffset: Hashable, Comparable, Sendable {
  package var value: Int

  package init(_ value: Int) { self.value = value }

  package static let zero = ByteOffset(0)

  package static func < (left: ByteOffset, right: ByteOffset) -> Bool { left.value < right.value }

  package static func + (offset: ByteOffset, bytes: Int) -> ByteOffset {
    ByteOffset(offset.value + bytes)
  }

  package static func - (offset: ByteOffset, bytes: Int) -> ByteOffset {
    ByteOffset(offset.value - bytes)
  }

  /// Returns the number of bytes between two offsets.
  package static func - (offset: ByteOffset, other: ByteOffset) -> Int {
    offset.value - other.value
  }
}

/// A line of a text, counted from 0. Only line feeds end lines.
package struct LineNumber: Hashable, Comparable, Sendable {
  package var value: Int

  package init(_ value: Int) { self.value = value }

  package static let zero = LineNumber(0)

  package static func < (left: LineNumber, right: LineNumber) -> Bool { left.value < right.value }

  package static func + (line: LineNumber, lines: Int) -> LineNumber {
    LineNumber(line.value + lines)
  }

  package static func - (line: LineNumber, lines: Int) -> LineNumber {
    LineNumber(line.value - lines)
  }
}

/// A cell of a drawn line, counted from 0 at the left: the goal of a cursor that moves up and down.
/// Bytes within a line are differences of offsets.
package struct Column: Hashable, Comparable, Sendable {
  package var value: Int

  package init(_ value: Int) { self.value = value }

  package static func < (left: Column, right: Column) -> Bool { left.value < right.value }
}

extension Range<ByteOffset> {
  /// The number of bytes in the range.
  package var byteCount: Int { upperBound.value - lowerBound.value }

  /// Creates the empty range at an offset.
  package init(at offset: ByteOffset) { self = offset..<offset }

  var values: Range<Int> { lowerBound.value..<upperBound.value }
}

extension Range<Int> {
  package var offsets: Range<ByteOffset> { ByteOffset(lowerBound)..<ByteOffset(upperBound) }

  func moved(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}
