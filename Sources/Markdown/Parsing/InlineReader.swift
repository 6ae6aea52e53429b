import Bytes
import CCmark
import MarkdownLines

/// Makes the text of a paragraph, a heading or a cell from what stands in it.
///
/// Emphasis may be nested by the thousand: the tree is walked without recursion.
struct InlineReader {
  private let masked: MaskedText
  private let lines: LineTable
  private let root: cmark_tree
  private let embeds: Embeds
  private(set) var text: InlineText
  /// The links, behind those that there were.
  private(set) var links: [RenderedLink]
  private var line: Int
  private let base: RunStyle
  private var styles: [RunStyle] = []
  private var isMarked = false
  /// In a footnote within the text.
  private var isNote = false
  /// The line is one of a formula's, which are never joined.
  private var isFormulaLine = false
  /// The links and pictures that are open, the inner last.
  private var open: [Int] = []
  private var pictures = 0
  /// Bytes of the first text that are no part of it: a task's box.
  private var dropped: Int

  init(
    _ root: cmark_tree, _ masked: MaskedText, _ lines: LineTable, _ embeds: Embeds,
    base: RunStyle = [],
    links: [RenderedLink] = [], dropping: Int = 0
  ) {
    self.root = root
    self.masked = masked
    self.lines = lines
    self.embeds = embeds
    self.base = base
    self.links = links
    dropped = dropping
    line = root.line
    text = InlineText(line: root.line)
    read()
    text.dropBlanksAtEnd()
    text.showFields(wholeLines: root.kind == CMARK_KIND_PARAGRAPH)
  }

  private var style: RunStyle {
    var style = styles.reduce(base) { $0.union($1) }
    if isMarked { style.insert(.mark) }
    if isNote { style.insert(.muted) }
    return style
  }

  private mutating func read() {
    root.walk(&self, enter: { $0.enter($1) }, leave: { $0.leave($1) })
  }

  /// Answers with the first child, where there is more in it.
  private mutating func enter(_ node: cmark_tree) -> cmark_tree? {
    switch node.kind {
    case CMARK_KIND_TEXT: addText(node.text)
    case CMARK_KIND_CODE:
      add(code: masked.restored(node.text))
    case CMARK_KIND_HTML: addHtml(node)
    case CMARK_KIND_SOFT_BREAK: addBreak(isHard: false)
    case CMARK_KIND_LINE_BREAK: addBreak(isHard: true)
    case CMARK_KIND_FOOTNOTE_REFERENCE:
      add(Array("[".utf8) + node.text + Array("]".utf8), style)
    default: return open(node)
    }
    return nil
  }

  private mutating func open(_ node: cmark_tree) -> cmark_tree? {
    var opened: RunStyle = []
    switch node.kind {
    case CMARK_KIND_EMPHASIS: opened = .emphasis
    case CMARK_KIND_STRONG: opened = .strong
    case CMARK_KIND_STRUCK:
      opened = .struck
      add("~~".utf8, style.union([.struck, .muted]))
    case CMARK_KIND_LINK: beginLink(node)
    case CMARK_KIND_IMAGE:
      beginLink(node)
      pictures += 1
      add("[image: ".utf8, style.union(.link))
    default: break
    }
    guard let child = cmark_tree_child(node) else {
      leave(node, after: opened)
      return nil
    }
    styles.append(opened)
    return child
  }

  private mutating func beginLink(_ node: cmark_tree) {
    var target = node.target
    // A footnote's mask right behind an address was taken for a part of it.
    if let sign = target.utf8.firstIndex(of: MaskedText.opening) {
      target = String(target[..<sign])
    }
    links.append(RenderedLink(.markdown, target))
    open.append(links.count - 1)
  }

  private mutating func leave(_ node: cmark_tree) {
    styles.removeLast()
    leave(node, after: [])
  }

  private mutating func leave(_ node: cmark_tree, after opened: RunStyle) {
    switch node.kind {
    case CMARK_KIND_STRUCK: add("~~".utf8, style.union([.struck, .muted]))
    case CMARK_KIND_LINK: _ = open.popLast()
    case CMARK_KIND_IMAGE:
      // A picture without words is told by its file.
      if text.bytes.suffix(2).elementsEqual(": ".utf8), let link = open.last {
        add(links[link].target.utf8, style.union(.link))
      }
      add("]".utf8, style.union(.link))
      pictures -= 1
      _ = open.popLast()
    default: break
    }
  }

  private mutating func add(_ bytes: some Collection<UInt8>, _ style: RunStyle) {
    let link = open.last ?? -1
    text.append(bytes, link < 0 ? style : style.union(.link), link: link)
  }

  private mutating func addText(_ bytes: [UInt8]) {
    var index = min(dropped, bytes.count)
    dropped -= index
    var start = index
    while index < bytes.count {
      switch bytes[index] {
      case MaskedText.opening:
        guard let mask = MaskedText.number(in: bytes, at: index), mask.number < masked.masks.count
        else {
          index += 1
          continue
        }
        add(bytes[start..<index], style)
        add(mask: mask.number)
        index = mask.end
        // Of the blanks around what is hidden one is enough.
        if case .hidden = masked.masks[mask.number], index < bytes.count,
          Byte.isBlank(bytes[index]), text.bytes.last.map(Byte.isBlank) ?? true
        {
          index += 1
        }
        start = index
      case Byte.hash where open.isEmpty && mayBeginTag(bytes, index, start):
        let tag = TagName(bytes.span, index + 1, bytes.count)
        guard tag.hasMore else {
          index += 1
          continue
        }
        add(bytes[start..<index], style)
        start = tag.range.upperBound
        add(bytes[index..<start], style.union(.tag))
        index = start
      case 0x09:
        add(bytes[start..<index], style)
        add(" ".utf8, style)
        index += 1
        start = index
      default: index += 1
      }
    }
    add(bytes[start..<index], style)
  }

  private func mayBeginTag(
    _ bytes: [UInt8], _ index: Int, _ start: Int
  ) -> Bool {
    if index > start { return TagName.mayBegin(bytes.span, at: index, from: start) }
    let before = text.bytes
    return before.isEmpty || TagName.mayBegin(before.span, at: before.count, from: 0)
  }

  private mutating func add(mask number: Int) {
    switch masked.masks[number] {
    case .hidden: break
    case .beginMark: isMarked = true
    case .endMark: isMarked = false
    case .beginNote:
      isNote = true
      add("[".utf8, style)
    case .endNote:
      add("]".utf8, style)
      isNote = false
    case .formula:
      add(formula: masked.source(of: number))
    case .formulaLine:
      let source = masked.source(of: number)
      // An empty line of it is a line.
      add(source.isEmpty ? [0x20] : source.map { $0 == 0x09 ? 0x20 : $0 }, style.union(.code))
      isFormulaLine = true
    case .footnote(let label, let line):
      links.append(RenderedLink(.footnote(line: line), label))
      text.append("[\(label)]".utf8, style.union(.link), link: links.count - 1)
    case .wiki(let wiki):
      links.append(RenderedLink(.wiki, wiki.target))
      text.append(wiki.shown.utf8, style.union(.link), link: links.count - 1)
    }
  }

  /// Within a line as it reads; between two signs on either side, or where it says what no line can,
  /// as it is written.
  private mutating func add(formula source: ArraySlice<UInt8>) {
    if source.dropFirst().first != Byte.dollar,
      let text = FormulaText.readable(
        String(decoding: source.dropFirst().dropLast(), as: UTF8.self))
    {
      return add(text.utf8, style.union(.code))
    }
    add(source.map { $0 == 0x09 ? 0x20 : $0 }, style.union(.code))
  }

  private mutating func addHtml(_ node: cmark_tree) {
    let html = masked.restored(node.text)
    // Comments say nothing, and breaks are what they are.
    if html.starts(with: "<!--".utf8) { return }
    let name = html.dropFirst().prefix { Byte.isLetter($0) }.map(Byte.lowered)
    if name.elementsEqual("br".utf8) {
      text.append("\n".utf8, style)
      return
    }
    add(html.map { $0 == 0x0a || $0 == 0x09 ? 0x20 : $0 }, style.union(.muted))
  }

  /// An expression of Dataview's is shown as what it comes to.
  private mutating func add(code: [UInt8]) {
    let answer = InlineQueries.block(code, by: embeds.inlineSign).flatMap { embeds.answers[$0] }
    if answer?.showsSource ?? true {
      add(code.map { $0 == 0x0a || $0 == 0x09 ? 0x20 : $0 }, style.union(.code))
    }
    if InlineQueries.isScript(code) { add(" (JavaScript, not run)".utf8, style.union(.muted)) }
    guard let answer else { return }
    if answer.showsSource { add(" ".utf8, style) }
    guard case .text(let own)? = answer.note.parts.first?.units.first?.content else { return }
    let count = links.count
    links += answer.note.parts.first?.units.first?.links ?? []
    text.append(own, adding: style) { $0 < 0 ? open.last ?? -1 : $0 + count }
  }

  private mutating func addBreak(isHard: Bool) {
    let keeps = isHard || isFormulaLine || !lines.wasWrapped(line)
    isFormulaLine = false
    line += 1
    if text.bytes.isEmpty || text.bytes.last == 0x0a {
      // What was hidden had a line of its own.
    } else {
      text.append([keeps && pictures == 0 ? 0x0a : 0x20], base)
    }
    text.beginLine(line)
  }
}

extension MaskedText.WikiMask {
  private static let pictures: Set<String> = [
    "png", "jpg", "jpeg", "gif", "svg", "webp", "bmp", "avif",
  ]

  /// Whether it shows a picture, by its file's name.
  var isPicture: Bool {
    guard isEmbed, let dot = target.lastIndex(of: ".") else { return false }
    return Self.pictures.contains(target[target.index(after: dot)...].lowercased())
  }

  /// What stands for it: `Target › Part`.
  var shown: String {
    if isPicture { return "[image: \(target)]" }
    if let words { return words }
    let parts = target.split(separator: "#", omittingEmptySubsequences: true)
    return parts.joined(separator: " › ")
  }
}
