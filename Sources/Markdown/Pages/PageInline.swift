import Bytes
import Entities

/// Writes the inlines of a paragraph, a heading or a cell as HTML.
///
/// A highlight may begin in one element and end in another, so each text is marked separately.
struct PageInline {
  private let inlines: ArraySlice<NoteInline>
  private let embeds: Embeds
  private let context: PageContext
  private(set) var page = PageText()
  private var isMarked = false
  private var isNote = false
  /// The end tags of the open elements.
  private var closers: [String] = []
  /// The note's own open HTML elements, each with the number of our elements around it.
  private var elements: [(name: String, depth: Int)] = []
  private var links = 0
  /// The words of the open picture, whose marks are dropped.
  private var alt: [UInt8]?
  private var pictureDepth = 0

  init(_ inlines: ArraySlice<NoteInline>, _ embeds: Embeds, _ context: PageContext) {
    (self.inlines, self.embeds, self.context) = (inlines, embeds, context)
    for index in inlines.indices { add(inlines[index], index) }
    closeElements(downTo: 0)
  }

  private mutating func put(_ markup: String) { if alt == nil { page.add(markup) } }

  private mutating func put(text: some Collection<UInt8>) {
    if text.isEmpty { return }
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

  private mutating func add(_ inline: NoteInline, _ index: Int) {
    switch inline {
    case .text(let words): add(words)
    case .code(let code, let query): add(code: code, query)
    case .html(let html): add(html: html, index)
    // A line break of a note stays one on its page, as in the preview.
    case .lineBreak, .lineTag: put("<br />\n")
    case .footnote(let label, _): addFootnote(label)
    case .wiki(let wiki): add(wiki)
    case .formula(let source): add(formula: source)
    case .hidden(let source): addBlockID(source)
    case .beginMark: isMarked = true
    case .endMark: isMarked = false
    case .beginNote:
      isNote = true
      put(text: "[".utf8)
    case .endNote:
      put(text: "]".utf8)
      isNote = false
    case .begin(let span, _): begin(span)
    case .end(let span): end(span)
    }
  }

  private mutating func begin(_ span: NoteSpan) {
    switch span {
    case .emphasis: begin("em")
    case .strong: begin("strong")
    case .struck: begin("del")
    case .link(let target): beginLink(PageLink(.markdown, target))
    case .picture:
      pictureDepth += 1
      if pictureDepth == 1 { alt = [] }
      closers.append("")
    }
  }

  private mutating func begin(_ name: String) {
    put("<\(name)>")
    closers.append("</\(name)>")
  }

  private mutating func end(_ span: NoteSpan) {
    closeElements(downTo: closers.count)
    let closer = closers.popLast() ?? ""
    if case .picture(let target) = span {
      pictureDepth -= 1
      if pictureDepth == 0, let words = alt {
        alt = nil
        addPicture(PageLink(.markdown, target, isEmbed: true), words)
      }
      return
    }
    if closer == "</a>" { links -= 1 }
    put(closer)
  }

  /// Begins a link, unless another one is open.
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

  /// Adds a picture; its words may end with its width: `a picture|250`.
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

  /// Reads a size: `250` or `250x100`.
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

  private mutating func add(_ words: NoteText) {
    if links > 0 || alt != nil { return put(text: words.bytes) }
    for piece in words.pieces {
      if piece.isTag {
        let name = String(decoding: piece.bytes.dropFirst(), as: UTF8.self)
        addLink(PageLink(.tag, name), Array(piece.bytes), class: "tag")
      } else {
        put(text: piece.bytes)
      }
    }
  }

  private mutating func add(_ wiki: MaskedText.WikiMask) {
    let link = PageLink(.wiki, wiki.target, isEmbed: wiki.isEmbed)
    guard wiki.isEmbed, case .picture = context.target(link), alt == nil else {
      let words = wiki.isPicture ? nil : wiki.words
      return addLink(link, Array((words ?? wiki.name).utf8))
    }
    addPicture(link, Array((wiki.words ?? "").utf8))
  }

  /// Adds an anchor for links to the block.
  private mutating func addBlockID(_ source: [UInt8]) {
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
  }

  private mutating func add(formula source: [UInt8]) {
    if source.dropFirst().first == Byte.dollar { return add(block: source) }
    if let text = FormulaText.readable(
      String(decoding: source.dropFirst().dropLast(), as: UTF8.self))
    {
      put("<span class=\"math\">")
      put(text: Array(text.utf8))
      return put("</span>")
    }
    put("<code class=\"math\">")
    put(text: source)
    put("</code>")
  }

  /// Adds a formula block; one that cannot be drawn is shown as it is written, line by line.
  private mutating func add(block formula: [UInt8]) {
    if alt == nil, context.drawsFormulas, formula.count > 4,
      let drawn = FormulaElements.block(
        String(decoding: formula.dropFirst(2).dropLast(2), as: UTF8.self))
    {
      return page.add(drawn)
    }
    let lines = formula.split(separator: Byte.lineFeed)
    for (index, line) in lines.enumerated() {
      if index > 0 { put("<br />\n") }
      put("<code class=\"math\">")
      put(text: line)
      put("</code>")
    }
  }

  private mutating func add(code: [UInt8], _ query: QueryBlock?) {
    let answer = embeds.answers[query]
    if answer?.showsSource ?? true {
      put("<code>")
      put(text: code)
      put("</code>")
    }
    guard let answer else { return }
    if answer.showsSource { put(text: [Byte.space]) }
    if alt == nil, links == 0 {
      page.add(PageInline(answer.inlines[...], Embeds(), context.embedded(0, nil)).page)
    } else {
      put(text: answer.words)
    }
  }

  /// Closes the note's HTML elements that began within the ending one: XML elements must nest.
  private mutating func closeElements(downTo depth: Int) {
    while let last = elements.last, last.depth >= depth {
      page.add("</\(last.name)>")
      elements.removeLast()
    }
  }

  /// The farthest distance of an end tag, in inlines.
  private static let farthestEnd = 500

  /// Whether the element ends close to its start; otherwise its tag is plain text.
  private func hasEnd(_ name: String, behind index: Int) -> Bool {
    var next = index + 1
    for _ in 0..<Self.farthestEnd where next < inlines.endIndex {
      switch inlines[next] {
      case .html(let html):
        if let tag = PageElements.inline(html), tag.isEnd, tag.name == name { return true }
      case .begin(_, let end): next = end
      case .end: return false
      default: break
      }
      next += 1
    }
    return false
  }

  /// Adds HTML: harmless elements are copied, all else is text.
  private mutating func add(html: [UInt8], _ index: Int) {
    if let tag = PageElements.inline(html) {
      // A picture's description is plain text.
      if alt != nil { return }
      if !tag.isEnd, hasEnd(tag.name, behind: index) {
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
