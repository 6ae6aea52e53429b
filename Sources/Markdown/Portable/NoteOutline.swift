import Bytes
import CCmark

/// A note as an outline: headings, and the items of lists, within one another.
///
/// Their words are HTML where plain words cannot say them, as outliners exchange them.
package struct NoteOutline {
  package struct Item: Equatable, Sendable {
    /// How many items it is in.
    package var depth: Int
    fileprivate var html = ""
    fileprivate var texts: [String] = []
    /// Of a heading, its level.
    package fileprivate(set) var level: Int?
    /// What is in the box of a task.
    package fileprivate(set) var status: Unicode.Scalar?

    package var words: String { NoteOutline.written(html) }
    /// The text between it and what is below it.
    package var text: String { NoteOutline.written(texts.joined(separator: "\n")) }
  }

  /// The first one is the note itself, without words.
  package private(set) var items = [Item(depth: 0)]
  private let embeds: Embeds
  private let context: PageContext
  /// The levels of the headings that are open.
  private var levels: [Int] = []
  private var leavesTitle: Bool

  /// `beginsWithTitle`: its first heading is left out.
  package init(
    of note: [UInt8], embeds: Embeds = Embeds(), beginsWithTitle: Bool, _ context: PageContext
  ) {
    (self.embeds, self.context) = (embeds, context)
    leavesTitle = beginsWithTitle
    for (part, text) in PartText.all(of: note, embeds) {
      if text.read({ read($1, $0) }) == nil {
        var page = PageText()
        page.add(text: note[part.range])
        add(Self.words(page), depth: levels.count + 1)
      }
    }
  }

  private mutating func read(_ document: cmark_tree, _ masked: MaskedText) {
    let lines = LineTable(masked.source)
    for node in Descendants(of: document) {
      let parent = cmark_tree_parent(node)
      // What is below the source keeps links and footnotes alive.
      if parent == document, node.line >= lines.count { continue }
      let depth = levels.count + 1 + Self.items(around: node)
      switch node.kind {
      case CMARK_KIND_HEADING where parent == document:
        addHeading(level: Int(cmark_tree_level(node)), words(of: Children(of: node), masked))
      case CMARK_KIND_ITEM:
        var item = Item(depth: depth)
        let task = FoundTask(node, lines, masked.source)
        item.status = task?.status
        if let first = cmark_tree_child(node), first.kind == CMARK_KIND_PARAGRAPH {
          item.html = words(of: Children(of: first), masked, dropping: task?.length ?? 0)
        }
        items.append(item)
      case CMARK_KIND_PARAGRAPH, CMARK_KIND_HEADING:
        guard let parent else { continue }
        let isFirst = cmark_tree_child(parent) == node
        let isNamed = isFirst && parent.kind == CMARK_KIND_ITEM
        if addEmbed(node, masked, depth, isNamed: isNamed) || isNamed { continue }
        let callout = isFirst && parent.kind == CMARK_KIND_QUOTE ? Callout(parent)?.length ?? 0 : 0
        var words = words(of: Children(of: node), masked, dropping: callout)
        if isFirst, parent.kind == CMARK_KIND_FOOTNOTE {
          let sign = lines.words(of: parent.line).first { $0.starts(with: "[^".utf8) }
          let label = sign.map { Array($0.dropFirst(2).prefix { $0 != Byte.closing }) } ?? []
          words = "[\(String(decoding: label, as: UTF8.self))] \(words)"
        }
        add(words, depth: depth)
      case CMARK_KIND_CODE_BLOCK: addCode(node, masked, depth)
      case CMARK_KIND_HTML_BLOCK:
        let html = masked.restored(node.text)
        if !html.starts(with: "<!--".utf8) { add(Self.words(html), depth: depth) }
      case CMARK_KIND_TABLE_ROW:
        let cells = Children(of: node).map { words(of: Children(of: $0), masked) }
        add(cells.joined(separator: " | "), depth: depth)
      default: continue
      }
    }
  }

  private static func items(around node: cmark_tree) -> Int {
    var (count, outer) = (0, cmark_tree_parent(node))
    while let node = outer {
      if node.kind == CMARK_KIND_ITEM { count += 1 }
      outer = cmark_tree_parent(node)
    }
    return count
  }

  private mutating func addHeading(level: Int, _ words: String) {
    if leavesTitle {
      leavesTitle = false
      return
    }
    while let last = levels.last, last >= level { levels.removeLast() }
    var item = Item(depth: levels.count + 1)
    (item.html, item.level) = (words, level)
    items.append(item)
    levels.append(level)
  }

  /// To the item that it is in; behind what is below that, it is an item of its own.
  private mutating func add(_ words: String, depth: Int) {
    if words.isEmpty { return }
    let last = items.count - 1
    if items[last].depth == depth - 1 { return items[last].texts.append(words) }
    var item = Item(depth: depth)
    item.html = words
    items.append(item)
  }

  private mutating func addCode(_ block: cmark_tree, _ masked: MaskedText, _ depth: Int) {
    var code = masked.restored(block.text)
    let isFenced = cmark_tree_is_fenced(block) != 0
    let query = isFenced ? QueryFences.block(block.target.utf8, code) : nil
    let answer = query.flatMap { embeds.answers[$0] }
    if answer?.showsSource ?? true {
      while code.last == Byte.lineFeed { code.removeLast() }
      add(Self.words(code), depth: depth)
    }
    guard let answer else { return }
    add(NoteOutline(of: answer.markdown, beginsWithTitle: false, context), depth: depth)
  }

  private mutating func add(_ inner: NoteOutline, depth: Int) {
    for text in inner.items[0].texts { add(text, depth: depth) }
    for var item in inner.items.dropFirst() {
      item.depth += depth - 1
      items.append(item)
    }
  }

  /// What a paragraph embeds, below its name; false where it is no embed that is known. `isNamed`: the item
  /// that it is in has its name already.
  private mutating func addEmbed(
    _ paragraph: cmark_tree, _ masked: MaskedText, _ depth: Int, isNamed: Bool
  ) -> Bool {
    guard let embed = masked.soleEmbed(of: paragraph), let text = embeds.texts[embed.target] else {
      return false
    }
    if !isNamed {
      var item = Item(depth: depth)
      item.html = words(of: Children(of: paragraph), masked)
      items.append(item)
    }
    let inner = NoteOutline(
      of: text.bytes, embeds: text.embeds, beginsWithTitle: false,
      context.embedded(paragraph.line, embed.target))
    add(inner, depth: isNamed ? depth : depth + 1)
    return true
  }

  // MARK: - Words

  private func words(
    of nodes: some Sequence<cmark_tree>, _ masked: MaskedText, dropping: Int = 0
  ) -> String {
    Self.words(PageInline.text(of: nodes, dropping: dropping, masked, embeds, context))
  }

  private static func words(_ text: [UInt8]) -> String {
    var page = PageText()
    page.add(text: text)
    return words(page)
  }

  private static func words(_ page: PageText) -> String {
    withoutSpans(String(decoding: page.bytes, as: UTF8.self))
  }

  /// Plain words, if nothing in them is marked, and they look like no HTML.
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

  /// Without classes, which only our pages know, and without links that lead within a page. A footnote has
  /// brackets around its name.
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
