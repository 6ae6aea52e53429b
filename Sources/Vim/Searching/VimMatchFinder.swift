import Regex
import TextEngine

/// Finds the matches of a pattern for the marks on the screen.
struct VimMatchFinder: MatchFinder {
  let pattern: VimPattern
  let key: VimPatternKey

  /// Longer lines are searched only around the part that is visible.
  private static let longest = 1 << 16
  private static let around = 1 << 12
  /// How far above the screen a match of several lines is found.
  private static let linesAbove = 50

  var name: String { pattern.name }

  func matches(
    touching range: Range<ByteOffset>, of text: Rope, within budget: RegexBudget
  ) -> [Range<ByteOffset>] {
    let subject = VimText(text, within: budget)
    let low = subject.position(of: range.lowerBound).line
    let high = subject.position(of: range.upperBound).line
    var found: [Range<ByteOffset>] = []
    var start = VimPosition(line: pattern.crossesLines ? max(0, low - Self.linesAbove) : low)
    while start.line <= high, !budget.isSpent {
      let content = text.content(of: LineNumber(start.line))
      if content.byteCount > Self.longest {
        found += pieces(of: content, near: range, of: text, within: budget)
        start = VimPosition(line: start.line + 1)
      } else {
        start = add(from: start, of: subject, to: &found)
      }
    }
    return found.filter { $0.upperBound > range.lowerBound && $0.lowerBound < range.upperBound }
  }

  /// Adds the matches in a line from a column on. Returns where the search goes on.
  private func add(
    from start: VimPosition, of text: VimText, to found: inout [Range<ByteOffset>]
  ) -> VimPosition {
    var next = VimPosition(line: start.line + 1)
    let search = VimTextSearch(text: text, pattern: pattern, wraps: false)
    // What a pattern found before it became too expensive is shown.
    try? search.eachMatch(in: start.line, from: start.column) { match in
      found.append(Self.range(of: match, in: text))
      if match.end.line > start.line { next = max(next, match.end) }
      return true
    }
    return next
  }

  /// An empty match marks the character at it.
  private static func range(of match: VimMatch, in text: VimText) -> Range<ByteOffset> {
    let start = text.offset(of: match.start)
    if match.isEmpty { return start..<text.rope.boundary(after: start) }
    // Past its line's end, a match ends at the start of the next line.
    let end =
      match.end.line > text.lastLine ? text.rope.end : text.offset(of: match.end)
    return start..<max(start, end)
  }

  /// The matches in the visible part of a long line. Those at its edges may be parts of others.
  private func pieces(
    of line: Range<ByteOffset>, near range: Range<ByteOffset>, of text: Rope,
    within budget: RegexBudget
  ) -> [Range<ByteOffset>] {
    if pattern.crossesLines { return [] }
    let low = max(line.lowerBound, range.lowerBound - min(Self.around, range.lowerBound.value))
    let high = min(line.upperBound, range.upperBound + Self.around)
    if low >= high { return [] }
    let part = VimText(text[low..<high], within: budget)
    var found: [Range<ByteOffset>] = []
    _ = add(from: VimPosition(line: 0), of: part, to: &found)
    return found.map { low + $0.lowerBound.value..<low + $0.upperBound.value }.filter {
      ($0.lowerBound > low || low == line.lowerBound)
        && ($0.upperBound < high || high == line.upperBound)
    }
  }

  func number(
    ofMatchAt offset: ByteOffset, in text: Rope, within budget: RegexBudget
  ) -> MatchNumber? {
    let subject = VimText(text, within: budget)
    let search = VimTextSearch(text: subject, pattern: pattern, wraps: false)
    let cursor = subject.position(of: offset)
    var number = MatchNumber(number: 0, count: 0)
    var line = 0
    while line <= subject.lastLine, number.count <= MatchNumber.most {
      let answer = Result { () throws(VimFailure) in
        try search.eachMatch(in: line) { match in
          number.count += 1
          if match.start <= cursor { number.number += 1 }
          return number.count <= MatchNumber.most
        }
      }
      if case .failure = answer { return nil }
      if budget.isSpent { return nil }
      line += 1
    }
    return number.number == 0 ? nil : number
  }
}

extension VimText {
  /// A text by itself.
  init(_ text: Rope, within budget: RegexBudget) {
    self.init(key: KeyText(text))
    key.budget = budget
  }
}
