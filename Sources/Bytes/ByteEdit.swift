/// A range of a note's bytes and its replacement.
package struct ByteEdit: Equatable, Sendable {
  package var range: Range<Int>
  package var bytes: [UInt8]

  package init(range: Range<Int>, bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }

  /// Applies all edits to the text. They must be sorted and must not overlap.
  package static func apply(_ edits: [ByteEdit], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var done = 0
    for edit in edits {
      result += bytes[done..<edit.range.lowerBound]
      result += edit.bytes
      done = edit.range.upperBound
    }
    return result + bytes[done...]
  }
}

extension [ByteEdit] {
  /// Returns the edits by offset; of two that overlap (a picture in a link's text), only the first.
  package func inOrder() -> [ByteEdit] {
    var result: [ByteEdit] = []
    for edit in sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where edit.range.lowerBound >= result.last?.range.upperBound ?? 0 {
      result.append(edit)
    }
    return result
  }
}
