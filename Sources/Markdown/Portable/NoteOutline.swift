import Bytes

/// A note as an outline: headings and list items, nested.
///
/// Their text is HTML where plain text cannot express it, as outliners exchange it.
package struct NoteOutline {
  package struct Item: Equatable, Sendable {
    /// The number of items around it.
    package var depth: Int
    fileprivate var html = ""
    fileprivate var texts: [String] = []
    /// The level of a heading; nil for other items.
    package fileprivate(set) var level: Int?
    /// The sign in the box of a task; nil for other items.
    package fileprivate(set) var status: Unicode.Scalar?

    package var words: String { NoteOutline.written(html) }
    /// The text between the item and its children.
    package var text: String { NoteOutline.written(texts.joined(separator: "\n")) }
  }

  /// The items; the first one is the note itself, without words.
  package private(set) var items = [Item(depth: 0)]
  private let embeds: Embeds
  private let context: PageContext
  /// The levels of the open headings.
  private var levels: [Int] = []
  private var skipsTitle: Bool

  /// `beginsWithTitle`: the note's first heading is its title and is left out.
  package init(
    of note: [UInt8], embeds: Embeds = Embeds(), beginsWithTitle: Bool, _ context: PageContext
  ) {
    (self.embeds, self.context) = (embeds, context)
    skipsTitle = beginsWithTitle
    for (part, text) in PartText.all(of: note, embeds) {
      if let tree = text.tree {
        add(tree)
      } else {
        var page = PageText()
        page.add(text: note[part.range])
        add(Self.words(page), depth: levels.count + 1)
      }
    }
  }

  /// Reads an answer.
  private init(_ tree: NoteTree, _ context: PageContext) {
    (embeds, self.context, skipsTitle) = (Embeds(), context, false)
    add(tree)
  }

  private mutating func add(_ tree: NoteTree) {
    // The number of items around each container.
    var depths: [Int: Int] = [:]
    for (index, block) in tree.blocks.enumerated() {
      let around = block.parent.flatMap { depths[$0] } ?? 0
      depths[index] = block.isItem ? around + 1 : around
      add(block, index, tree, depth: levels.count + 1 + around)
    }
  }

  private mutating func add(_ block: NoteBlock, _ index: Int, _ tree: NoteTree, depth: Int) {
    // The first block of an item is already its name.
    let container = block.parent.flatMap { $0 == index - 1 ? tree.blocks[$0].kind : nil }
    var isName = false
    if case .item(_, nil)? = container { isName = true }
    switch block.kind {
    case .heading(let level) where block.parent == nil:
      addHeading(level: level, words(of: block.inlines))
    case .item(_, let task):
      var item = Item(depth: depth)
      item.status = task?.status
      item.html = words(of: task == nil ? tree.firstWords(in: index) : block.inlines)
      items.append(item)
    case .embed(let link, let content):
      if let inner = outline(of: content, block.line, link) {
        add(inner, of: block, depth, isNamed: isName)
      } else {
        fallthrough
      }
    case .paragraph, .heading:
      if isName { break }
      var words = words(of: block.inlines)
      if case .footnote(let label)? = container { words = "[\(label)] \(words)" }
      add(words, depth: depth)
    case .quote: add(words(of: block.inlines), depth: depth)
    case .code(let code): add(code, depth)
    case .html(let html):
      if !html.starts(with: "<!--".utf8) { add(Self.words(html), depth: depth) }
    case .table(let table):
      for row in table.rows {
        add(row.cells.map { words(of: $0.inlines) }.joined(separator: " | "), depth: depth)
      }
    case .list, .footnote, .rule: break
    }
  }

  private mutating func addHeading(level: Int, _ words: String) {
    if skipsTitle {
      skipsTitle = false
      return
    }
    while let last = levels.last, last >= level { levels.removeLast() }
    var item = Item(depth: levels.count + 1)
    (item.html, item.level) = (words, level)
    items.append(item)
    levels.append(level)
  }

  /// Adds text to its item; text after the item's children becomes an item of its own.
  private mutating func add(_ words: String, depth: Int) {
    if words.isEmpty { return }
    let last = items.count - 1
    if items[last].depth == depth - 1 { return items[last].texts.append(words) }
    var item = Item(depth: depth)
    item.html = words
    items.append(item)
  }

  private mutating func add(_ code: NoteCode, _ depth: Int) {
    let answer = embeds.answers[code.query]
    if answer?.showsSource ?? true {
      var words = code.bytes
      while words.last == Byte.lineFeed { words.removeLast() }
      add(Self.words(words), depth: depth)
    }
    if let answer { add(NoteOutline(answer.tree, context), depth: depth) }
  }

  private mutating func add(_ inner: NoteOutline, depth: Int) {
    for text in inner.items[0].texts { add(text, depth: depth) }
    for var item in inner.items.dropFirst() {
      item.depth += depth - 1
      items.append(item)
    }
  }

  /// Returns nil for a view whose rows are not known.
  private func outline(
    of content: Embeds.Content, _ line: Int, _ link: MaskedText.WikiMask
  ) -> NoteOutline? {
    switch content {
    case .note(let text):
      NoteOutline(
        of: text.bytes, embeds: text.embeds, beginsWithTitle: false,
        context.embedded(line, link.target))
    case .view(let query): embeds.answers[query].map { NoteOutline($0.tree, context) }
    }
  }

  /// What a paragraph embeds, below its name.
  private mutating func add(
    _ inner: NoteOutline, of paragraph: NoteBlock, _ depth: Int, isNamed: Bool
  ) {
    if !isNamed {
      var item = Item(depth: depth)
      item.html = words(of: paragraph.inlines)
      items.append(item)
    }
    add(inner, depth: isNamed ? depth : depth + 1)
  }

  // MARK: - Words

  private func words(of inlines: [NoteInline]) -> String {
    Self.words(PageInline(inlines[...], embeds, context).page)
  }

  private static func words(_ text: [UInt8]) -> String {
    var page = PageText()
    page.add(text: text)
    return words(page)
  }

  private static func words(_ page: PageText) -> String {
    withoutSpans(String(decoding: page.bytes, as: UTF8.self))
  }

  /// Returns plain text if nothing in it is marked and it does not look like HTML.
  private static func written(_ html: String) -> String {
    let plain = HtmlText.plain(html)
    return html.contains("<") || looksLikeHTML(plain)
      ? html.replacing("\n", with: "<br />") : plain
  }

  private static func looksLikeHTML(_ text: String) -> Bool {
    zip(text.utf8, text.utf8.dropFirst()).contains { sign, next in
      sign == UInt8(ascii: "<") && (Byte.isLetter(next) || next == Byte.slash)
        || sign == UInt8(ascii: "&") && (Byte.isLetter(next) || next == Byte.hash)
    }
  }

  /// Removes our pages' own elements and links within the page; puts footnote names in brackets.
  private static func withoutSpans(_ html: String) -> String {
    var (out, open) = ("", [String]())
    for (index, piece) in html.split(separator: "<", omittingEmptySubsequences: false).enumerated()
    {
      guard index > 0, let end = piece.firstIndex(of: ">") else {
        out += piece
        continue
      }
      let rest = piece[piece.index(after: end)...]
      let name = piece[..<end].prefix { $0 != " " && $0 != "/" }
      var tag = "<\(piece[...end])"
      if piece.first == "/" {
        if let end = open.popLast(), !end.hasPrefix("<") { tag = end }
      } else if name == "br" {
        tag = "\n"
      } else {
        let isKept =
          !["span", "small", "sup"].contains(name) && !piece.hasPrefix("a href=\"#")
          && !piece.hasPrefix("a id=")
        if name == "code" { tag = "<code>" }
        if !isKept { tag = name == "sup" ? "[" : "" }
        open.append(isKept ? tag : name == "sup" ? "]" : "")
      }
      out += tag + (name == "br" ? rest.drop { $0 == "\n" } : rest)
    }
    return out
  }
}
