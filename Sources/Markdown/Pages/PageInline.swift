import Bytes
import CCmark
import MarkdownLines

/// Writes what is in a paragraph, a heading or a cell.
///
/// Emphasis may be nested by the thousand: the tree is walked without recursion. What masks mark may
/// begin in one element and end in another, so each stretch of text is marked by itself.
struct PageInline {
  private let masked: MaskedText
  private let embeds: Embeds
  private let context: PageContext
  private(set) var page = PageText()
  private var isMarked = false
  private var isNote = false
  /// What closes the elements that are open.
  private var closers: [String] = []
  /// Elements of the note's own that are open, and how many of ours are around each.
  private var elements: [(name: String, depth: Int)] = []
  private var links = 0
  /// Of a picture only the words are told.
  private var alt: [UInt8]?
  private var pictureDepth = 0
  private var dropped = 0
  /// Whether a tag may begin here.
  private var isBlankBefore = true
  /// Of a formula that takes several lines, those so far.
  private var formula: [UInt8] = []

  init(_ masked: MaskedText, _ embeds: Embeds, _ context: PageContext) {
    (self.masked, self.embeds, self.context) = (masked, embeds, context)
  }

  /// All of a block, or those of its parts, without the first bytes of the first text.
  static func text(
    of nodes: some Sequence<cmark_tree>, dropping: Int = 0, _ masked: MaskedText,
    _ embeds: Embeds, _ context: PageContext
  ) -> PageText {
    var inline = PageInline(masked, embeds, context)
    inline.dropped = dropping
    for node in nodes { inline.read(node) }
    inline.endFormula()
    inline.closeElements(downTo: 0)
    return inline.page
  }

  private mutating func read(_ top: cmark_tree) {
    guard enter(top) != nil else { return }
    top.walk(&self, enter: { $0.enter($1) }, leave: { $0.leave($1) })
    leave(top)
  }

  private mutating func put(_ markup: String) { if alt == nil { page.add(markup) } }

  private mutating func put(text: some BidirectionalCollection<UInt8>) {
    if text.isEmpty { return }
    isBlankBefore = text.last.map { Byte.isBlank($0) || $0 == Byte.lineFeed } ?? true
    if alt != nil {
      alt? += text
      return
    }
    if isMarked { page.add("<mark>") }
    if isNote { page.add("<small>") }
    page.add(text: text)
    if isNote { page.add("</small>") }
    if isMarked { page.add("</mark>") }
  }

  /// Answers with the first child, where there is more in it.
  private mutating func enter(_ node: cmark_tree) -> cmark_tree? {
    switch node.kind {
    case CMARK_KIND_TEXT: add(text: node.text)
    case CMARK_KIND_CODE: add(code: masked.restored(node.text))
    case CMARK_KIND_HTML: add(html: masked.restored(node.text), node)
    case CMARK_KIND_SOFT_BREAK, CMARK_KIND_LINE_BREAK:
      if !formula.isEmpty {
        formula.append(Byte.lineFeed)
        return nil
      }
      // A line of a note is a line of its page, as in the preview.
      put(alt == nil ? "<br />\n" : "")
      isBlankBefore = true
    case CMARK_KIND_FOOTNOTE_REFERENCE:
      put(text: Array("[".utf8) + node.text + Array("]".utf8))
    default:
      open(node)
      if let child = cmark_tree_child(node) { return child }
      leave(node)
    }
    return nil
  }

  private mutating func open(_ node: cmark_tree) {
    switch node.kind {
    case CMARK_KIND_EMPHASIS: begin("em")
    case CMARK_KIND_STRONG: begin("strong")
    case CMARK_KIND_STRUCK: begin("del")
    case CMARK_KIND_LINK: beginLink(PageLink(.markdown, address(of: node)))
    case CMARK_KIND_IMAGE:
      pictureDepth += 1
      if pictureDepth == 1 { alt = [] }
      closers.append("")
    default: closers.append("")
    }
  }

  private mutating func begin(_ name: String) {
    put("<\(name)>")
    closers.append("</\(name)>")
  }

  private mutating func leave(_ node: cmark_tree) {
    closeElements(downTo: closers.count)
    let closer = closers.popLast() ?? ""
    if node.kind == CMARK_KIND_IMAGE {
      pictureDepth -= 1
      if pictureDepth == 0, let words = alt {
        alt = nil
        addPicture(PageLink(.markdown, address(of: node), isEmbed: true), words)
      }
      return
    }
    if closer == "</a>" { links -= 1 }
    put(closer)
  }

  /// A footnote's mask right behind an address was taken for a part of it.
  private func address(of node: cmark_tree) -> String {
    let target = Array(node.target.utf8)
    guard let sign = target.firstIndex(of: MaskedText.opening) else { return node.target }
    if let mask = MaskedText.number(in: target, at: sign), mask.number < masked.masks.count,
      case .footnote = masked.masks[mask.number]
    {
      return String(decoding: target[..<sign], as: UTF8.self)
    }
    return String(decoding: masked.restored(target), as: UTF8.self)
  }

  /// No link stands within another.
  private mutating func beginLink(_ link: PageLink) {
    guard links == 0, alt == nil, let opener = PageText.link(to: context.target(link)) else {
      return closers.append("")
    }
    links += 1
    page.add(opener)
    closers.append("</a>")
  }

  private mutating func addLink(_ link: PageLink, _ words: [UInt8], class name: String? = nil) {
    beginLink(link)
    let closer = closers.popLast() ?? ""
    if closer.isEmpty, let name { put("<span class=\"\(name)\">") }
    put(text: words)
    put(closer.isEmpty && name != nil ? "</span>" : closer)
    if closer == "</a>" { links -= 1 }
  }

  /// `a picture|250` says how wide it is.
  private mutating func addPicture(_ link: PageLink, _ words: [UInt8]) {
    let parts = words.split(separator: Byte.bar, omittingEmptySubsequences: false)
    let size = parts.last.flatMap(Self.size)
    var shown = size == nil ? words : Array(words.dropLast(parts.last?.count ?? 0))
    if size != nil, shown.last == Byte.bar { shown.removeLast() }
    if shown.isEmpty { shown = Array(link.target.utf8) }
    guard case .picture(let address) = context.target(link) else { return addLink(link, shown) }
    page.add("<img")
    page.add("src", attribute: address.utf8)
    page.add("alt", attribute: shown)
    if let size {
      page.add(" width=\"\(size.width)\"")
      if let height = size.height { page.add(" height=\"\(height)\"") }
    }
    page.add(" />")
  }

  /// `250` or `250x100`.
  private static func size(_ written: some Collection<UInt8>) -> (width: Int, height: Int?)? {
    let parts = String(decoding: written, as: UTF8.self).split(
      separator: "x", omittingEmptySubsequences: false)
    guard let width = parts.first.flatMap({ Int($0) }), (1...9999).contains(width) else {
      return nil
    }
    if parts.count == 1 { return (width, nil) }
    guard parts.count == 2, let height = Int(parts[1]), (1...9999).contains(height) else {
      return nil
    }
    return (width, height)
  }

  // MARK: - Text

  private mutating func add(text bytes: [UInt8]) {
    var index = min(dropped, bytes.count)
    dropped -= index
    var start = index
    while index < bytes.count {
      if bytes[index] == MaskedText.opening,
        let mask = MaskedText.number(in: bytes, at: index), mask.number < masked.masks.count
      {
        put(text: bytes[start..<index])
        add(mask: mask.number)
        (index, start) = (mask.end, mask.end)
      } else if bytes[index] == Byte.hash, links == 0, alt == nil,
        index > start ? TagName.mayBegin(bytes.span, at: index, from: start) : isBlankBefore,
        case let tag = TagName(bytes.span, index + 1, bytes.count), tag.hasMore
      {
        put(text: bytes[start..<index])
        start = tag.range.upperBound
        let name = String(decoding: bytes[tag.range], as: UTF8.self)
        addLink(PageLink(.tag, name), Array(bytes[index..<start]), class: "tag")
        index = start
      } else {
        index += 1
      }
    }
    put(text: bytes[start..<index])
  }

  private mutating func add(mask number: Int) {
    switch masked.masks[number] {
    case .hidden: addBlockID(masked.source(of: number))
    case .beginMark: isMarked = true
    case .endMark: isMarked = false
    case .beginNote:
      isNote = true
      put(text: "[".utf8)
    case .endNote:
      put(text: "]".utf8)
      isNote = false
    case .formula: add(formula: masked.source(of: number))
    case .formulaLine: add(formula: masked.source(of: number))
    case .footnote(let label, _): addFootnote(label)
    case .wiki(let wiki):
      let link = PageLink(.wiki, wiki.target, isEmbed: wiki.isEmbed)
      guard wiki.isEmbed, case .picture = context.target(link), alt == nil else {
        return addLink(
          link, Array(wiki.words.flatMap { wiki.isPicture ? nil : $0 }?.utf8 ?? wiki.name.utf8))
      }
      addPicture(link, Array((wiki.words ?? "").utf8))
    }
  }

  /// Where links to a block lead.
  private mutating func addBlockID(_ source: ArraySlice<UInt8>) {
    let id = source.drop(while: Byte.isBlank)
    guard id.first == Byte.caret, alt == nil, context.namesBlocks else { return }
    page.add("<a")
    page.add("id", attribute: context.blockID(id.dropFirst()).utf8)
    page.add("></a>")
  }

  private mutating func addFootnote(_ label: String) {
    let id = context.footnoteID(label)
    guard links == 0, alt == nil else { return put(text: "[\(label)]".utf8) }
    page.add("<sup><a")
    page.add("href", attribute: "#\(id)".utf8)
    page.add(">")
    page.add(text: label.utf8)
    page.add("</a></sup>")
    isBlankBefore = false
  }

  private mutating func add(formula source: ArraySlice<UInt8>) {
    if !formula.isEmpty || source.dropFirst().first == Byte.dollar {
      formula += source
      if formula.count > 3, formula.suffix(2).allSatisfy({ $0 == Byte.dollar }) { endFormula() }
      return
    }
    if let text = FormulaText.readable(
      String(decoding: source.dropFirst().dropLast(), as: UTF8.self))
    {
      put("<span class=\"math\">")
      put(text: Array(text.utf8))
      return put("</span>")
    }
    put("<code class=\"math\">")
    put(text: Array(source))
    put("</code>")
  }

  /// One of its own; what cannot be drawn is as it is written, line by line.
  private mutating func endFormula() {
    if formula.isEmpty { return }
    let written = formula
    formula = []
    if alt == nil, context.drawsFormulas, written.count > 4,
      let drawn = FormulaElements.block(
        String(decoding: written.dropFirst(2).dropLast(2), as: UTF8.self))
    {
      return page.add(drawn)
    }
    let lines = written.split(separator: Byte.lineFeed)
    for (index, line) in lines.enumerated() {
      if index > 0 { put(alt == nil ? "<br />\n" : "") }
      put("<code class=\"math\">")
      put(text: line)
      put("</code>")
    }
  }

  private mutating func add(code: [UInt8]) {
    let answer = InlineQueries.block(code, by: embeds.inlineSign).flatMap { embeds.answers[$0] }
    if answer?.showsSource ?? true {
      put("<code>")
      put(text: code)
      put("</code>")
    }
    guard let answer else { return }
    if answer.showsSource { put(text: [Byte.space]) }
    if alt == nil, links == 0, let line = NotePage.line(of: answer.markdown, context) {
      page.add(line)
    } else {
      put(text: NotePage.words(of: answer.markdown))
    }
  }

  /// Those that were begun within what ends now. A page is XML: elements lie within one another.
  private mutating func closeElements(downTo depth: Int) {
    while let last = elements.last, last.depth >= depth {
      page.add("</\(last.name)>")
      elements.removeLast()
    }
  }

  /// How far the end of an element may be.
  private static let farthestEnd = 500

  /// One that does not end beside its start is a sign that somebody wrote.
  private func hasEnd(_ name: String, behind node: cmark_tree) -> Bool {
    var next = cmark_tree_next(node)
    for _ in 0..<Self.farthestEnd {
      guard let found = next else { return false }
      if found.kind == CMARK_KIND_HTML,
        let tag = PageElements.inline(masked.restored(found.text)), tag.isEnd,
        tag.name == name
      {
        return true
      }
      next = cmark_tree_next(found)
    }
    return false
  }

  /// Comments say nothing, breaks are what they are, and elements that can do no harm are themselves;
  /// all else is text.
  private mutating func add(html: [UInt8], _ node: cmark_tree) {
    if html.starts(with: "<!--".utf8) { return }
    let name = html.dropFirst().prefix { Byte.isLetter($0) }.map(Byte.lowered)
    if name.elementsEqual("br".utf8) { return put("<br />\n") }
    if let tag = PageElements.inline(html) {
      // A picture's words are text.
      if alt != nil { return }
      if !tag.isEnd, hasEnd(tag.name, behind: node) {
        elements.append((tag.name, closers.count))
        return page.add("<\(tag.name)>")
      }
      if tag.isEnd, let last = elements.last, last == (tag.name, closers.count) {
        elements.removeLast()
        return page.add("</\(tag.name)>")
      }
    }
    put("<code class=\"html\">")
    put(text: html)
    put("</code>")
  }
}

extension MaskedText.WikiMask {
  /// `Target › Part`, or the file's name.
  fileprivate var name: String { isPicture ? target : shown }
}
