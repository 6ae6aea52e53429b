import TextEngine

/// A part of a line between two signs, with and without them.
struct VimSpan: Equatable {
  var outer: Range<Int>
  var inner: Range<Int>
}

enum VimSpans {
  /// Returns the spans between runs of a sign of equal length that have text directly inside.
  static func marked(_ line: [UInt8], by sign: UInt8) -> [VimSpan] {
    var spans: [VimSpan] = []
    var open: [Range<Int>] = []
    for run in runs(line, of: sign) {
      let before = run.lowerBound == 0 ? nil : line[run.lowerBound - 1]
      let after = run.upperBound == line.count ? nil : line[run.upperBound]
      let match = open.lastIndex { $0.count == run.count && $0.upperBound < run.lowerBound }
      if let before, !before.isSpaceOrTab, let match {
        let start = open[match]
        spans.append(
          VimSpan(
            outer: start.lowerBound..<run.upperBound, inner: start.upperBound..<run.lowerBound))
        open.removeSubrange(match...)
      } else if let after, !after.isSpaceOrTab {
        open.append(run)
      }
    }
    return spans.sorted { $0.outer.lowerBound < $1.outer.lowerBound }
  }

  /// Returns the spans of `[[…]]`.
  static func links(_ line: [UInt8]) -> [VimSpan] {
    var spans: [VimSpan] = []
    var start: Int?
    var column = 0
    while column + 1 < line.count {
      if line[column] == UInt8(ascii: "["), line[column + 1] == UInt8(ascii: "[") {
        start = column
        column += 2
      } else if line[column] == UInt8(ascii: "]"), line[column + 1] == UInt8(ascii: "]"),
        let begin = start
      {
        spans.append(VimSpan(outer: begin..<column + 2, inner: begin + 2..<column))
        start = nil
        column += 2
      } else {
        column += 1
      }
    }
    return spans
  }

  /// Returns the cells of a table row: with the bar after each, which the last may lack, and their
  /// text alone. A bar after a backslash is text.
  static func cells(_ line: [UInt8]) -> [VimSpan] {
    let bar = UInt8(ascii: "|")
    let bars = runs(line, of: bar).flatMap(Array.init)
    guard let first = bars.first else { return [] }
    // Text before the first bar is a cell too.
    let leads = line[..<first].allSatisfy { $0.isSpaceOrTab || $0 == UInt8(ascii: ">") }
    var spans: [VimSpan] = []
    var start = leads ? first + 1 : 0
    for bar in bars where bar >= start {
      spans.append(VimSpan(outer: start..<bar + 1, inner: trimmed(line, start..<bar)))
      start = bar + 1
    }
    if !line[start...].allSatisfy(\.isSpaceOrTab) {
      spans.append(VimSpan(outer: start..<line.count, inner: trimmed(line, start..<line.count)))
    }
    return spans
  }

  /// Returns a range without the blanks at both ends; if all are blank, the index after the first.
  private static func trimmed(_ line: [UInt8], _ range: Range<Int>) -> Range<Int> {
    guard let start = line[range].firstIndex(where: { !$0.isSpaceOrTab }),
      let last = line[range].lastIndex(where: { !$0.isSpaceOrTab })
    else {
      let index = min(range.lowerBound + 1, range.upperBound)
      return index..<index
    }
    return start..<last + 1
  }

  /// Returns runs of a sign, without those after a backslash.
  private static func runs(_ line: [UInt8], of sign: UInt8) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var column = 0
    while column < line.count {
      if line[column] == UInt8(ascii: "\\") {
        column += 2
      } else if line[column] == sign {
        let start = column
        while column < line.count, line[column] == sign { column += 1 }
        runs.append(start..<column)
      } else {
        column += 1
      }
    }
    return runs
  }
}
