import Bytes
import CCmark
import Entities
import MarkdownLines

/// Reads the inlines of a paragraph, a heading or a cell from cmark's tree, including masks.
///
/// Emphasis may be nested thousands of levels deep, so the tree is walked without recursion.
struct InlineReader {
  private let masked: MaskedText
  private let embeds: Embeds
  private(set) var inlines: [NoteInline] = []
  /// The numbers of the masks that were read.
  private(set) var masks: [Int] = []
  /// The indices where the open spans begin, the innermost last.
  private var open: [Int] = []
  /// The number of bytes left of a task's or callout's sign, which are dropped from the first text.
  private var sign: Int
  /// The end of the text so far, which decides whether a tag may begin after it.
  private var before: [UInt8] = []

  init(_ block: cmark_tree, _ masked: MaskedText, _ embeds: Embeds, sign: Int) {
    (self.masked, self.embeds, self.sign) = (masked, embeds, sign)
    block.walk(&self, enter: { $0.enter($1) }, leave: { reader, _ in reader.leave() })
    for index in inlines.indices {
      // A formula with other inlines between its lines is shown as it is written.
      if case .formula(let text) = inlines[index], !Self.isWhole(text) {
        inlines[index] = .code(text, nil)
      }
    }
  }

  /// Returns the first child of nodes that are spans.
  private mutating func enter(_ node: cmark_tree) -> cmark_tree? {
    switch node.kind {
    case CMARK_KIND_TEXT: add(text: node.text)
    case CMARK_KIND_CODE: add(code: masked.restored(node.text))
    case CMARK_KIND_HTML: add(html: masked.restored(node.text))
    case CMARK_KIND_SOFT_BREAK: add(.lineBreak(isHard: false), before: [])
    case CMARK_KIND_LINE_BREAK: add(.lineBreak(isHard: true), before: [])
    case CMARK_KIND_FOOTNOTE_REFERENCE:
      let words = Array("[".utf8) + node.text + Array("]".utf8)
      add(.text(NoteText(bytes: words)), before: words)
    case CMARK_KIND_EMPHASIS: return begin(.emphasis, node)
    case CMARK_KIND_STRONG: return begin(.strong, node)
    case CMARK_KIND_STRUCK: return begin(.struck, node)
    case CMARK_KIND_LINK: return begin(.link(target: target(of: node)), node)
    case CMARK_KIND_IMAGE: return begin(.picture(target: target(of: node)), node)
    default: break
    }
    return nil
  }

  private mutating func begin(_ span: NoteSpan, _ node: cmark_tree) -> cmark_tree? {
    open.append(inlines.count)
    inlines.append(.begin(span, end: inlines.count))
    if case .struck = span { before = [Byte.tilde] }
    if let child = cmark_tree_child(node) { return child }
    leave()
    return nil
  }

  private mutating func leave() {
    guard let start = open.popLast(), case .begin(let span, _) = inlines[start] else { return }
    inlines[start] = .begin(span, end: inlines.count)
    inlines.append(.end(span))
    switch span {
    case .struck: before = [Byte.tilde]
    case .picture: before = [Byte.closing]
    case .emphasis, .strong, .link: break
    }
  }

  private mutating func add(_ inline: NoteInline, before shown: [UInt8]) {
    inlines.append(inline)
    before = shown
  }

  /// Removes a footnote's mask, which cmark takes as part of an address right before it.
  private func target(of node: cmark_tree) -> String {
    let target = Array(node.target.utf8)
    guard let sign = target.firstIndex(of: MaskedText.opening) else { return node.target }
    if let mask = MaskedText.number(in: target, at: sign), mask.number < masked.masks.count,
      case .footnote = masked.masks[mask.number]
    {
      return String(decoding: target[..<sign], as: UTF8.self)
    }
    return String(decoding: masked.restored(target), as: UTF8.self)
  }

  // MARK: - Text

  private mutating func add(text bytes: [UInt8]) {
    var index = min(sign, bytes.count)
    sign = 0
    var start = index
    var tags: [Range<Int>] = []
    while index < bytes.count {
      if bytes[index] == MaskedText.opening,
        let mask = MaskedText.number(in: bytes, at: index), mask.number < masked.masks.count
      {
        add(words: bytes[start..<index], tags)
        add(mask: mask.number)
        (index, start, tags) = (mask.end, mask.end, [])
      } else if bytes[index] == Byte.hash, mayBeginTag(bytes, index, start),
        case let tag = TagName(bytes.span, index + 1, bytes.count), tag.hasMore
      {
        tags.append((index - start)..<(tag.range.upperBound - start))
        index = tag.range.upperBound
      } else {
        index += 1
      }
    }
    add(words: bytes[start..<index], tags)
  }

  private mutating func add(words: ArraySlice<UInt8>, _ tags: [Range<Int>]) {
    if words.isEmpty { return }
    let bytes = Array(words)
    add(.text(NoteText(bytes: bytes, tags: tags)), before: bytes)
  }

  private func mayBeginTag(_ bytes: [UInt8], _ index: Int, _ start: Int) -> Bool {
    if index > start { return TagName.mayBegin(bytes.span, at: index, from: start) }
    return before.isEmpty || TagName.mayBegin(before.span, at: before.count, from: 0)
  }

  private mutating func add(mask number: Int) {
    let source = Array(masked.source(of: number))
    masks.append(number)
    switch masked.masks[number] {
    case .hidden: inlines.append(.hidden(source))
    case .beginMark: inlines.append(.beginMark)
    case .endMark: inlines.append(.endMark)
    case .beginNote: add(.beginNote, before: [Byte.opening])
    case .endNote: add(.endNote, before: [Byte.closing])
    case .formula: add(.formula(source), before: source)
    case .formulaLine: add(formulaLine: source)
    case .footnote(let label, let line):
      add(.footnote(label: label, line: line), before: [Byte.closing])
    case .wiki(let wiki): add(.wiki(wiki), before: Array(wiki.shown.utf8))
    }
  }

  /// Joins the lines of a formula, each of which is a mask.
  private mutating func add(formulaLine source: [UInt8]) {
    guard inlines.count > 1, case .lineBreak = inlines[inlines.count - 1],
      case .formula(var lines) = inlines[inlines.count - 2],
      lines.starts(with: "$$".utf8), !Self.isWhole(lines)
    else { return add(.formula(source), before: source) }
    inlines.removeLast(2)
    lines.append(Byte.lineFeed)
    lines += source
    add(.formula(lines), before: source)
  }

  private static func isWhole(_ formula: [UInt8]) -> Bool {
    let sign = formula.prefix(2).allSatisfy { $0 == Byte.dollar } ? "$$" : "$"
    return formula.count >= 2 * sign.utf8.count && formula.starts(with: sign.utf8)
      && formula.suffix(sign.utf8.count).elementsEqual(sign.utf8)
  }

  private mutating func add(code: [UInt8]) {
    add(.code(code, QueryBlock(inline: code, by: embeds.inlineSign)), before: code)
  }

  /// Adds HTML; comments are dropped and `<br>` is a line break.
  private mutating func add(html: [UInt8]) {
    if html.starts(with: "<!--".utf8) { return }
    let name = html.dropFirst().prefix { Byte.isLetter($0) }.map(Byte.lowered)
    if name.elementsEqual("br".utf8) { return add(.lineTag, before: []) }
    add(.html(html), before: html)
  }
}
