import Terminal

/// The lines of a text, and the rows of those that were measured. All are asked for in one width.
struct WrappedText {
  private let lines: [String]
  /// By the lines' numbers, as far as they were asked for.
  private var rows: [[String]?] = []

  init(_ lines: [String]) {
    self.lines = lines
  }

  var lineCount: Int { lines.count }

  /// Whether these are the very same lines, not only such that read alike: that is known at once.
  func isOf(_ other: [String]) -> Bool {
    lines.withUnsafeBufferPointer { mine in
      other.withUnsafeBufferPointer { theirs in
        mine.count == theirs.count && mine.baseAddress == theirs.baseAddress
      }
    }
  }

  mutating func rows(ofLine index: Int, width: Int) -> [String] {
    if index < rows.count, let known = rows[index] { return known }
    while rows.count <= index { rows.append(nil) }
    let measured = WordWrap.rows(of: lines[index], width: width)
    rows[index] = measured
    return measured
  }
}
