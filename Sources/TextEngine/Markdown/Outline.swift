/// The headings of a text.
package struct Outline {
  package struct Heading: Equatable, Sendable {
    package var line: LineNumber
    package var level: Int
    package var title: String
  }

  package private(set) var headings: [Heading] = []

  /// The number of bytes after which a heading is cut.
  private static let longest = 300

  package static func of(_ text: Rope) -> Outline {
    var highlighter = Highlighter(for: text)
    while !highlighter.advance(in: text, budget: 1 << 22).isFinished {}
    var outline = Outline()
    outline.headings = highlighter.outline(in: text).map { entry in
      let words = entry.words
      let end = min(words.upperBound, words.lowerBound + longest)
      return Heading(
        line: text.line(at: entry.range.lowerBound), level: entry.level,
        title: String(decoding: text.bytes(in: words.lowerBound..<end), as: UTF8.self))
    }
    return outline
  }

  /// Finds the heading that a link names with `#One#Two`: the last one, preferably below the others.
  package func heading(named written: String) -> Heading? {
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
