import TextEngine

/// What can be folded away: below a heading, an item, a callout, a fence.
extension EditorPage {
  /// How many lines up it looks for what a line belongs to.
  private static let farthest = 2_000

  /// The lines that belong below a line, or below the nearest one above that this line belongs to.
  func foldable(at line: LineNumber, in text: Rope) -> Range<LineNumber>? {
    var head = line
    let top = max(.zero, line - Self.farthest)
    while true {
      if let lines = hidden(below: head, in: text), head == line || lines.contains(line) {
        return lines
      }
      if head == top { return nil }
      head = head - 1
    }
  }

  private func hidden(below line: LineNumber, in text: Rope) -> Range<LineNumber>? {
    readColors { $0.foldable(at: line, in: text) }.flatMap { lines(of: $0.hidden, in: text) }
  }

  /// What each heading can fold: those below level 1, and once these are folded, or where there are
  /// none, all.
  func allFoldable(in text: Rope) -> [Range<LineNumber>] {
    let heads = readColors { $0.outline(in: text) }
    func lines(of heads: [OutlineEntry]) -> [Range<LineNumber>] {
      heads.compactMap { hidden(below: text.line(at: $0.range.lowerBound), in: text) }
    }
    let lower = lines(of: heads.filter { $0.level > 1 })
    let areFolded = lower.allSatisfy { hides(text.start(of: $0.lowerBound)) }
    return areFolded ? lines(of: heads) : lower
  }

  /// Without the blank lines at the end, which go on to divide what is to be seen.
  private func lines(of range: Range<ByteOffset>, in text: Rope) -> Range<LineNumber>? {
    if range.isEmpty { return nil }
    let first = text.line(at: range.lowerBound)
    var last = text.line(at: range.upperBound - 1)
    while last > first, text.content(of: last).isEmpty { last = last - 1 }
    return text.content(of: last).isEmpty ? nil : first..<last + 1
  }
}
