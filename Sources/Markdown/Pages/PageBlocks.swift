import Bytes
import CCmark
import Code
import Entities
import MarkdownLines

/// Writes the blocks of a part of a note. Containers may be nested deep: they are walked without
/// recursion.
struct PageBlocks {
  struct Footnote {
    var label: String
    var text: PageText
  }

  let masked: MaskedText
  private let lines: LineTable
  private let embeds: Embeds
  private let context: PageContext
  private let firstLine: Int
  private(set) var page = PageText()
  private(set) var footnotes: [Footnote] = []
  /// What closes the containers that are open.
  private var closers: [String] = []
  /// Footnotes that are open: what was written before each.
  private var outer: [(label: String, page: PageText)] = []
  private var embedCount = 0
  /// What folds and was begun by the note's own HTML, by how many containers are around each.
  private var details: [Int] = []

  init(_ masked: MaskedText, _ embeds: Embeds, _ context: PageContext, firstLine: Int) {
    self.masked = masked
    lines = LineTable(masked.source)
    self.embeds = embeds
    self.context = context
    self.firstLine = firstLine
  }

  mutating func read(_ document: cmark_tree) {
    document.walk(&self, enter: { $0.enter($1) }, leave: { $0.leave($1) })
    closeDetails(downTo: 0)
  }

  private mutating func closeDetails(downTo depth: Int) {
    while let last = details.last, last >= depth {
      page.add("</details>\n")
      details.removeLast()
    }
  }

  /// Answers with the first child that is still to be read.
  private mutating func enter(_ block: cmark_tree) -> cmark_tree? {
    // What stands below the source keeps links and footnotes alive.
    if cmark_tree_parent(block)?.kind == CMARK_KIND_DOCUMENT, block.line >= lines.count {
      return nil
    }
    switch block.kind {
    case CMARK_KIND_QUOTE: return beginQuote(block)
    case CMARK_KIND_LIST: return beginList(block)
    case CMARK_KIND_ITEM: return beginItem(block)
    case CMARK_KIND_FOOTNOTE: return beginFootnote(block)
    case CMARK_KIND_PARAGRAPH: addParagraph(block)
    case CMARK_KIND_HEADING: addHeading(block)
    case CMARK_KIND_CODE_BLOCK: addCode(block)
    case CMARK_KIND_HTML_BLOCK: addHTML(block)
    case CMARK_KIND_TABLE: addTable(block)
    case CMARK_KIND_RULE: page.add("<hr />\n")
    default: break
    }
    return nil
  }

  private mutating func begin(_ opener: String, _ closer: String, _ block: cmark_tree)
    -> cmark_tree?
  {
    page.add(opener)
    guard let child = cmark_tree_child(block) else {
      page.add(closer)
      return nil
    }
    closers.append(closer)
    return child
  }

  private mutating func leave(_ block: cmark_tree) {
    closeDetails(downTo: closers.count)
    page.add(closers.popLast() ?? "")
    if block.kind == CMARK_KIND_FOOTNOTE { endFootnote() }
  }

  private func inline(
    _ nodes: some Sequence<cmark_tree>, dropping: Int = 0
  ) -> PageText {
    PageInline.text(of: nodes, dropping: dropping, masked, embeds, context)
  }

  // MARK: - Containers

  private mutating func beginQuote(_ block: cmark_tree) -> cmark_tree? {
    guard let callout = Callout(block), let title = cmark_tree_child(block) else {
      return begin("<blockquote>\n", "</blockquote>\n", block)
    }
    // The first line is the title, and what follows is text.
    let nodes = Array(Children(of: title))
    let end = nodes.firstIndex {
      $0.kind == CMARK_KIND_SOFT_BREAK || $0.kind == CMARK_KIND_LINE_BREAK
    }
    let words = inline(nodes[..<(end ?? nodes.count)], dropping: callout.length)
    let own = String(
      decoding: callout.name.lowercased().utf8.filter { Byte.isName($0) }, as: UTF8.self)
    let kind = callout.kind.rawValue
    // Its kind too, so that a look needs no list of other names.
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
      // No color alone says what kind it is.
      page.add("<span class=\"kind\">")
      page.add(text: callout.name.utf8)
      page.add("</span> ")
      page.add(words)
    }
    page.add(isFolding ? "</summary>\n" : "</p>\n")
    if let end {
      page.add("<p>")
      page.add(inline(nodes[(end + 1)...]))
      page.add("</p>\n")
    }
    let closer = isFolding ? "</details>\n" : "</div>\n"
    guard let next = cmark_tree_next(title) else {
      page.add(closer)
      return nil
    }
    closers.append(closer)
    return next
  }

  private mutating func beginList(_ block: cmark_tree) -> cmark_tree? {
    guard cmark_tree_is_ordered(block) != 0 else { return begin("<ul>\n", "</ul>\n", block) }
    let start = cmark_tree_start(block)
    return begin(start == 1 ? "<ol>\n" : "<ol start=\"\(start)\">\n", "</ol>\n", block)
  }

  private mutating func beginItem(_ item: cmark_tree) -> cmark_tree? {
    guard let task = FoundTask(item, lines, masked.source), let first = cmark_tree_child(item)
    else {
      return begin("<li>", "</li>\n", item)
    }
    page.add("<li class=\"task\"><label><input type=\"checkbox\" disabled=\"disabled\"")
    if task.task.isDone { page.add(" checked=\"checked\"") }
    page.add(" /> ")
    // A sign that is neither open nor done is told.
    if !task.task.isDone, task.status != " " {
      page.add("<span class=\"status\">")
      page.add(text: String(Character(task.status)).utf8)
      page.add("</span> ")
    }
    let line = lines.text(of: item.line)
    if let told = PageTask.text(of: context.tasks[firstLine + item.line + 1], first, line, context)
    {
      page.add(told)
    } else {
      page.add(inline(Children(of: first), dropping: task.length))
    }
    page.add("</label>")
    guard let next = cmark_tree_next(first) else {
      page.add("</li>\n")
      return nil
    }
    page.add("\n")
    closers.append("</li>\n")
    return next
  }

  private mutating func beginFootnote(_ block: cmark_tree) -> cmark_tree? {
    guard let child = cmark_tree_child(block) else { return nil }
    let words = lines.words(of: block.line).first { $0.starts(with: "[^".utf8) }
    let label = words?.dropFirst(2).prefix { $0 != Byte.closing } ?? []
    outer.append((String(decoding: label, as: UTF8.self), page))
    page = PageText()
    closers.append("")
    return child
  }

  private mutating func endFootnote() {
    guard let (label, before) = outer.popLast() else { return }
    footnotes.append(Footnote(label: label, text: page))
    page = before
  }

  // MARK: - Leaves

  private mutating func addParagraph(_ block: cmark_tree) {
    if let embed = masked.soleEmbed(of: block), addEmbed(embed) { return }
    let text = inline(Children(of: block))
    // Text that hides all of itself is nothing.
    if text.bytes.isEmpty { return }
    let isTight =
      cmark_tree_parent(block).map { parent in
        parent.kind == CMARK_KIND_ITEM
          && cmark_tree_parent(parent).map { cmark_tree_is_tight($0) != 0 } ?? false
      } ?? false
    page.add(isTight ? "" : "<p>")
    page.add(text)
    page.add(isTight ? (cmark_tree_next(block) == nil ? "" : "\n") : "</p>\n")
  }

  /// A note, or a part of it, where it is embedded. False where there is no text of it.
  private mutating func addEmbed(_ embed: MaskedText.WikiMask) -> Bool {
    guard let text = embeds.texts[embed.target] else { return false }
    embedCount += 1
    page.add("<div class=\"embed\">\n")
    if case .address(let address) = context.target(PageLink(.wiki, embed.target)) {
      page.add("<p class=\"source\"><a")
      page.add("href", attribute: address.utf8)
      page.add(">")
      page.add(text: embed.shown.utf8)
      page.add("</a></p>\n")
    }
    addInner(text.bytes, text.embeds, of: embed.target)
    page.add("</div>\n")
    return true
  }

  private mutating func addInner(
    _ text: [UInt8], _ embeds: Embeds = Embeds(), of embed: String? = nil
  ) {
    let number = firstLine * 100 + embedCount
    page.add(NotePage.page(of: text, embeds: embeds, context.embedded(number, embed)))
  }

  private mutating func addHeading(_ block: cmark_tree) {
    let level = cmark_tree_level(block)
    page.add("<h\(level)")
    if let anchor = context.anchors[firstLine + block.line + 1] {
      page.add("id", attribute: (context.prefix + anchor).utf8)
    }
    page.add(">")
    page.add(inline(Children(of: block)))
    page.add("</h\(level)>\n")
  }

  /// Comments say nothing, and elements that can do no harm are themselves; all else is text.
  private mutating func addHTML(_ block: cmark_tree) {
    let html = masked.restored(block.text)
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

  private mutating func addCode(_ block: cmark_tree) {
    let code = masked.restored(block.text)
    let isFenced = cmark_tree_is_fenced(block) != 0
    let query = isFenced ? QueryFences.block(block.target.utf8, code) : nil
    if let answer = query.flatMap({ embeds.answers[$0] }) {
      if answer.showsSource { addSource(code, block.target) }
      embedCount += 1
      page.add("<div class=\"query\">\n")
      addInner(answer.markdown)
      return page.add("</div>\n")
    }
    addSource(code, block.target)
  }

  private mutating func addSource(_ code: [UInt8], _ info: String) {
    page.add("<pre><code")
    let word = info.utf8.prefix { !Byte.isBlank($0) }
    if !word.isEmpty {
      page.add("class", attribute: "language-\(String(decoding: Array(word), as: UTF8.self))".utf8)
    }
    page.add(">")
    page.add(PageCode.text(of: code, CodeLanguage.with(number: CodeLanguage.number(of: info.utf8))))
    page.add("</code></pre>\n")
  }

  private mutating func addTable(_ table: cmark_tree) {
    let columns = Int(cmark_tree_columns(table))
    let alignments = cmark_tree_alignments(table)
    page.add("<table>\n")
    var hasBody = false
    for row in Children(of: table) where row.kind == CMARK_KIND_TABLE_ROW {
      let isHeader = cmark_tree_is_header(row) != 0
      if !isHeader, !hasBody {
        page.add("<tbody>\n")
        hasBody = true
      }
      page.add(isHeader ? "<thead>\n<tr>" : "<tr>")
      for (index, cell) in Children(of: row).enumerated() where cell.kind == CMARK_KIND_TABLE_CELL {
        let alignment = alignments.map { $0[min(index, columns - 1)] } ?? 0
        let name = [UInt8(ascii: "c"): "center", UInt8(ascii: "r"): "right"][alignment]
        page.add(isHeader ? "<th" : "<td")
        page.add(name.map { " class=\"\($0)\">" } ?? ">")
        page.add(inline(Children(of: cell)))
        page.add(isHeader ? "</th>" : "</td>")
      }
      page.add(isHeader ? "</tr>\n</thead>\n" : "</tr>\n")
    }
    page.add(hasBody ? "</tbody>\n</table>\n" : "</table>\n")
  }
}

/// Code with its colours.
enum PageCode {
  /// More code than this in one block has no colours.
  private static let longest = 128 << 10

  static func text(of code: [UInt8], _ language: CodeLanguage?) -> PageText {
    var page = PageText()
    guard let language, code.count <= longest else {
      page.add(text: code)
      return page
    }
    var inside: UInt8 = 0
    for line in code.split(separator: Byte.lineFeed, omittingEmptySubsequences: false) {
      if line.startIndex > 0 { page.add("\n") }
      var tokens: [(Range<Int>, CodeToken)] = []
      var reader = CodeReader(line.span, language, inside: inside)
      reader.read(0, line.count) { tokens.append(($0, $1)) }
      inside = reader.inside
      var plain = line.startIndex
      for (range, token) in tokens {
        let start = line.startIndex + range.lowerBound
        page.add(text: line[plain..<start])
        plain = line.startIndex + range.upperBound
        page.add("<span class=\"\(token)\">")
        page.add(text: line[start..<plain])
        page.add("</span>")
      }
      page.add(text: line[plain...])
    }
    return page
  }
}
