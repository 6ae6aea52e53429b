/// A text as lines, each with its ending: end to end they are the text again, byte for byte.
///
/// A line ends with LF. What stands behind the last LF is a line too, unless it is empty.
package struct TextLines: Sendable {
  package let bytes: [UInt8]
  /// Where each line starts, and where the last one ends.
  private let bounds: [Int]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var bounds = [0]
    bytes.withUnsafeBufferPointer { all in
      for index in all.indices where all[index] == UInt8(ascii: "\n") { bounds.append(index + 1) }
    }
    if bounds[bounds.count - 1] != bytes.count { bounds.append(bytes.count) }
    self.bounds = bounds
  }

  package var count: Int { bounds.count - 1 }

  /// Where a line's bytes are.
  package func range(of line: Int) -> Range<Int> { bounds[line]..<bounds[line + 1] }

  /// The bytes of some lines, endings and all.
  package subscript(lines: Range<Int>) -> ArraySlice<UInt8> {
    bytes[bounds[lines.lowerBound]..<bounds[lines.upperBound]]
  }

  /// One line without its ending.
  package func text(of line: Int) -> ArraySlice<UInt8> {
    var text = bytes[range(of: line)]
    if text.last == UInt8(ascii: "\n") {
      text.removeLast()
      if text.last == UInt8(ascii: "\r") { text.removeLast() }
    }
    return text
  }
}
