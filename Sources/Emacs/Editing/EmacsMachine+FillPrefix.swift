import Cells
import TextEngine

/// What all lines of a paragraph begin with: blanks, or marks as `>` and `-`.
extension EmacsMachine {
  func fillPrefix(_ from: Int, _ to: Int) -> [UInt8] {
    var first = from
    if isLineEnd(first) { first = nextLineStart(first) }
    first = lineStart(first)
    let firstPrefix = adaptivePrefix(first)
    let second = nextLineStart(first)
    if second < to, second > first {
      if isBlank(from: second) { return [] }
      guard let prefix = adaptivePrefix(second) else { return [] }
      return shared(firstPrefix ?? [], prefix)
    }
    guard let prefix = firstPrefix else { return [] }
    if prefix.allSatisfy(Self.isBlank) { return prefix }
    // Marks of a single line are not repeated: blanks stand below them.
    let width = Cells.width(of: String(decoding: prefix, as: UTF8.self))
    return [UInt8](repeating: 0x20, count: width)
  }

  /// Behind a line's blanks, and behind the marks of a prefix where it has them.
  func prefixEnd(_ offset: Int, _ prefix: [UInt8]) -> Int {
    let start = skipBlanks(offset)
    let marks = prefix.filter { !Self.isBlank($0) }
    if marks.isEmpty { return start }
    var place = start
    for mark in marks {
      place = skipBlanks(place)
      if byte(place) != mark { return start }
      place += 1
    }
    return skipBlanks(place)
  }

  /// The second line's, where the first line has the same marks; else what both begin with.
  private func shared(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    var rest = first[...]
    for mark in second.split(whereSeparator: Self.isBlank) {
      guard let range = rest.firstRange(of: mark) else {
        return Array(zip(first, second).prefix { $0 == $1 }.map(\.0))
      }
      rest = rest[range.upperBound...]
    }
    return second
  }

  /// Nil where it is as wide as the line may be.
  private func adaptivePrefix(_ start: Int) -> [UInt8]? {
    let offset = skip(start) { Self.isBlank($0) || Self.marks.contains($0) }
    let prefix = bytes(start..<offset)
    let count = String(decoding: prefix, as: UTF8.self).unicodeScalars.count
    return count >= options.fillColumn ? nil : prefix
  }

  private static let marks = Set<UInt32>("-–!|#%;>*·•‣⁃◦".unicodeScalars.map(\.value))
}
