import Cells

/// Counts what a person sees as one character, near the start of a line.
extension Rope {
  /// So many bytes of a line are looked at; farther on nobody counts.
  private static let farthestColumn = 1 << 12

  /// How many characters are before a place in its line; nil far out in a long line.
  package func characterCount(beforeInLine place: ByteOffset) -> Int? {
    let start = content(at: place).lowerBound
    guard place - start <= Self.farthestColumn else { return nil }
    let bytes = bytes(in: start..<place)
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.count }
    var (count, index) = (0, 0)
    while index < bytes.count {
      index = Cells.boundary(after: index, in: bytes[...])
      count += 1
    }
    return count
  }

  /// The place behind so many characters of a line, or its end; far out a byte is taken for one.
  package func place(behindCharacters count: Int, inLineAt start: ByteOffset) -> ByteOffset {
    let line = content(at: start)
    let near = min(line.upperBound, line.lowerBound + Self.farthestColumn)
    let bytes = bytes(in: line.lowerBound..<near)
    var (left, index) = (count, 0)
    while left > 0, index < bytes.count {
      index = Cells.boundary(after: index, in: bytes[...])
      left -= 1
    }
    let place = line.lowerBound + index
    return left == 0 ? place : boundary(atOrBefore: min(line.upperBound, place + left))
  }
}
