import Bytes
import Cells
import Entities
import MarkdownLines
import NoteSyntax

/// Front matter as a small table: names on the left, values on the right.
enum PropertyUnits {
  /// The width at which names are cut.
  private static let widestName = 20

  static func units(
    of frontMatter: FrontMatter, in bytes: [UInt8]
  ) -> [RenderedUnit] {
    let content = FrontMatterReader.read(bytes.span, frontMatter)
    if let problem = content.problem { return raw(frontMatter, bytes, problem) }
    let names = content.properties.map { shortened($0.name) }
    let width = names.reduce(0) { max($0, Cells.width(of: $1)) } + 2
    var units: [RenderedUnit] = []
    for (index, property) in content.properties.enumerated() {
      let line = (content.lines[index].first ?? 1) - 1
      var unit = RenderedUnit(.rule, line: max(units.last?.line ?? 1, line))
      var text = InlineText(line: unit.line)
      for (number, value) in property.values.enumerated() {
        if number > 0 { text.append(", ".utf8, []) }
        append(value, to: &text, &unit.links)
      }
      if property.name.lowercased() == "kanban-plugin" { text.append(" (a board)".utf8, .muted) }
      unit.content = .text(text)
      let name = CellText.run(names[index], .muted)
      unit.prefix.first = [
        RenderedRow.Run(
          name.text + String(repeating: " ", count: width - name.width), width: width, .muted)
      ]
      unit.prefix.rest = [CellText.room(width)]
      units.append(unit)
    }
    if !units.isEmpty { units.append(RenderedUnit(.rule, line: units.last?.line ?? 0)) }
    return units
  }

  private static func shortened(_ name: String) -> String {
    let fitting = Cells.prefix(of: name, fitting: widestName)
    return fitting.isWhole
      ? fitting.text : Cells.prefix(of: name, fitting: widestName - 1).text + "…"
  }

  /// Appends a value; its links can be followed.
  private static func append(
    _ value: String, to text: inout InlineText, _ links: inout [RenderedLink]
  ) {
    let bytes = Array(value.utf8)
    var index = 0
    var start = 0
    while index + 1 < bytes.count {
      guard bytes[index] == Byte.opening, bytes[index + 1] == Byte.opening else {
        index += 1
        continue
      }
      let link = WikiLink(bytes.span, index, bytes.count)
      guard link.isLink else {
        index += 2
        continue
      }
      text.append(oneLine(bytes[start..<index]), [])
      let target = String(decoding: bytes[link.start..<link.targetEnd], as: UTF8.self)
      let words = link.bar.map { String(decoding: bytes[($0 + 1)..<link.close], as: UTF8.self) }
      let wiki = MaskedText.WikiMask(isEmbed: false, target: target, words: words)
      links.append(RenderedLink(.wiki, target))
      text.append(wiki.shown.utf8, .link, link: links.count - 1)
      index = link.end
      start = index
    }
    text.append(oneLine(bytes[start...]), [])
  }

  private static func oneLine(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.map { $0 == 0x0a || $0 == 0x0d || $0 == 0x09 ? 0x20 : $0 }
  }

  /// Shows unreadable front matter as it is written, with the problem above it.
  private static func raw(
    _ frontMatter: FrontMatter, _ bytes: [UInt8], _ problem: String
  ) -> [RenderedUnit] {
    var text = InlineText("Properties that cannot be read: \(problem)", .warning, line: 0)
    var units = [RenderedUnit(.text(text), line: 0)]
    let lines = bytes[frontMatter.inner].split(
      separator: Byte.lineFeed, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where index < 500 {
      text = InlineText(line: index + 1)
      text.append(line.map { $0 == 0x09 || $0 == 0x0d ? 0x20 : $0 }, .muted)
      text.dropBlanksAtEnd()
      units.append(RenderedUnit(.text(text), line: index + 1))
    }
    units.append(RenderedUnit(.rule, line: lines.count))
    return units
  }
}
