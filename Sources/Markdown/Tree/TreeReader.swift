import Bytes
import CCmark
import Entities

extension NoteTree {
  /// Reads a text on its own; returns nil if there is not enough memory.
  init?(_ text: [UInt8]) {
    let masked = MaskedText(text, Definitions())
    guard let tree = MarkdownTree(masked.bytes) else { return nil }
    self = TreeReader.tree(of: tree.document, masked, Embeds())
  }

  /// The inlines of Markdown on one line; nil if it is more than a paragraph.
  static func inlines(ofLine markdown: [UInt8]) -> [NoteInline]? {
    guard markdown.count <= NoteSplitter.longestLine, let blocks = NoteTree(markdown)?.blocks,
      blocks.count == 1, case .paragraph = blocks[0].kind
    else { return nil }
    return blocks[0].inlines
  }
}

/// Reads cmark's tree, including masks. Containers may be nested deep, so the tree is walked
/// without recursion.
struct TreeReader {
  private let masked: MaskedText
  private let lines: LineTable
  private let embeds: Embeds
  private var blocks: [NoteBlock] = []
  private var masks: [NoteTree.Mask] = []
  /// The open containers, the innermost last.
  private var open: [Int] = []

  static func tree(of document: cmark_tree, _ masked: MaskedText, _ embeds: Embeds) -> NoteTree {
    var reader = TreeReader(masked: masked, lines: LineTable(masked.source), embeds: embeds)
    document.walk(&reader, enter: { $0.enter($1) }, leave: { reader, _ in reader.leave() })
    return NoteTree(blocks: reader.blocks, masks: reader.masks)
  }

  private init(masked: MaskedText, lines: LineTable, embeds: Embeds) {
    (self.masked, self.lines, self.embeds) = (masked, lines, embeds)
  }

  /// Returns the first child of a container that is a block of its own.
  private mutating func enter(_ node: cmark_tree) -> cmark_tree? {
    let line = node.line
    // Lines after the source are appended definitions and references.
    if open.isEmpty, line >= lines.count { return nil }
    switch node.kind {
    case CMARK_KIND_QUOTE:
      let callout = node.firstWords { Callout($0, line: $1) }
      return begin(.quote(callout), line, node, sign: callout?.sign)
    case CMARK_KIND_LIST: return begin(.list(list(node)), line, node)
    case CMARK_KIND_ITEM:
      let task = node.firstWords { NoteTask($0, line: $1, in: lines) }
      return begin(.item(number: nextNumber(), task), line, node, sign: task?.sign)
    case CMARK_KIND_FOOTNOTE: return begin(.footnote(label: label(line)), line, node)
    case CMARK_KIND_PARAGRAPH:
      let words = inlines(node)
      addParagraph(words, line)
    case CMARK_KIND_HEADING:
      let words = inlines(node)
      add(.heading(level: Int(cmark_tree_level(node))), line, words)
    case CMARK_KIND_CODE_BLOCK: add(.code(code(node)), line)
    case CMARK_KIND_HTML_BLOCK: add(.html(masked.restored(node.text)), line)
    case CMARK_KIND_TABLE:
      let table = table(node)
      add(.table(table), line)
    case CMARK_KIND_RULE: add(.rule, line)
    default: break
    }
    return nil
  }

  private mutating func add(_ kind: NoteBlock.Kind, _ line: Int, _ inlines: [NoteInline] = []) {
    var block = NoteBlock(
      kind: kind, line: line, inlines: inlines, parent: open.last, end: blocks.count + 1)
    if let container = open.last.map({ blocks[$0] }) {
      if case .list(let list) = container.kind { block.isTight = list.isTight }
      if container.isItem { block.isTight = container.isTight }
    }
    blocks.append(block)
  }

  /// `sign`: the first paragraph belongs to the container, without this sign.
  private mutating func begin(
    _ kind: NoteBlock.Kind, _ line: Int, _ node: cmark_tree, sign: [UInt8]? = nil
  ) -> cmark_tree? {
    var child = cmark_tree_child(node)
    var title: [NoteInline] = []
    if let sign, let paragraph = child {
      title = inlines(paragraph, sign: sign.count)
      child = cmark_tree_next(paragraph)
    }
    add(kind, line, title)
    if child != nil { open.append(blocks.count - 1) }
    return child
  }

  private mutating func leave() {
    if let container = open.popLast() { blocks[container].end = blocks.count }
  }

  private mutating func inlines(_ node: cmark_tree, sign: Int = 0) -> [NoteInline] {
    let reader = InlineReader(node, masked, embeds, sign: sign)
    masks += reader.masks.map { .init(mask: masked.masks[$0], source: masked.sources[$0]) }
    return reader.inlines
  }

  // MARK: - Containers

  private func list(_ node: cmark_tree) -> NoteList {
    NoteList(
      isOrdered: cmark_tree_is_ordered(node) != 0, start: Int(cmark_tree_start(node)),
      delimiter: cmark_tree_delimiter(node) == Int32(Byte.dot) ? "." : ")",
      isTight: cmark_tree_is_tight(node) != 0)
  }

  private mutating func nextNumber() -> Int? {
    guard let index = open.last, case .list(var list) = blocks[index].kind else { return nil }
    list.count += 1
    blocks[index].kind = .list(list)
    return list.isOrdered ? list.start + list.count - 1 : nil
  }

  private func label(_ line: Int) -> String {
    let sign = lines.words(of: line).first { $0.starts(with: "[^".utf8) }
    let label = sign?.dropFirst(2).prefix { $0 != Byte.closing } ?? []
    return String(decoding: label, as: UTF8.self)
  }

  // MARK: - Leaves

  private mutating func addParagraph(_ inlines: [NoteInline], _ line: Int) {
    guard let link = inlines.singleEmbed, let content = embeds.content(of: link) else {
      return add(.paragraph, line, inlines)
    }
    add(.embed(link, content), line, inlines)
  }

  private func code(_ node: cmark_tree) -> NoteCode {
    var code = NoteCode(
      bytes: masked.restored(node.text), isFenced: cmark_tree_is_fenced(node) != 0,
      info: node.target)
    if code.isFenced { code.query = QueryBlock(fence: code.info.utf8, code.bytes) }
    return code
  }

  private mutating func table(_ node: cmark_tree) -> NoteTable {
    let columns = Int(cmark_tree_columns(node))
    let alignments = cmark_tree_alignments(node)
    var rows = Children(of: node).filter { $0.kind == CMARK_KIND_TABLE_ROW }.map { row in
      let cells = Children(of: row).filter { $0.kind == CMARK_KIND_TABLE_CELL }
      return NoteTable.Row(
        line: row.line, isHeader: cmark_tree_is_header(row) != 0,
        cells: cells.enumerated().map { index, cell in
          NoteTable.Cell(
            line: cell.line, alignment: alignments.map { $0[min(index, columns - 1)] } ?? 0,
            inlines: inlines(cell))
        })
    }
    if !rows.isEmpty { rows[0].move(to: node.line) }
    return NoteTable(columns: columns, rows: rows)
  }
}

extension cmark_tree {
  /// Reads the text at the start of a container, and its line; returns nil if there is none.
  fileprivate func firstWords<Value>(
    _ read: ([UInt8], _ line: Int) -> Value?
  ) -> Value? {
    guard let paragraph = cmark_tree_child(self), paragraph.kind == CMARK_KIND_PARAGRAPH,
      let text = cmark_tree_child(paragraph), text.kind == CMARK_KIND_TEXT
    else { return nil }
    return read(text.text, paragraph.line)
  }
}
