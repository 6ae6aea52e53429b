import Bytes
import Code

/// Paragraphs, headings, code and HTML.
extension UnitReader {
  func text(
    _ inlines: [NoteInline], line: Int, _ style: RunStyle, wholeLines: Bool
  ) -> UnitInlines {
    UnitInlines(inlines, line: line, lines, embeds, base: style, wholeLines: wholeLines)
  }

  mutating func readParagraph(_ block: NoteBlock, _ context: UnitContext) {
    let inline = text(block.inlines, line: block.line, context.style, wholeLines: true)
    // A paragraph with only hidden text makes no unit.
    if inline.text.isEmpty, !context.isFirst || context.depth == 0 { return }
    var unit = RenderedUnit(.text(inline.text), line: block.line)
    unit.links = inline.links
    unit.picture = picture(block.inlines)
    add(unit, context)
  }

  mutating func readHeading(_ block: NoteBlock, _ level: Int, _ context: UnitContext) {
    let style = context.style.union(.heading)
    let inline = text(block.inlines, line: block.line, style, wholeLines: false)
    var unit = RenderedUnit(.text(inline.text), line: block.line)
    unit.links = inline.links
    unit.headingLevel = level
    // Two levels are underlined; lower ones show their signs.
    let sign = String(repeating: "#", count: level) + " "
    add(
      unit,
      level > 2
        ? context.entering(RenderedRow.Run(sign, width: level + 1, [.heading, .muted])) : context)
  }

  mutating func read(html: [UInt8], line: Int, _ context: UnitContext) {
    let text = linewise(html, .muted, line: line)
    // Comments are not shown.
    if html.starts(with: "<!--".utf8), text.bytes.suffix(3).elementsEqual("-->".utf8) { return }
    add(RenderedUnit(.text(text), line: line), context)
  }

  /// Shows lines as they are. An unclosed element may reach beyond the note's lines, which are cut.
  private func linewise(_ html: [UInt8], _ style: RunStyle, line: Int) -> InlineText {
    var text = InlineText(line: line)
    let parts = html.split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
      .prefix(max(0, lines.count - line))
    for (index, words) in parts.enumerated() {
      if index > 0 {
        text.append([Byte.lineFeed], style)
        text.beginLine(line + index)
      }
      text.append(words.map { $0 == 0x09 || $0 == 0x0d ? 0x20 : $0 }, style)
    }
    text.dropBlanksAtEnd()
    return text
  }

  mutating func read(_ code: NoteCode, line: Int, _ context: UnitContext) {
    if readAnswer(to: code, line: line, context) { return }
    readSource(of: code, line: line, context)
  }

  mutating func readSource(of code: NoteCode, line: Int, _ context: UnitContext) {
    let bar = RenderedRow.Run("▎ ", width: 2, .border)
    var inner = context.entering(bar, bar)
    let first = line + (code.isFenced ? 1 : 0)
    if let name = code.language {
      add(RenderedUnit(.text(InlineText(name, .muted, line: line)), line: line), inner)
      inner.isFirst = false
    }
    let language = CodeLanguage.with(number: CodeLanguage.number(of: code.info.utf8))
    let most = max(0, lines.count - first)
    for text in CodePainter.paint(code.bytes, language, line: first, atMost: most) {
      let unit = RenderedUnit(.code(text), line: text.lines.first?.line ?? first)
      if inner.isFirst {
        // The gap belongs above the fence.
        add(unit, inner, below: line)
      } else {
        addBelow(unit, inner)
      }
      inner.isFirst = false
    }
  }
}

extension NoteCode {
  /// The first word behind its fence.
  fileprivate var language: String? {
    info.split { $0.isWhitespace || $0 == "{" || $0 == "," }.first.map(String.init)
  }
}
