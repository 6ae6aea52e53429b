import MarkdownLines

/// Headings. In a quote, an item or a footnote they are none of the note's.
extension ScanPass {
  /// `## Words ##`.
  mutating func readHeading(_ level: Int, _ text: TextLine) {
    let words = LineSigns.headingWords(bytes, text.start + level, text.stop)
    if !words.isEmpty { addHeading(level, words, text.line) }
    readAlone(TextLine(start: words.lowerBound, stop: text.stop, line: text.line))
  }

  /// The line underlines the paragraph above.
  mutating func closeHeading(_ level: Int) {
    if let first = paragraph.first, let last = paragraph.last {
      addHeading(level, first.start..<last.stop, first.line)
    }
    endParagraph()
  }

  private mutating func addHeading(_ level: Int, _ words: Range<Int>, _ line: Int) {
    guard blocks.containers.isEmpty, scan.headings.count < NoteScan.most else { return }
    scan.headings.append(NoteScan.Heading(level: level, text: words, line: line))
  }
}
