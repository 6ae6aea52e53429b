import TextEngine

/// What can be folded away: the lines below a heading, up to the next one that is no smaller.
extension EditorPage {
  /// More lines are not looked through for a heading's end.
  private static let mostHeadings = 20_000

  /// The lines that belong to the heading that a line is, or is below of.
  func foldable(at line: LineNumber, in text: Rope) -> Range<LineNumber>? {
    var first: LineNumber? = line
    while let next = first {
      if let heading = heading(at: next, in: text) { return lines(below: heading, in: text) }
      first = lineWithMark(before: next, in: text)
    }
    return nil
  }

  private func lineWithMark(before line: LineNumber, in text: Rope) -> LineNumber? {
    if line == .zero { return nil }
    let start = text.start(of: line)
    let search = LiteralSearch(Array("\n#".utf8))
    if let match = search?.last(in: text, range: .zero..<start) { return text.line(at: match.upperBound) }
    return .zero
  }

  private func lines(below heading: Outline.Heading, in text: Rope) -> Range<LineNumber>? {
    var end = text.lastLine + 1
    // An empty last line is no line to hide.
    if text.content(of: text.lastLine).isEmpty { end = text.lastLine }
    var line = Outline.line(after: heading.line, in: text)
    var looked = 0
    while let next = line, looked < Self.mostHeadings {
      if let other = self.heading(at: next, in: text), other.level <= heading.level {
        end = next
        break
      }
      line = Outline.line(after: next, in: text)
      looked += 1
    }
    // Blank lines before the next heading stay between the two.
    while end - 1 > heading.line, text.content(of: end - 1).isEmpty { end = end - 1 }
    return end > heading.line + 1 ? heading.line + 1..<end : nil
  }

  /// What each heading of the highest level that there is can fold.
  func allFoldable(in text: Rope) -> [Range<LineNumber>] {
    var ranges: [Range<LineNumber>] = []
    var line: LineNumber? = .zero
    while let next = line, ranges.count < Self.mostHeadings {
      if let heading = heading(at: next, in: text), let lines = lines(below: heading, in: text) {
        ranges.append(lines)
      }
      line = Outline.line(after: next, in: text)
    }
    return ranges
  }
}
