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
    if !TableGrid.hasBar(line) { return [] }
    return TableGrid.cells(line).map { cell in
      let empty = min(cell.outer.lowerBound + 1, cell.range.upperBound)
      return VimSpan(outer: cell.outer, inner: cell.range.isEmpty ? empty..<empty : cell.range)
    }
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
