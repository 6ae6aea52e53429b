/// A part of a line between two signs, with them and without.
struct VimSpan: Equatable {
  var outer: Range<Int>
  var inner: Range<Int>
}

enum VimSpans {
  /// Between runs of a sign that are as long as each other, text next to each on the inside.
  static func marked(_ line: [UInt8], by sign: UInt8) -> [VimSpan] {
    var spans: [VimSpan] = []
    var open: [Range<Int>] = []
    for run in runs(line, of: sign) {
      let before = run.lowerBound == 0 ? nil : line[run.lowerBound - 1]
      let after = run.upperBound == line.count ? nil : line[run.upperBound]
      let match = open.lastIndex { $0.count == run.count && $0.upperBound < run.lowerBound }
      if let before, !isBlank(before), let match {
        let start = open[match]
        spans.append(
          VimSpan(
            outer: start.lowerBound..<run.upperBound, inner: start.upperBound..<run.lowerBound))
        open.removeSubrange(match...)
      } else if let after, !isBlank(after) {
        open.append(run)
      }
    }
    return spans.sorted { $0.outer.lowerBound < $1.outer.lowerBound }
  }

  /// `[[…]]`.
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

  /// Runs of a sign, without those behind a backslash.
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

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
