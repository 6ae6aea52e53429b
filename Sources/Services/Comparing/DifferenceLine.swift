/// One line of a difference as a person reads it.
package struct DifferenceLine: Equatable, Sendable {
  package enum Kind: Sendable {
    case same, removed, added
    /// Lines were left out here; the text says how many.
    case gap
  }

  package var kind: Kind
  /// Without its ending; bytes that are no UTF-8 show as U+FFFD.
  package var text: String

  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}

extension LineDifference {
  /// How many lines differ: those that were replaced count once.
  package static func count(between old: [UInt8], _ new: [UInt8]) -> Int {
    between(old, new).reduce(0) { $0 + max($1.old.count, $1.new.count) }
  }

  /// The lines that differ with some of those around them, at most `limit` in all.
  package static func listing(
    of old: TextLines, _ new: TextLines, around context: Int = 2, limit: Int = 5000
  ) -> [DifferenceLine] {
    var lines: [DifferenceLine] = []
    var shown = 0
    func leaveOut(upTo line: Int) {
      let count = line - shown
      if count > 0 { lines.append(DifferenceLine(.gap, count == 1 ? "1 line" : "\(count) lines")) }
      shown = line
    }
    func show(_ range: Range<Int>, of text: TextLines, as kind: DifferenceLine.Kind) {
      for line in range {
        lines.append(DifferenceLine(kind, String(decoding: text.text(of: line), as: UTF8.self)))
      }
    }
    let hunks = between(old, new)
    for (index, hunk) in hunks.enumerated() {
      if lines.count >= limit { break }
      leaveOut(upTo: max(shown, hunk.old.lowerBound - context))
      show(shown..<hunk.old.lowerBound, of: old, as: .same)
      show(hunk.old.prefix(limit), of: old, as: .removed)
      show(hunk.new.prefix(limit), of: new, as: .added)
      let next = index + 1 < hunks.count ? hunks[index + 1].old.lowerBound : old.count
      shown = min(hunk.old.upperBound + context, next)
      show(hunk.old.upperBound..<shown, of: old, as: .same)
    }
    leaveOut(upTo: old.count)
    if lines.count > limit {
      lines.removeLast(lines.count - limit)
      lines.append(DifferenceLine(.gap, "and more"))
    }
    return lines
  }
}
