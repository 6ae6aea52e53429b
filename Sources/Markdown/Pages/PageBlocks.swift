import Bytes
import Code
import Entities

/// Writes the blocks of one part of a note as HTML.
struct PageBlocks {
  struct Footnote {
    var label: String
    var text: PageText
  }

  private let tree: NoteTree
  private let embeds: Embeds
  private let context: PageContext
  private let firstLine: Int
  private(set) var page = PageText()
  private(set) var footnotes: [Footnote] = []
  /// The end tags of the open containers.
  private var closers: [String] = []
  /// The open footnotes, each with the page before it.
  private var outer: [(label: String, page: PageText)] = []
  private var embedCount = 0
  /// The container depths of `details` elements that the note's own HTML opened.
  private var details: [Int] = []

  init(_ tree: NoteTree, _ embeds: Embeds, _ context: PageContext, firstLine: Int) {
    (self.tree, self.embeds, self.context) = (tree, embeds, context)
    self.firstLine = firstLine
    tree.walk(&self, enter: { $0.enter($1) }, leave: { $0.leave($1) })
    closeDetails(downTo: 0)
  }

  private mutating func closeDetails(downTo depth: Int) {
    while let last = details.last, last >= depth {
      page.add("</details>\n")
      details.removeLast()
    }
  }

  private mutating func enter(_ index: Int) -> Bool {
    let block = tree.blocks[index]
    switch block.kind {
    case .quote(let callout): beginQuote(block, callout)
    case .list(let list): begin(list)
    case .item(_, let task): beginItem(block, task, isAlone: block.end == index + 1)
    case .footnote(let label):
      if block.end == index + 1 { return false }
      outer.append((label, page))
      page = PageText()
      closers.append("")
    case .paragraph: addParagraph(block, isLast: tree.next(index) == nil)
    case .embed(let link, let content):
      if let inner = page(of: content, link) {
        addEmbed(link, inner)
      } else {
        addParagraph(block, isLast: tree.next(index) == nil)
      }
    case .heading(let level): addHeading(block, level)
    case .code(let code): add(code)
    case .html(let html): add(html: html)
    case .table(let table): add(table)
    case .rule: page.add("<hr />\n")
    }
    return block.isContainer
  }

  private mutating func begin(_ opener: String, _ closer: String) {
    page.add(opener)
    closers.append(closer)
  }

  private mutating func leave(_ index: Int) {
    closeDetails(downTo: closers.count)
    page.add(closers.popLast() ?? "")
    if case .footnote = tree.blocks[index].kind, let (label, before) = outer.popLast() {
      footnotes.append(Footnote(label: label, text: page))
      page = before
    }
  }

  private func inline(_ inlines: ArraySlice<NoteInline>) -> PageText {
    PageInline(inlines, embeds, context).page
  }

  // MARK: - Containers

  private mutating func beginQuote(_ block: NoteBlock, _ callout: Callout?) {
    guard let callout else { return begin("<blockquote>\n", "</blockquote>\n") }
    // The first line is the title; the rest is text.
    let (title, rest) = block.inlines.lines
    let words = inline(title)
    let own = String(
      decoding: callout.name.lowercased().utf8.filter { Byte.isName($0) }, as: UTF8.self)
    let kind = callout.kind.rawValue
    // The kind is a class too, so that a style sheet need not list its other names.
    let name = "callout callout-\(own)" + (own == kind ? "" : " callout-\(kind)")
    let isFolding = callout.isFoldedAtFirst != nil
    let isOpen = callout.isFoldedAtFirst == false ? " open=\"open\"" : ""
    page.add(
      isFolding
        ? "<details class=\"\(name)\"\(isOpen)>\n<summary class=\"callout-title\">"
        : "<div class=\"\(name)\">\n<p class=\"callout-title\">")
    if words.bytes.isEmpty {
      page.add(text: callout.name.utf8)
    } else {
      // The kind is named too: color alone does not tell it to everyone.
      page.add("<span class=\"kind\">")
      page.add(text: callout.name.utf8)
      page.add("</span> ")
      page.add(words)
    }
    page.add(isFolding ? "</summary>\n" : "</p>\n")
    if let rest {
      page.add("<p>")
      page.add(inline(rest))
      page.add("</p>\n")
    }
    closers.append(isFolding ? "</details>\n" : "</div>\n")
  }

  private mutating func begin(_ list: NoteList) {
    if !list.isOrdered { return begin("<ul>\n", "</ul>\n") }
    begin(list.start == 1 ? "<ol>\n" : "<ol start=\"\(list.start)\">\n", "</ol>\n")
  }

  private mutating func beginItem(_ block: NoteBlock, _ task: NoteTask?, isAlone: Bool) {
    guard let task else { return begin("<li>", "</li>\n") }
    begin("<li class=\"task\"><label><input type=\"checkbox\" disabled=\"disabled\"", "</li>\n")
    if task.isDone { page.add(" checked=\"checked\"") }
    page.add(" /> ")
    // A status that is neither open nor done is shown as its sign.
    if !task.isDone, task.status != " " {
      page.add("<span class=\"status\">")
      page.add(text: String(Character(task.status)).utf8)
      page.add("</span> ")
    }
    let facts = context.tasks[firstLine + block.line + 1]
    let words = PageTask.text(of: facts, task, block.inlines, context)
    page.add(words ?? inline(block.inlines[...]))
    page.add(isAlone ? "</label>" : "</label>\n")
  }

  // MARK: - Leaves

  private mutating func addParagraph(_ block: NoteBlock, isLast: Bool) {
    let text = inline(block.inlines[...])
    // A paragraph with only hidden text is left out.
    if text.bytes.isEmpty { return }
    page.add(block.isTight ? "" : "<p>")
    page.add(text)
    page.add(block.isTight ? (isLast ? "" : "\n") : "</p>\n")
  }

  /// Returns nil for a view whose rows are not known.
  private mutating func page(
    of content: Embeds.Content, _ link: MaskedText.WikiMask
  ) -> PageText? {
    switch content {
    case .note(let text):
      NotePage.page(of: text.bytes, embeds: text.embeds, nextContext(link.target))
    case .view(let query): embeds.answers[query].map { rows(of: $0) }
    }
  }

  private mutating func rows(of answer: Embeds.Answer) -> PageText {
    PageBlocks(answer.tree, Embeds(), nextContext(nil), firstLine: 0).page
  }

  /// The context of one more text within this one. The links of an answer are this note's own.
  private mutating func nextContext(_ embed: String?) -> PageContext {
    embedCount += 1
    return context.embedded(firstLine * 100 + embedCount, embed)
  }

  private mutating func addEmbed(_ embed: MaskedText.WikiMask, _ inner: PageText) {
    page.add("<div class=\"embed\">\n")
    if case .address(let address) = context.target(PageLink(.wiki, embed.target)) {
      page.add("<p class=\"source\"><a")
      page.add("href", attribute: address.utf8)
      page.add(">")
      page.add(text: embed.shown.utf8)
      page.add("</a></p>\n")
    }
    page.add(inner)
    page.add("</div>\n")
  }

  private mutating func addHeading(_ block: NoteBlock, _ level: Int) {
    page.add("<h\(level)")
    if let anchor = context.anchors[firstLine + block.line + 1] {
      page.add("id", attribute: (context.prefix + anchor).utf8)
    }
    page.add(">")
    page.add(inline(block.inlines[...]))
    page.add("</h\(level)>\n")
  }

  /// Adds HTML: comments are dropped, harmless elements are copied, all else is text.
  private mutating func add(html: [UInt8]) {
    let text = html.drop { Byte.isBlank($0) || $0 == Byte.lineFeed }
    if text.starts(with: "<!--".utf8) { return }
    let open = details.last == closers.count ? 1 : 0
    if let read = PageElements.block(html, openDetails: open, context) {
      page.add(read.text)
      if read.openDetails < open { details.removeLast() }
      if read.openDetails > open { details.append(closers.count) }
      return
    }
    page.add("<pre class=\"html\">")
    page.add(text: html)
    page.add("</pre>\n")
  }

  private mutating func add(_ code: NoteCode) {
    if let answer = embeds.answers[code.query] {
      if answer.showsSource { addSource(of: code) }
      page.add("<div class=\"query\">\n")
      page.add(rows(of: answer))
      return page.add("</div>\n")
    }
    addSource(of: code)
  }

  private mutating func addSource(of code: NoteCode) {
    page.add("<pre><code")
    let word = code.info.utf8.prefix { !Byte.isBlank($0) }
    if !word.isEmpty {
      page.add("class", attribute: "language-\(String(decoding: Array(word), as: UTF8.self))".utf8)
    }
    page.add(">")
    let language = CodeLanguage.with(number: CodeLanguage.number(of: code.info.utf8))
    page.add(PageCode.text(of: code.bytes, language))
    page.add("</code></pre>\n")
  }

  private mutating func add(_ table: NoteTable) {
    page.add("<table>\n")
    var hasBody = false
    for row in table.rows {
      if !row.isHeader, !hasBody {
        page.add("<tbody>\n")
        hasBody = true
      }
      page.add(row.isHeader ? "<thead>\n<tr>" : "<tr>")
      for cell in row.cells {
        let name = [UInt8(ascii: "c"): "center", UInt8(ascii: "r"): "right"][cell.alignment]
        page.add(row.isHeader ? "<th" : "<td")
        page.add(name.map { " class=\"\($0)\">" } ?? ">")
        page.add(inline(cell.inlines[...]))
        page.add(row.isHeader ? "</th>" : "</td>")
      }
      page.add(row.isHeader ? "</tr>\n</thead>\n" : "</tr>\n")
    }
    page.add(hasBody ? "</tbody>\n</table>\n" : "</table>\n")
  }
}

enum PageCode {
  static func text(of code: [UInt8], _ language: CodeLanguage?) -> PageText {
    var page = PageText()
    guard let language, code.count <= CodePainter.longest else {
      page.add(text: code)
      return page
    }
    var inside: UInt8 = 0
    for line in code.split(separator: Byte.lineFeed, omittingEmptySubsequences: false) {
      if line.startIndex > 0 { page.add("\n") }
      for (piece, token) in language.pieces(of: line, inside: &inside) {
        if let token { page.add("<span class=\"\(token)\">") }
        page.add(text: piece)
        if token != nil { page.add("</span>") }
      }
    }
    return page
  }
}
