/// One stretch of a note's bytes, and what stands there instead.
package struct ByteEdit: Equatable, Sendable {
  package var range: Range<Int>
  package var bytes: [UInt8]

  package init(range: Range<Int>, bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }

  /// The text with all edits, which stand in order and apart.
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
  /// By their places; of two that overlap (a picture in a link's text) the first.
  package func inOrder() -> [ByteEdit] {
    var kept: [ByteEdit] = []
    for edit in sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where edit.range.lowerBound >= kept.last?.range.upperBound ?? 0 {
      kept.append(edit)
    }
    return kept
  }
}
