import Bytes

/// Walks through a page and writes its blocks.
struct HtmlWalker {
  /// The deepest nesting of elements; deeper ones are plain words.
  static let deepest = 300
  /// The deepest nesting of lists and quotes, since each line repeats the signs of all.
  static let mostLevels = 40

  enum Leaf { case paragraph, heading(Int), cell }

  let tree: HtmlTree
  let rules: HtmlMarkdown.Rules
  var runs = InlineRuns()
  var blocks = BlockWriter()
  var leaf = Leaf.paragraph
  var levels = 0
  /// Whether the list's items have no blank lines between them.
  var isTight = false
  private var depth = 0

  init(_ tree: HtmlTree, _ rules: HtmlMarkdown.Rules) {
    self.tree = tree
    self.rules = rules
  }

  mutating func markdown() -> [UInt8] {
    walkChildren(of: 0)
    flush()
    return blocks.out
  }

  mutating func walkChildren(of node: Int) {
    var child = tree.nodes[node].firstChild
    while child >= 0 {
      walk(child)
      child = tree.nodes[child].next
    }
  }

  mutating func walk(_ node: Int) {
    let own = tree.nodes[node]
    if own.name.isEmpty {
      runs.add(own.text)
      return
    }
    if let meaning = rules.meaning(HtmlMarkdown.Element(tree: tree, node: node)) {
      write(meaning, node)
      return
    }
    if own.isFormula { return addFormula(own, node) }
    if tree.isHidden(node) { return }
    if let source = tree.joplinSource(of: node) { return write(joplin: source) }
    guard depth < Self.deepest else {
      runs.add([Byte.space] + tree.words(of: node) + [Byte.space])
      return
    }
    depth += 1
    defer { depth -= 1 }
    if HtmlNames.blocks.contains(own.name) {
      walkBlock(node, own.name)
    } else {
      walkInline(node, own.name)
    }
  }

  // MARK: Blocks

  /// Writes the pending words as a part of the current block.
  mutating func flush() {
    if case .cell = leaf {
      runs.add(.edge)
      return
    }
    if runs.isEmpty { return }
    let lines = runs.takeLines()
    if case .heading(let level) = leaf {
      writeHeading(lines, level)
    } else {
      for paragraph in lines.split(omittingEmptySubsequences: true, whereSeparator: \.isEmpty) {
        writeParagraph(paragraph)
      }
    }
  }

  private mutating func writeHeading(_ lines: [InlineLine], _ level: Int) {
    let parts = lines.map { line in
      boxed(line) + InlineWriter.markdown(line, runs.links, beginsLine: false)
    }
    var text = Array(parts.filter { !$0.isEmpty }.joined(separator: [Byte.space]))
    if text.isEmpty { return }
    TextEscaping.guardEnd(ofHeading: &text)
    blocks.begin()
    blocks.writeLine([UInt8](repeating: Byte.hash, count: level) + [Byte.space] + text)
  }

  func boxed(_ line: InlineLine) -> [UInt8] {
    line.box.map { Array(($0 ? "☑ " : "☐ ").utf8) } ?? []
  }

  private mutating func writeParagraph(_ lines: ArraySlice<InlineLine>) {
    var rest = lines
    while let first = rest.first {
      let count =
        rest.dropFirst().firstIndex { $0.box != nil }.map { $0 - rest.startIndex } ?? rest.count
      let part = rest.prefix(count)
      rest = rest.dropFirst(count)
      if let isDone = first.box, blocks.isAtItem {
        blocks.begin()
        writeLines(part, box: Array(isDone ? "[x] ".utf8 : "[ ] ".utf8))
      } else if let isDone = first.box {
        blocks.begin(.tasks, isClose: blocks.last == .tasks)
        let level = blocks.open(
          first: Array(isDone ? "- [x] ".utf8 : "- [ ] ".utf8), others: Array("  ".utf8))
        writeLines(part)
        blocks.close(level)
      } else {
        blocks.begin()
        writeLines(part)
      }
    }
  }

  /// Writes each line as a line, since previews of notes break lines where the text does.
  private mutating func writeLines(_ lines: ArraySlice<InlineLine>, box: [UInt8] = []) {
    for (index, line) in zip(lines.indices, lines) {
      var bytes = InlineWriter.markdown(line, runs.links)
      if index == lines.startIndex { bytes = box + bytes }
      blocks.writeLine(bytes)
    }
  }

  private mutating func walkBlock(_ node: Int, _ name: String) {
    if case .cell = leaf, HtmlNames.lists.contains(name) || name == "hr" { return walkPlain(node) }
    switch name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      let level = Int(name.dropFirst()) ?? 6
      inLeaf(.heading(level)) { $0.walkStyled(node) }
    case "ul", "ol", "menu", "dir": writeList(node)
    case "blockquote": writeQuote(node)
    case "pre", "listing", "xmp", "plaintext": writeCode(node, language: language(of: node))
    case "hr":
      flush()
      blocks.begin()
      // Three dashes could begin front matter.
      blocks.writeLine("***".utf8)
    case "table": writeTable(node)
    case "div" where rules.hasLines:
      runs.add(.edge)
      walkStyled(node)
      runs.add(.edge)
    default: walkPlain(node)
    }
  }

  mutating func walkPlain(_ node: Int) {
    if !runs.isOnlyBox { flush() }
    walkStyled(node)
    flush()
  }

  private mutating func inLeaf(_ new: Leaf, _ body: (inout HtmlWalker) -> Void) {
    flush()
    let old = leaf
    if case .cell = old {} else { leaf = new }
    body(&self)
    flush()
    leaf = old
  }

  mutating func writeQuote(_ node: Int, head: [UInt8] = []) {
    guard levels < Self.mostLevels else { return walkPlain(node) }
    flush()
    guard !head.isEmpty || !isEmpty(node) else { return }
    levels += 1
    blocks.begin()
    let start = blocks.out.count
    let level = blocks.open(first: Array("> ".utf8), others: Array("> ".utf8))
    if !head.isEmpty { blocks.writeLine(head) }
    walkPlain(node)
    blocks.close(level)
    if rules.hasCallouts, head.isEmpty { blocks.openCallout(from: start) }
    levels -= 1
  }

  mutating func writeCode(_ node: Int, language: String) {
    flush()
    let lines = tree.codeLines(of: node)
    if lines.isEmpty { return }
    if case .cell = leaf {
      runs.add(Array(lines.joined(separator: [Byte.space])))
      return
    }
    var longest = 2
    for line in lines {
      longest = max(
        longest, line.drop { $0 == Byte.space }.prefix { $0 == Byte.backtick }.count)
    }
    let fence = [UInt8](repeating: Byte.backtick, count: longest + 1)
    blocks.begin()
    blocks.writeLine(fence + language.utf8.filter { Byte.isName($0) || "+#_.".utf8.contains($0) })
    for line in lines { blocks.writeLine(line) }
    blocks.writeLine(fence)
  }

  /// Returns the language of code from the classes of the node, its parent or its `code` element.
  private func language(of node: Int) -> String {
    let parent = tree.nodes[node].parent
    let child = tree.children(of: node).first { tree.nodes[$0].name == "code" }
    for element in [child, node, parent].compactMap({ $0 }) {
      for name in tree.classes(of: element) {
        for start in ["language-", "lang-", "highlight-source-"] where name.hasPrefix(start) {
          return String(name.dropFirst(start.count)).lowercased()
        }
      }
    }
    return tree.attribute("data-language", of: node) ?? tree.attribute("data-lang", of: node) ?? ""
  }

  /// Whether nothing in the node is shown.
  func isEmpty(_ top: Int) -> Bool {
    var node = tree.nodes[top].firstChild
    while node >= 0 {
      let own = tree.nodes[node]
      if own.name.isEmpty {
        if !own.text.allSatisfy({ Byte.isBlank($0) || $0 == 0xc2 || $0 == 0xa0 }) { return false }
      } else if ["img", "input", "hr", "iframe", "video", "audio", "embed", "object"].contains(
        own.name)
        || rules.meaning(HtmlMarkdown.Element(tree: tree, node: node)) != nil
      {
        return false
      } else if tree.isHidden(node) {
        node = tree.after(node, in: top)
        continue
      }
      node = tree.following(node, in: top)
    }
    return true
  }
}
