/// Lines that can be folded: below a heading, an item, a callout, a fence.
extension TextPage {
  /// The number of lines that are searched upward for the head of a fold.
  private static let farthest = 2_000

  /// Returns the foldable lines below a line, or below the nearest head whose lines include it.
  package func foldable(at line: LineNumber, in text: Rope) -> Range<LineNumber>? {
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
    highlighter.foldable(at: line, in: text).flatMap { lines(of: $0.hidden, in: text) }
  }

  /// Returns the foldable lines of the headings below level 1; of all headings if the former are folded
  /// or missing.
  package func allFoldable(in text: Rope) -> [Range<LineNumber>] {
    let heads = highlighter.outline(in: text)
    func lines(of heads: [OutlineEntry]) -> [Range<LineNumber>] {
      heads.compactMap { hidden(below: text.line(at: $0.range.lowerBound), in: text) }
    }
    let lower = lines(of: heads.filter { $0.level > 1 })
    let areFolded = lower.allSatisfy { hides(text.start(of: $0.lowerBound)) }
    return areFolded ? lines(of: heads) : lower
  }

  /// Leaves out the blank lines at the end, which still separate the visible lines.
  private func lines(of range: Range<ByteOffset>, in text: Rope) -> Range<LineNumber>? {
    if range.isEmpty { return nil }
    let first = text.line(at: range.lowerBound)
    var last = text.line(at: range.upperBound - 1)
    while last > first, text.content(of: last).isEmpty { last = last - 1 }
    return text.content(of: last).isEmpty ? nil : first..<last + 1
  }
}
