import Bytes
import NoteSyntax

extension PartText {
  /// Returns the parts of a note's text, without front matter.
  static func all(
    of source: [UInt8], _ embeds: Embeds = Embeds()
  ) -> [(part: NotePart, text: PartText)] {
    var head = HeadText(source.span)
    head.skipFrontMatter()
    let start = head.position
    let line = source[..<start].reduce(0) { $1 == Byte.lineFeed ? $0 + 1 : $0 }
    var splitter = NoteSplitter(source, from: start, line: line, least: RenderedNote.partLength)
    splitter.run()
    return splitter.parts.enumerated().map { index, part in
      let next = index + 1 < splitter.parts.count ? splitter.parts[index + 1].line : .max
      let labels = splitter.definitions.footnotes.filter { (part.line..<next).contains($0.value) }
      let text = PartText(
        Array(source[part.range]), part, splitter.definitions,
        footnotes: labels.map(\.key).sorted(by: { $0.lexicographicallyPrecedes($1) }),
        embeds: embeds)
      return (part, text)
    }
  }
}
