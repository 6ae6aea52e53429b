/// Lines of an old text that a new text replaces. Lines are counted from 0; either side may be empty.
package struct Hunk: Hashable, Sendable {
  package var old: Range<Int>
  package var new: Range<Int>
}

/// The changes from one text to another, line by line.
///
/// ```swift
/// let hunks = LineDifference.between(saved, typed)
/// let added = hunks.reduce(0) { $0 + $1.new.count }
/// ```
package enum LineDifference {
  /// Returns the lines to replace, from top to bottom; at least one equal line separates two hunks.
  /// It finds as few as possible in bounded time: parts that differ too much become one large hunk.
  package static func between(_ old: [UInt8], _ new: [UInt8]) -> [Hunk] {
    between(TextLines(old), TextLines(new))
  }

  package static func between(_ old: TextLines, _ new: TextLines) -> [Hunk] {
    let shared = min(old.count, new.count)
    var head = 0
    while head < shared, old[head..<(head + 1)] == new[head..<(head + 1)] { head += 1 }
    var tail = 0
    while tail < shared - head, old[last(tail, of: old)] == new[last(tail, of: new)] { tail += 1 }
    let (oldMiddle, newMiddle) = (head..<(old.count - tail), head..<(new.count - tail))
    if oldMiddle.isEmpty && newMiddle.isEmpty { return [] }
    if oldMiddle.isEmpty || newMiddle.isEmpty { return [Hunk(old: oldMiddle, new: newMiddle)] }
    let numbers = LineNumbers(old, oldMiddle, new, newMiddle)
    var comparison = LineComparison(numbers)
    comparison.run()
    return comparison.hunks.map {
      Hunk(
        old: ($0.old.lowerBound + head)..<($0.old.upperBound + head),
        new: ($0.new.lowerBound + head)..<($0.new.upperBound + head))
    }
  }

  /// Applies the hunks to the old text, which gives the new text.
  package static func apply(_ hunks: [Hunk], to old: TextLines, from new: TextLines) -> [UInt8] {
    var bytes: [UInt8] = []
    var line = 0
    for hunk in hunks {
      bytes += old[line..<hunk.old.lowerBound]
      bytes += new[hunk.new]
      line = hunk.old.upperBound
    }
    return bytes + old[line..<old.count]
  }

  private static func last(_ number: Int, of text: TextLines) -> Range<Int> {
    (text.count - number - 1)..<(text.count - number)
  }
}

/// Numbers the lines of two texts, equal lines alike, so that lines can be compared by number.
struct LineNumbers {
  private(set) var old: [Int32] = []
  private(set) var new: [Int32] = []
  /// The number of different lines.
  private(set) var count: Int32 = 0

  /// `old` and `new` are the numbers of the lines in the two ranges.
  init(
    _ oldText: TextLines, _ oldLines: Range<Int>, _ newText: TextLines, _ newLines: Range<Int>
  ) {
    old.reserveCapacity(oldLines.count)
    new.reserveCapacity(newLines.count)
    // At most half full, so that the search for a free slot is short.
    var size = 16
    while size < 2 * (oldLines.count + newLines.count) { size *= 2 }
    var table = [Entry](repeating: Entry(), count: size)
    oldText.bytes.withUnsafeBytes { oldBytes in
      newText.bytes.withUnsafeBytes { newBytes in
        for line in oldLines {
          let bytes = UnsafeRawBufferPointer(rebasing: oldBytes[oldText.range(of: line)])
          old.append(number(of: bytes, &table))
        }
        for line in newLines {
          let bytes = UnsafeRawBufferPointer(rebasing: newBytes[newText.range(of: line)])
          new.append(number(of: bytes, &table))
        }
      }
    }
  }

  private struct Entry {
    var line: UnsafeRawBufferPointer?
    var hash = 0
    var number: Int32 = 0
  }

  private mutating func number(
    of line: UnsafeRawBufferPointer, _ table: inout [Entry]
  ) -> Int32 {
    // Swift's own hash is seeded randomly: no crafted text can fill one slot of the table.
    var hasher = Hasher()
    hasher.combine(bytes: line)
    let hash = hasher.finalize()
    var slot = hash & (table.count - 1)
    while let known = table[slot].line {
      if table[slot].hash == hash, known.elementsEqual(line) { return table[slot].number }
      slot = (slot + 1) & (table.count - 1)
    }
    table[slot] = Entry(line: line, hash: hash, number: count)
    count += 1
    return count - 1
  }
}
