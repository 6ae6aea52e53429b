import Bytes
import CCmark
package import Entities
import MarkdownLines

/// A note's text in Org. Where its links lead, the context says.
package struct OrgNote {
  private(set) var lines: [String] = []
  /// Words for tasks in the text, and that Org has to be told.
  package private(set) var keywords: Set<String> = []
  let embeds: Embeds
  let context: PageContext
  /// By their lines, counted from 1.
  private let tasks: [Int: TaskFacts]
  private(set) var firstLine = 0

  /// How far in a line is, and the signs in front of the next one.
  private var indent = 0
  private var bullet = ""
  /// Quotes that are open: no block of Org is in one of its own name.
  private(set) var quotes: [String]
  /// The level of the last heading.
  private var level = 0
  var footnotes: [String] = []
  /// What was written before each footnote that is open.
  private var outer: [[String]] = []

  package init(
    of note: [UInt8], embeds: Embeds = Embeds(), tasks: [Int: TaskFacts] = [:],
    _ context: PageContext
  ) {
    self.init(note, embeds, tasks: tasks, context, quotes: [])
    if footnotes.isEmpty { return }
    separate()
    lines += footnotes
  }

  /// Without its footnotes. `quotes`: those that it is in.
  init(
    _ note: [UInt8], _ embeds: Embeds, tasks: [Int: TaskFacts] = [:], _ context: PageContext,
    quotes: [String]
  ) {
    (self.embeds, self.tasks, self.context, self.quotes) = (embeds, tasks, context, quotes)
    let parts = PartText.all(of: note, embeds)
    for (index, (part, text)) in parts.enumerated() {
      firstLine = part.line
      // Footnotes are behind all.
      let isLast =
        index + 1 < parts.count
        ? note[parts[index + 1].part.range].first == Byte.hash
        : text.definitions.footnotes.isEmpty
      let read: Void? = text.read { masked, document in
        var blocks = self
        blocks.read(document, masked, isLast)
        self = blocks
      }
      if read == nil { add(code: Array(note[part.range]), "") }
    }
  }

  /// Its lines, without empty ones around them.
  var text: ArraySlice<String> {
    var text = lines[...]
    while text.first?.isEmpty == true { text.removeFirst() }
    while text.last?.isEmpty == true { text.removeLast() }
    return text
  }

  package var bytes: [UInt8] {
    text.isEmpty ? [] : Array((text.joined(separator: "\n") + "\n").utf8)
  }

  /// Words of Markdown on one line, as a headline has them.
  package static func title(of words: String, _ context: PageContext) -> String {
    OrgText.headline(line(of: words, in: .title, context))
  }

  /// Text that is no Markdown, in a line of its own.
  package static func title(plain words: String) -> String {
    var text = OrgText()
    text.add(.text(words))
    return text.written(in: .title).joined(separator: " ")
  }

  fileprivate static func line(
    of words: String, in place: OrgText.Place, _ context: PageContext
  ) -> String {
    let bytes = Array(words.utf8)
    let read = PartText.all(of: bytes).first?.text.read { masked, document -> String? in
      guard let first = cmark_tree_child(document), first.kind == CMARK_KIND_PARAGRAPH else {
        return nil
      }
      return OrgInlines.text(of: Children(of: first), masked, Embeds(), context)
        .written(in: place).joined(separator: " ")
    }
    return (read ?? nil) ?? title(plain: words)
  }

  /// A footnote's name.
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

  /// An empty line, if there is none, and nothing begins here.
  mutating func separate() {
    guard bullet.isEmpty, let last = lines.last, !last.isEmpty else { return }
    if !last.drop(while: { $0 == " " }).hasPrefix("#+begin_") { lines.append("") }
  }

  // MARK: - Blocks

  private mutating func read(_ document: cmark_tree, _ masked: MaskedText, _ isLast: Bool) {
    let table = LineTable(masked.source)
    document.walk(
      &self, enter: { $0.enter($1, masked, table, isLast) }, leave: { $0.leave($1) })
  }

  /// Answers with the first child that is still to be read.
  private mutating func enter(
    _ node: cmark_tree, _ masked: MaskedText, _ table: LineTable, _ isLast: Bool
  ) -> cmark_tree? {
    let (embeds, context) = (embeds, context)
    func text(_ nodes: some Sequence<cmark_tree>, dropping: Int = 0) -> OrgText {
      OrgInlines.text(of: nodes, dropping: dropping, masked, embeds, context)
    }
    let parent = cmark_tree_parent(node)
    // What is below the source keeps links and footnotes alive.
    if parent.map({ cmark_tree_parent($0) == nil }) ?? true, node.line >= table.count { return nil }
    let isInTightItem =
      parent?.kind == CMARK_KIND_ITEM
      && parent.flatMap(cmark_tree_parent).map { cmark_tree_is_tight($0) != 0 } ?? false
    if node.kind != CMARK_KIND_ITEM, !isInTightItem { separate() }
    switch node.kind {
    case CMARK_KIND_QUOTE: return beginQuote(node, text)
    case CMARK_KIND_LIST:
      if let tree = OrgTasks(node, tasks, table, masked.source, firstLine, isLast) {
        for task in tree.headlines(level: level + 1, context) {
          lines += task.lines
          keywords.insert(task.keyword)
        }
        return nil
      }
      return cmark_tree_child(node)
    case CMARK_KIND_ITEM: return beginItem(node, table, masked, text)
    case CMARK_KIND_FOOTNOTE:
      guard let child = cmark_tree_child(node) else { return nil }
      outer.append(lines)
      lines = []
      let words = table.words(of: node.line).first { $0.starts(with: "[^".utf8) }
      let label = words.map { Array($0.dropFirst(2).prefix { $0 != Byte.closing }) } ?? []
      bullet = "[fn:\(Self.label(context.prefix + String(decoding: label, as: UTF8.self)))] "
      return child
    case CMARK_KIND_HEADING:
      let words = text(Children(of: node)).written(in: .title).joined(separator: " ")
      // Headlines are not in anything.
      guard quotes.isEmpty, parent.map({ cmark_tree_parent($0) == nil }) ?? true else {
        put(words.isEmpty ? "" : "*\(words)*")
        return nil
      }
      level = Int(cmark_tree_level(node))
      put(String(repeating: "*", count: level) + " " + OrgText.headline(words))
    case CMARK_KIND_PARAGRAPH where addEmbed(node, masked): break
    case CMARK_KIND_PARAGRAPH:
      let isInItem = !bullet.isEmpty
      for (index, line) in text(Children(of: node)).written().enumerated() {
        let isFirst = index == 0 && isInItem
        put(isFirst ? OrgText.item(line) : OrgText.guarded(line))
      }
    case CMARK_KIND_CODE_BLOCK: addCode(node, masked)
    case CMARK_KIND_HTML_BLOCK:
      let html = masked.restored(node.text)
      if !html.starts(with: "<!--".utf8) { add(block: "export html", "export", html) }
    case CMARK_KIND_TABLE:
      for row in Children(of: node) where row.kind == CMARK_KIND_TABLE_ROW {
        let cells = Children(of: row).map { cell in
          text(Children(of: cell)).written(in: .cell).joined(separator: " ")
        }
        put("| \(cells.joined(separator: " | ")) |")
        if cmark_tree_is_header(row) != 0 {
          put("|\(cells.map { _ in "---" }.joined(separator: "+"))|")
        }
      }
    case CMARK_KIND_RULE: put("-----")
    default: break
    }
    return nil
  }

  private mutating func leave(_ node: cmark_tree) {
    switch node.kind {
    case CMARK_KIND_QUOTE:
      while lines.last?.isEmpty == true { lines.removeLast() }
      put("#+end_\(quotes.popLast() ?? "quote")")
    case CMARK_KIND_ITEM: endItem(node)
    case CMARK_KIND_FOOTNOTE:
      while lines.last?.isEmpty == true { lines.removeLast() }
      footnotes += lines
      lines = outer.popLast() ?? []
    default: break
    }
  }

  private mutating func beginQuote(
    _ node: cmark_tree, _ text: ([cmark_tree], Int) -> OrgText
  ) -> cmark_tree? {
    let callout = Callout(node)
    let kind = callout?.name.lowercased() ?? ""
    // Org's own blocks have the names of the others.
    quotes.append(quoteName(CalloutKind.named.contains(kind) ? kind : "quote"))
    put("#+begin_\(quotes.last ?? "quote")")
    guard let first = cmark_tree_child(node) else {
      leave(node)
      return nil
    }
    guard let callout else { return first }
    // The first line is the title.
    let nodes = Array(Children(of: first))
    let end = nodes.firstIndex {
      $0.kind == CMARK_KIND_SOFT_BREAK || $0.kind == CMARK_KIND_LINE_BREAK
    }
    let words = text(Array(nodes[..<(end ?? nodes.count)]), callout.length)
      .written(in: .title).joined(separator: " ")
    // The block's own name says as much as the kind.
    if !words.isEmpty || quotes.last != kind { put("*\(words.isEmpty ? callout.name : words)*") }
    if let end {
      separate()
      for line in text(Array(nodes[(end + 1)...]), 0).written() { put(OrgText.guarded(line)) }
    }
    if let next = cmark_tree_next(first) { return next }
    leave(node)
    return nil
  }

  /// One that no open block has.
  func quoteName(_ name: String) -> String {
    var number = 1
    func numbered() -> String { number == 1 ? name : "\(name)\(number)" }
    while quotes.contains(numbered()) { number += 1 }
    return numbered()
  }

  private mutating func beginItem(
    _ node: cmark_tree, _ table: LineTable, _ masked: MaskedText,
    _ text: ([cmark_tree], Int) -> OrgText
  ) -> cmark_tree? {
    var sign = "- "
    if let list = cmark_tree_parent(node), cmark_tree_is_ordered(list) != 0 {
      let items = Array(Children(of: list))
      let start = Int(cmark_tree_start(list))
      let number = start + (items.firstIndex(of: node) ?? 0)
      sign = "\(number). "
      if number == start, start != 1 { sign += "[@\(start)] " }
    }
    let isLoose = cmark_tree_parent(node).map { cmark_tree_is_tight($0) == 0 } ?? false
    if isLoose { separate() }
    // An item that begins with another one has the signs of both.
    if !bullet.isEmpty { put("") }
    let width = sign.prefix { $0 != " " }.count + 1
    indent += width
    bullet = sign
    let task = FoundTask(node, table, masked.source)
    if let task { put(boxed: task, text, cmark_tree_child(node)) }
    let first = cmark_tree_child(node)
    let next = task == nil ? first : first.flatMap(cmark_tree_next)
    if let next { return next }
    endItem(node)
    return nil
  }

  private mutating func put(
    boxed task: FoundTask, _ text: ([cmark_tree], Int) -> OrgText, _ paragraph: cmark_tree?
  ) {
    let box =
      switch TaskStatus.of(task.status).type {
      case .done, .cancelled: "[X]"
      case .inProgress: "[-]"
      case .todo, .onHold, .notTask: "[ ]"
      }
    let nodes = paragraph.map { Array(Children(of: $0)) } ?? []
    let words = text(nodes, task.length).withStamps
    for (index, line) in words.written().enumerated() {
      put(index == 0 ? "\(box) \(OrgText.item(line))" : OrgText.guarded(line))
    }
  }

  private mutating func endItem(_ node: cmark_tree) {
    if !bullet.isEmpty { put("") }
    var width = 2
    if let list = cmark_tree_parent(node), cmark_tree_is_ordered(list) != 0 {
      let number =
        Int(cmark_tree_start(list)) + (Array(Children(of: list)).firstIndex(of: node) ?? 0)
      width = "\(number). ".count
    }
    indent -= width
  }
}
