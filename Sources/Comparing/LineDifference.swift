/// Lines of an old text that others took the place of in a new one. Lines are counted from 0;
/// either side may be empty.
package struct Hunk: Hashable, Sendable {
  package var old: Range<Int>
  package var new: Range<Int>

  package init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }
}

/// What makes one text of another, line by line.
///
/// ```swift
/// let hunks = LineDifference.between(saved, typed)
/// let added = hunks.reduce(0) { $0 + $1.new.count }
/// ```
package enum LineDifference {
  /// The lines to replace, from the top down; between two hunks stands at least one equal line.
  /// As few as can be found in bounded time: texts without end in common are one large hunk.
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

  /// The new text again, made of the old one.
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
