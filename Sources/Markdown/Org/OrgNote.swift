import Bytes
import Entities

/// A note's text in Org. The context gives the targets of its links.
package struct OrgNote {
  private(set) var lines: [String] = []
  /// The task keywords in the text, which Org needs declared.
  package private(set) var keywords: Set<String> = []
  let embeds: Embeds
  let context: PageContext
  private(set) var firstLine = 0

  /// The indent of lines, and the bullet of the next one.
  private var indent = 0
  private var bullet = ""
  /// The names of the open blocks: Org cannot nest blocks of the same name.
  private(set) var quotes: [String]
  /// The level of the last heading.
  private var level = 0
  var footnotes: [String] = []
  /// The lines before each open footnote.
  private var outer: [[String]] = []

  package init(of note: [UInt8], embeds: Embeds = Embeds(), _ context: PageContext) {
    self.init(note, embeds, context, quotes: [])
    if footnotes.isEmpty { return }
    separate()
    lines += footnotes
  }

  /// Without its footnotes. `quotes`: those that it is in.
  init(_ note: [UInt8], _ embeds: Embeds, _ context: PageContext, quotes: [String]) {
    (self.embeds, self.context, self.quotes) = (embeds, context, quotes)
    let parts = PartText.all(of: note, embeds)
    for (index, (part, text)) in parts.enumerated() {
      firstLine = part.line
      // Footnotes come after everything else.
      let isLast =
        index + 1 < parts.count
        ? note[parts[index + 1].part.range].first == Byte.hash
        : text.definitions.footnotes.isEmpty
      if let tree = text.tree {
        add(tree, isLast)
      } else {
        add(code: Array(note[part.range]), "")
      }
    }
  }

  /// Reads an answer.
  init(_ tree: NoteTree, _ context: PageContext) {
    (embeds, self.context, quotes) = (Embeds(), context.embedded(0, nil), [])
    add(tree, true)
  }

  /// The lines without empty ones at the start and the end.
  var text: ArraySlice<String> {
    var text = lines[...]
    while text.first?.isEmpty == true { text.removeFirst() }
    while text.last?.isEmpty == true { text.removeLast() }
    return text
  }

  package var bytes: [UInt8] {
    text.isEmpty ? [] : Array((text.joined(separator: "\n") + "\n").utf8)
  }

  /// Returns one line of Markdown as the words of a headline.
  package static func title(of words: String, _ context: PageContext) -> String {
    OrgText.headline(line(of: words, in: .title, context))
  }

  /// Returns plain text as one line of Org.
  package static func title(plain words: String) -> String {
    var text = OrgText()
    text.add(.text(words))
    return text.written(in: .title).joined(separator: " ")
  }

  fileprivate static func line(
    of words: String, in position: OrgText.Context, _ context: PageContext
  ) -> String {
    guard let inlines = NoteTree.inlines(ofLine: Array(words.utf8)) else {
      return title(plain: words)
    }
    return OrgInlines(inlines[...], Embeds(), context).text
      .written(in: position).joined(separator: " ")
  }

  /// Returns a footnote's label with the characters that Org allows.
  static func label(_ label: some StringProtocol) -> String {
    String(label.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" })
  }

  // MARK: - Lines

  mutating func put(_ line: String) {
    let width = bullet.unicodeScalars.count
    let blanks = String(repeating: " ", count: max(0, indent - width))
    lines.append(bullet.isEmpty && line.isEmpty ? "" : blanks + bullet + line)
    bullet = ""
  }

  /// Adds an empty line, if there is none yet and no item or block begins here.
  mutating func separate() {
    guard bullet.isEmpty, let last = lines.last, !last.isEmpty else { return }
    if !last.drop(while: { $0 == " " }).hasPrefix("#+begin_") { lines.append("") }
  }

  // MARK: - Blocks

  private mutating func add(_ tree: NoteTree, _ isLast: Bool) {
    tree.walk(
      &self, enter: { $0.enter($1, tree, isLast) }, leave: { $0.leave(tree.blocks[$1]) })
  }

  private mutating func enter(_ index: Int, _ tree: NoteTree, _ isLast: Bool) -> Bool {
    let block = tree.blocks[index]
    if !block.isTight { separate() }
    switch block.kind {
    case .quote(let callout): begin(callout, block.inlines)
    case .list:
      guard let tasks = OrgTasks(index, in: tree, context.tasks, firstLine, isLast) else { break }
      for task in tasks.headlines(level: level + 1, context) {
        lines += task.lines
        keywords.insert(task.keyword)
      }
      return false
    case .item(let number, let task):
      beginItem(number, isFirst: block.parent == index - 1)
      if let task { put(boxed: task, block.inlines) }
    case .footnote(let label):
      if block.end == index + 1 { return false }
      outer.append(lines)
      lines = []
      bullet = "[fn:\(Self.label(context.prefix + label))] "
    case .heading(let level): addHeading(block, level)
    case .paragraph: add(block.inlines)
    case .embed(let link, let content): add(content, of: block, link)
    case .code(let code): add(code)
    case .html(let html):
      if !html.starts(with: "<!--".utf8) { add(block: "export html", "export", html) }
    case .table(let table): add(table)
    case .rule: put("-----")
    }
    return block.isContainer
  }

  func words(_ inlines: ArraySlice<NoteInline>) -> OrgText {
    OrgInlines(inlines, embeds, context).text
  }

  private mutating func addHeading(_ block: NoteBlock, _ level: Int) {
    let words = words(block.inlines[...]).written(in: .title).joined(separator: " ")
    // A headline cannot be within another block.
    guard quotes.isEmpty, block.parent == nil else {
      return put(words.isEmpty ? "" : "*\(words)*")
    }
    self.level = level
    put(String(repeating: "*", count: level) + " " + OrgText.headline(words))
  }

  mutating func add(_ paragraph: [NoteInline]) {
    let isInItem = !bullet.isEmpty
    for (index, line) in words(paragraph[...]).written().enumerated() {
      let isFirst = index == 0 && isInItem
      put(isFirst ? OrgText.item(line) : OrgText.guarded(line))
    }
  }

  private mutating func add(_ table: NoteTable) {
    for row in table.rows {
      let cells = row.cells.map { cell in
        words(cell.inlines[...]).written(in: .cell).joined(separator: " ")
      }
      put("| \(cells.joined(separator: " | ")) |")
      if row.isHeader { put("|\(cells.map { _ in "---" }.joined(separator: "+"))|") }
    }
  }

  private mutating func leave(_ block: NoteBlock) {
    switch block.kind {
    case .quote:
      while lines.last?.isEmpty == true { lines.removeLast() }
      put("#+end_\(quotes.popLast() ?? "quote")")
    case .item(let number, _):
      if !bullet.isEmpty { put("") }
      indent -= Self.sign(number).count
    case .footnote:
      while lines.last?.isEmpty == true { lines.removeLast() }
      footnotes += lines
      lines = outer.popLast() ?? []
    default: break
    }
  }

  private mutating func begin(_ callout: Callout?, _ title: [NoteInline]) {
    let kind = callout?.name.lowercased() ?? ""
    // A callout's kind names the block, except for kinds that are Org's own blocks.
    quotes.append(quoteName(CalloutKind.named.contains(kind) ? kind : "quote"))
    put("#+begin_\(quotes.last ?? "quote")")
    guard let callout else { return }
    // The first line is the title.
    let (first, rest) = title.lines
    let words = words(first).written(in: .title).joined(separator: " ")
    // The block's name may already show the kind.
    if !words.isEmpty || quotes.last != kind { put("*\(words.isEmpty ? callout.name : words)*") }
    guard let rest else { return }
    separate()
    for line in self.words(rest).written() { put(OrgText.guarded(line)) }
  }

  /// Returns a name that no open block has.
  func quoteName(_ name: String) -> String {
    var number = 1
    func numbered() -> String { number == 1 ? name : "\(name)\(number)" }
    while quotes.contains(numbered()) { number += 1 }
    return numbered()
  }

  private static func sign(_ number: Int?) -> String { number.map { "\($0). " } ?? "- " }

  private mutating func beginItem(_ number: Int?, isFirst: Bool) {
    // An item that begins with another item has both bullets.
    if !bullet.isEmpty { put("") }
    bullet = Self.sign(number)
    indent += bullet.count
    if let number, isFirst, number != 1 { bullet += "[@\(number)] " }
  }

  private mutating func put(boxed task: NoteTask, _ paragraph: [NoteInline]) {
    let box =
      switch TaskStatus.of(task.status).type {
      case .done, .cancelled: "[X]"
      case .inProgress: "[-]"
      case .todo, .onHold, .notTask: "[ ]"
      }
    for (index, line) in words(paragraph[...]).withStamps.written().enumerated() {
      put(index == 0 ? "\(box) \(OrgText.item(line))" : OrgText.guarded(line))
    }
  }
}
