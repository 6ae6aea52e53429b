import TextEngine

/// The headings of a text that begin with `#`, but for those in code.
struct Outline {
  struct Heading: Equatable, Sendable {
    var line: LineNumber
    var level: Int
    var title: String
  }

  private(set) var headings: [Heading] = []

  /// Longer headings are cut.
  private static let longest = 300

  static func of(_ text: Rope) -> Outline {
    var highlighter = Highlighter(for: text)
    while !highlighter.advance(in: text, budget: 1 << 22).isFinished {}
    var outline = Outline()
    var line: LineNumber? = .zero
    while let next = line {
      if let heading = heading(at: next, in: text, highlighter: &highlighter) {
        outline.headings.append(heading)
      }
      line = Self.line(after: next, in: text)
    }
    return outline
  }

  /// The next line that begins with `#`.
  static func line(after line: LineNumber, in text: Rope) -> LineNumber? {
    let start = text.content(of: line).upperBound
    guard start < text.end, let search = LiteralSearch(Array("\n#".utf8)),
      let match = search.first(in: text, range: start..<text.end)
    else { return nil }
    return text.line(at: match.upperBound)
  }

  static func heading(
    at line: LineNumber, in text: Rope, highlighter: inout Highlighter
  ) -> Heading? {
    let content = text.content(of: line)
    let bytes = text.bytes(
      in: content.lowerBound..<min(content.upperBound, content.lowerBound + longest))
    let level = bytes.prefix { $0 == UInt8(ascii: "#") }.count
    guard (1...6).contains(level) else { return nil }
    let spans = highlighter.spans(of: content.lowerBound..<content.lowerBound + 1, in: text)
    guard spans.contains(where: { $0.kinds.contains(.heading(level)) }) else { return nil }
    let title = String(decoding: bytes.dropFirst(level), as: UTF8.self)
    let words = title.drop { $0 == " " || $0 == "\t" }
    return Heading(line: line, level: level, title: trimmed(words))
  }

  private static func trimmed(_ title: Substring) -> String {
    var title = title
    while let last = title.last, last == " " || last == "\t" || last == "#" { title.removeLast() }
    return String(title)
  }

  /// What a link's `#One#Two` means: the last one, below the others where there are several.
  func heading(named written: String) -> Heading? {
    let names = written.split(separator: "#").map { $0.lowercased() }
    guard let wanted = names.last else { return nil }
    let fitting = headings.indices.filter { headings[$0].title.lowercased() == wanted }
    let best = fitting.first { index in
      var level = headings[index].level
      var rest = names.dropLast()[...]
      for above in headings[..<index].reversed() where above.level < level {
        level = above.level
        if above.title.lowercased() == rest.last { rest.removeLast() }
      }
      return rest.isEmpty
    }
    return (best ?? fitting.first).map { headings[$0] }
  }
}
