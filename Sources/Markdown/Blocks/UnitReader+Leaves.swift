import Bytes
import CCmark
import Code

/// Paragraphs, headings, code and HTML.
extension UnitReader {
  mutating func readParagraph(_ block: cmark_tree, _ context: UnitContext) {
    if let embed = soleEmbed(of: block), readEmbed(embed, line: block.line, context) { return }
    let inline = InlineReader(block, masked, lines, embeds, base: context.style)
    // Text that hides all of itself is nothing.
    if inline.text.isEmpty, !context.isFirst || context.depth == 0 { return }
    var unit = RenderedUnit(.text(inline.text), line: block.line)
    unit.links = inline.links
    unit.picture = solePicture(of: block)
    add(unit, context)
  }

  mutating func readHeading(_ block: cmark_tree, _ context: UnitContext) {
    let level = Int(cmark_tree_level(block))
    let inline = InlineReader(block, masked, lines, embeds, base: context.style.union(.heading))
    var unit = RenderedUnit(.text(inline.text), line: block.line)
    unit.links = inline.links
    unit.headingLevel = level
    // Two levels are underlined; below them the signs tell.
    let sign = String(repeating: "#", count: level) + " "
    add(
      unit,
      level > 2
        ? context.entering(RenderedRow.Run(sign, width: level + 1, [.heading, .muted])) : context)
  }

  mutating func readHtml(_ block: cmark_tree, _ context: UnitContext) {
    let html = masked.restored(block.text)
    let text = linewise(html, .muted, line: block.line)
    // A comment says nothing to who reads.
    if html.starts(with: "<!--".utf8), text.bytes.suffix(3).elementsEqual("-->".utf8) { return }
    add(RenderedUnit(.text(text), line: block.line), context)
  }

  /// Lines as they are; what was never closed takes those with it that are none of the note.
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

  mutating func readCode(_ block: cmark_tree, _ context: UnitContext) {
    let code = masked.restored(block.text)
    if cmark_tree_is_fenced(block) != 0, readAnswer(to: block, code, context) { return }
    readSource(of: block, code, context)
  }

  mutating func readSource(of block: cmark_tree, _ code: [UInt8], _ context: UnitContext) {
    let isFenced = cmark_tree_is_fenced(block) != 0
    var inner = context.entering(RenderedRow.Run("  ", width: 2))
    let first = block.line + (isFenced ? 1 : 0)
    let language = CodeLanguage.with(number: CodeLanguage.number(of: block.target.utf8))
    let most = max(0, lines.count - first)
    for text in CodePainter.paint(code, language, line: first, atMost: most) {
      let unit = RenderedUnit(.code(text), line: text.lines.first?.line ?? first)
      if inner.isFirst {
        // The empty line stands above the fence.
        add(unit, inner, below: block.line)
      } else {
        addBelow(unit, inner)
      }
      inner.isFirst = false
    }
  }
}

extension LineTable {
  /// What stands between the blanks of a line.
  func words(of line: Int) -> [ArraySlice<UInt8>] {
    text(of: line).split(whereSeparator: Byte.isBlank)
  }
}
