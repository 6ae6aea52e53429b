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
    return splitter.texts(of: source, embeds)
  }
}

extension NoteSplitter {
  /// The parts with their texts. A text that is known is not read again.
  func texts(
    of source: [UInt8], _ embeds: Embeds, known: ([UInt8], NotePart) -> PartText? = { _, _ in nil }
  ) -> [(part: NotePart, text: PartText)] {
    parts.enumerated().map { index, part in
      let bytes = Array(source[part.range])
      if let text = known(bytes, part) { return (part, text) }
      let next = index + 1 < parts.count ? parts[index + 1].line : .max
      let labels = definitions.footnotes.filter { (part.line..<next).contains($0.value) }
      let text = PartText(
        bytes, part, definitions,
        footnotes: labels.map(\.key).sorted(by: { $0.lexicographicallyPrecedes($1) }),
        embeds: embeds)
      return (part, text)
    }
  }
}
