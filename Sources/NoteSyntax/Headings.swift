/// Finds the first heading of a text: `# ATX`, or a paragraph underlined with `===` or `---`.
package struct Headings {
  private var text: HeadText
  /// The paragraph so far, which a line of `=` or `-` would make a heading.
  private var paragraph: [UInt8] = []
  private var fence: Line?

  package init(_ text: HeadText) {
    self.text = text
  }

  /// The heading, and where the text goes on behind it.
  package mutating func first() -> (title: [UInt8], end: Int)? {
    while let whole = text.nextLine() {
      let line = whole.trimmed
      if isFenced(line) { continue }
      if line.isEmpty {
        paragraph = []
      } else if whole.indent >= 4 {
        // Code, or the paragraph going on.
        if !paragraph.isEmpty { continueParagraph(line) }
      } else if let title = Self.atx(line) {
        paragraph = []
        if !title.isEmpty { return (title.copy, text.position) }
      } else if isUnderline(line) {
        if !paragraph.isEmpty { return (paragraph, text.position) }
      } else if Self.isOther(line) {
        paragraph = []
        skipOther()
      } else {
        continueParagraph(line)
      }
    }
    return nil
  }

  private mutating func continueParagraph(_ line: Line) {
    if !paragraph.isEmpty { paragraph.append(0x20) }
    paragraph += line.copy
  }

  private func isUnderline(_ line: Line) -> Bool {
    line.isAll(UInt8(ascii: "="), atLeast: 1) || line.isAll(UInt8(ascii: "-"), atLeast: 1)
  }

  /// Whether the line belongs to a block of code between fences, or is a fence.
  private mutating func isFenced(_ line: Line) -> Bool {
    if let fence {
      if line.isAll(fence.bytes[fence.start], atLeast: fence.run) { self.fence = nil }
      return true
    }
    guard line.starts(with: "```") || line.starts(with: "~~~") else { return false }
    fence = line
    paragraph = []
    return true
  }

  /// The words of `## Words ##`; nil where the line is no such heading.
  package static func atx(_ line: Line) -> Line? {
    guard line.first == UInt8(ascii: "#"), line.run <= 6 else { return nil }
    let rest = line.dropping(line.run)
    guard rest.isEmpty || Line.isBlank(rest.bytes[rest.start]) else { return nil }
    var words = rest.trimmed
    var end = words.end
    while end > words.start, words.bytes[end - 1] == UInt8(ascii: "#") { end -= 1 }
    // Closing marks stand apart: `# C#` keeps its own.
    if end == words.start || Line.isBlank(words.bytes[end - 1]) { words.end = end }
    return words.trimmed
  }

  /// Whether the line begins a quote, a list or a table, whose text is no paragraph of its own.
  private static func isOther(_ line: Line) -> Bool {
    switch line.first {
    case UInt8(ascii: ">"), UInt8(ascii: "|"): return true
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      return line.count == 1 || Line.isBlank(line.bytes[line.start + 1])
    default:
      var rest = line
      while let byte = rest.first, (0x30...0x39).contains(byte) { rest.start += 1 }
      return rest.start > line.start && rest.count > 1
        && (rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ")"))
        && Line.isBlank(rest.bytes[rest.start + 1])
    }
  }

  /// Lines that go on below a quote or an item without its mark still belong to it.
  private mutating func skipOther() {
    while true {
      let before = text.position
      guard let whole = text.nextLine() else { return }
      let line = whole.trimmed
      if line.isEmpty || isUnderline(line) || Self.atx(line) != nil || Self.isOther(line)
        || line.starts(with: "```") || line.starts(with: "~~~")
      {
        text.position = before
        return
      }
    }
  }
}
