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
    if prefix.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return prefix }
    // Marks of a single line are not repeated: blanks stand below them.
    let width = Cells.width(of: String(decoding: prefix, as: UTF8.self))
    return [UInt8](repeating: 0x20, count: width)
  }

  /// The second line's, where the first line has the same marks; else what both begin with.
  private func shared(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    var rest = first[...]
    var fits = true
    for mark in second.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }) {
      guard let index = Self.find(Array(mark), in: rest) else {
        fits = false
        break
      }
      rest = rest[(index + mark.count)...]
    }
    if fits { return second }
    return Array(zip(first, second).prefix { $0 == $1 }.map(\.0))
  }

  private static func find(_ mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= mark.count else { return nil }
    return (bytes.startIndex...bytes.endIndex - mark.count).first {
      bytes[$0..<$0 + mark.count].elementsEqual(mark)
    }
  }

  /// Nil where it is as wide as the line may be.
  private func adaptivePrefix(_ start: Int) -> [UInt8]? {
    var offset = skipBlanks(start)
    var hasMark = true
    while hasMark {
      hasMark = false
      while let scalar = scalar(offset), Self.marks.contains(scalar.value) {
        offset = scalar.range.upperBound
        hasMark = true
      }
      if hasMark { offset = skipBlanks(offset) }
    }
    let prefix = bytes(start..<offset)
    let count = String(decoding: prefix, as: UTF8.self).unicodeScalars.count
    return count >= options.fillColumn ? nil : prefix
  }

  private static let marks = Set<UInt32>("-–!|#%;>*·•‣⁃◦".unicodeScalars.map(\.value))
}
