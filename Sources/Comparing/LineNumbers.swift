/// Gives the same number to the same lines of two texts, so that comparing lines compares numbers.
struct LineNumbers {
  private(set) var old: [Int32] = []
  private(set) var new: [Int32] = []
  /// How many different lines there are.
  private(set) var count: Int32 = 0

  /// `old` and `new` say which lines are wanted.
  init(
    _ oldText: TextLines, _ oldLines: Range<Int>, _ newText: TextLines, _ newLines: Range<Int>
  ) {
    old.reserveCapacity(oldLines.count)
    new.reserveCapacity(newLines.count)
    // At most half full, so that a search for a free place is short.
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
    // Swift's own hash has a secret in it: no text can be made that fills one place of the table.
    var hasher = Hasher()
    hasher.combine(bytes: line)
    let hash = hasher.finalize()
    var place = hash & (table.count - 1)
    while let known = table[place].line {
      if table[place].hash == hash, known.elementsEqual(line) { return table[place].number }
      place = (place + 1) & (table.count - 1)
    }
    table[place] = Entry(line: line, hash: hash, number: count)
    count += 1
    return count - 1
  }
}
