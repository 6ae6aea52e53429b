import Bytes
import Entities

/// Makes the text of a paragraph, a heading or a cell from its inlines.
struct UnitInlines {
  private let lines: LineTable
  private let embeds: Embeds
  private(set) var text: InlineText
  /// The links so far, including those that `init` got.
  private(set) var links: [RenderedLink]
  private var line: Int
  private let base: RunStyle
  /// The styles of the open spans, each combined with the styles around it.
  private var styles: [RunStyle] = []
  private var isMarked = false
  /// Whether this is within an inline footnote.
  private var isNote = false
  /// Whether this is a line of a formula; those are never joined.
  private var isFormulaLine = false
  /// The open links and pictures, the innermost last.
  private var open: [Int] = []
  private var pictures = 0

  /// `wholeLines`: a whole line may be a field.
  init(
    _ inlines: [NoteInline], line: Int, _ lines: LineTable, _ embeds: Embeds, base: RunStyle = [],
    links: [RenderedLink] = [], wholeLines: Bool = false
  ) {
    (self.lines, self.embeds, self.base, self.links) = (lines, embeds, base, links)
    self.line = line
    text = InlineText(line: line)
    var isBehindHidden = false
    for inline in inlines {
      add(inline, isBehindHidden: isBehindHidden)
      if case .hidden = inline { isBehindHidden = true } else { isBehindHidden = false }
    }
    text.dropBlanksAtEnd()
    text.showFields(wholeLines: wholeLines)
  }

  private var style: RunStyle {
    var style = styles.last ?? base
    if isMarked { style.insert(.mark) }
    if isNote { style.insert(.muted) }
    return style
  }

  private mutating func add(_ inline: NoteInline, isBehindHidden: Bool) {
    switch inline {
    case .text(let words): add(words, isBehindHidden: isBehindHidden)
    case .hidden: break
    case .code(let code, let query): add(code: code, query)
    case .html(let html): add(Self.onOneLine(html), style.union(.muted))
    case .lineBreak(let isHard): addBreak(isHard: isHard)
    case .lineTag: text.append("\n".utf8, style)
    case .formula(let source): add(formula: source)
    case .footnote(let label, let line):
      add(RenderedLink(.footnote(line: line), label), "[\(label)]")
    case .wiki(let wiki): add(RenderedLink(.wiki, wiki.target), wiki.shown)
    case .beginMark: isMarked = true
    case .endMark: isMarked = false
    case .beginNote:
      isNote = true
      add("[".utf8, style)
    case .endNote:
      add("]".utf8, style)
      isNote = false
    case .begin(let span, _): begin(span)
    case .end(let span): end(span)
    }
  }

  private mutating func begin(_ span: NoteSpan) {
    var opened: RunStyle = []
    switch span {
    case .emphasis: opened = .emphasis
    case .strong: opened = .strong
    case .struck:
      opened = .struck
      add("~~".utf8, style.union([.struck, .muted]))
    case .link(let target): beginLink(target)
    case .picture(let target):
      beginLink(target)
      pictures += 1
      add("[image: ".utf8, style.union(.link))
    }
    styles.append((styles.last ?? base).union(opened))
  }

  private mutating func beginLink(_ target: String) {
    links.append(RenderedLink(.markdown, target))
    open.append(links.count - 1)
  }

  private mutating func end(_ span: NoteSpan) {
    styles.removeLast()
    switch span {
    case .emphasis, .strong: break
    case .struck: add("~~".utf8, style.union([.struck, .muted]))
    case .link: _ = open.popLast()
    case .picture:
      // A picture without a description shows its file's name.
      if text.bytes.suffix(2).elementsEqual(": ".utf8), let link = open.last {
        add(links[link].target.utf8, style.union(.link))
      }
      add("]".utf8, style.union(.link))
      pictures -= 1
      _ = open.popLast()
    }
  }

  private mutating func add(_ bytes: some Collection<UInt8>, _ style: RunStyle) {
    let link = open.last ?? -1
    text.append(bytes, link < 0 ? style : style.union(.link), link: link)
  }

  /// Adds a link whose words need no further inlines.
  private mutating func add(_ link: RenderedLink, _ words: String) {
    links.append(link)
    text.append(words.utf8, style.union(.link), link: links.count - 1)
  }

  private mutating func add(_ words: NoteText, isBehindHidden: Bool) {
    var words = words
    if !open.isEmpty { words.tags = [] }
    // One of the blanks around hidden text is enough.
    let isBlankBefore = isBehindHidden && text.bytes.last.map(Byte.isBlank) ?? true
    var dropped = isBlankBefore && words.bytes.first.map(Byte.isBlank) ?? false ? 1 : 0
    let (plain, tag) = (style, style.union(.tag))
    for piece in words.pieces {
      add(Self.withoutTabs(piece.bytes.dropFirst(dropped)), piece.isTag ? tag : plain)
      dropped = 0
    }
  }

  private static func withoutTabs(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.contains(0x09) ? ArraySlice(bytes.map { $0 == 0x09 ? Byte.space : $0 }) : bytes
  }

  private static func onOneLine(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { $0 == Byte.lineFeed || $0 == 0x09 ? Byte.space : $0 }
  }

  /// Shows a formula within a line in readable form. A formula between `$$`, and one that a line of
  /// text cannot express, is shown as it is written.
  private mutating func add(formula source: [UInt8]) {
    if source.dropFirst().first != Byte.dollar,
      let text = FormulaText.readable(
        String(decoding: source.dropFirst().dropLast(), as: UTF8.self))
    {
      return add(text.utf8, style.union(.code))
    }
    let parts = source.split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      isFormulaLine = parts.count > 1
      if index > 0 { addBreak(isHard: false) }
      // An empty line of a formula stays a line.
      add(part.isEmpty ? [Byte.space] : Self.withoutTabs(part), style.union(.code))
    }
    isFormulaLine = parts.count > 1
  }

  /// Shows a Dataview expression as its value.
  private mutating func add(code: [UInt8], _ query: QueryBlock?) {
    let answer = embeds.answers[query]
    if answer?.showsSource ?? true { add(Self.onOneLine(code), style.union(.code)) }
    if QueryBlock.isScript(code) { add(" (JavaScript, not run)".utf8, style.union(.muted)) }
    guard let answer else { return }
    if answer.showsSource { add(" ".utf8, style) }
    guard let unit = answer.units.first, case .text(let own) = unit.content else { return }
    let count = links.count
    links += unit.links
    text.append(own, adding: style) { $0 < 0 ? open.last ?? -1 : $0 + count }
  }

  private mutating func addBreak(isHard: Bool) {
    let isLine = isHard || isFormulaLine || !lines.wasWrapped(line)
    isFormulaLine = false
    line += 1
    if text.bytes.isEmpty || text.bytes.last == Byte.lineFeed {
      // The line had only hidden text.
    } else {
      text.append([isLine && pictures == 0 ? Byte.lineFeed : Byte.space], base)
    }
    text.beginLine(line)
  }
}
