/// Makes the units of a tree's blocks, in the note's order.
struct UnitReader {
  let tree: NoteTree
  let lines: LineTable
  /// The source in which lines of comments are empty.
  private let shown: LineTable
  let embeds: Embeds
  private(set) var units: [RenderedUnit] = []
  private let followsBlank: Bool

  /// Containers nested deeper than this are not shown as containers.
  private static let deepest = 24

  /// `shown`: the masked source, in which lines of comments are empty.
  init(
    _ tree: NoteTree, _ source: [UInt8], shown: [UInt8], embeds: Embeds, followsBlank: Bool
  ) {
    (self.tree, self.embeds, self.followsBlank) = (tree, embeds, followsBlank)
    lines = LineTable(source)
    self.shown = LineTable(shown)
  }

  mutating func read() {
    var blocks = tree.children(of: nil)
    // The tree lists footnotes last, wherever they are in the note.
    if blocks.contains(where: { tree.blocks[$0].isFootnote }) {
      blocks.sort { tree.blocks[$0].line < tree.blocks[$1].line }
    }
    read(blocks, UnitContext())
  }

  mutating func read(_ blocks: some Sequence<Int>, _ context: UnitContext) {
    var context = context
    for block in blocks {
      let count = units.count
      read(block, context)
      if units.count > count { context.isFirst = false }
    }
  }

  private mutating func read(_ index: Int, _ context: UnitContext) {
    if context.depth > Self.deepest { return readLeaves(of: index, context) }
    switch tree.blocks[index].kind {
    case .quote(let callout): readQuote(index, callout, context)
    case .list(let list): readList(index, list, context)
    case .footnote(let label):
      let sign = CellText.run("[\(label)] ", .marker)
      read(tree.children(of: index), context.entering(sign, RenderedRow.Run("    ", width: 4)))
    default: readLeaf(tree.blocks[index], context)
    }
  }

  /// Reads deeply nested content, without its bars and without recursion.
  private mutating func readLeaves(of top: Int, _ context: UnitContext) {
    var context = context
    for block in tree.blocks[top..<tree.blocks[top].end] {
      guard let leaf = block.isContainer ? block.plainTitle : block else { continue }
      readLeaf(leaf, context)
      context.isFirst = false
    }
  }

  private mutating func readLeaf(_ block: NoteBlock, _ context: UnitContext) {
    switch block.kind {
    case .paragraph: readParagraph(block, context)
    case .embed(let link, let content): read(block, link, content, context)
    case .heading(let level): readHeading(block, level, context)
    case .code(let code): read(code, line: block.line, context)
    case .html(let html): read(html: html, line: block.line, context)
    case .table(let table): read(table, context)
    case .rule: add(RenderedUnit(.rule, line: block.line), context)
    case .quote, .list, .item, .footnote: break
    }
  }

  /// Adds a unit, with a gap above it where the note has an empty line.
  mutating func add(_ unit: RenderedUnit, _ context: UnitContext, below line: Int? = nil) {
    var unit = unit
    unit.prefix = context.prefix
    unit.within = context.folds
    if !context.isFirst { unit.prefix.first = unit.prefix.rest }
    unit.gap = gap(above: line ?? unit.line, context)
    units.append(unit)
  }

  private func gap(above line: Int, _ context: UnitContext) -> [RenderedRow.Run]? {
    let isApart = line > 0 && !units.isEmpty ? shown.isBlank(line - 1) : followsBlank
    return isApart ? context.aboveNext : nil
  }

  /// Adds a unit right below the one before it, without a gap.
  mutating func addBelow(_ unit: RenderedUnit, _ context: UnitContext) {
    var unit = unit
    unit.prefix = context.prefix
    unit.within = context.folds
    unit.prefix.first = unit.prefix.rest
    units.append(unit)
  }

  /// Adds units that were made elsewhere, within the containers of this context. `isApart`: the
  /// note's gap above the line is above the first unit too.
  mutating func add(
    _ made: [RenderedUnit], _ context: UnitContext, line: Int, isApart: Bool = false
  ) {
    var context = context
    let first = isApart ? gap(above: line, context) : nil
    for (index, var unit) in made.enumerated() {
      let inner = unit.prefix
      let gap = unit.gap
      unit.line = line
      unit.prefix = context.prefix
      unit.within = context.folds + unit.within
      if !context.isFirst { unit.prefix.first = unit.prefix.rest }
      unit.prefix.first += inner.first
      unit.prefix.rest += inner.rest
      unit.gap = index == 0 && first != nil ? first : gap.map { context.prefix.rest + $0 }
      units.append(unit)
      context.isFirst = false
    }
  }
}

extension NoteBlock {
  fileprivate var isFootnote: Bool { if case .footnote = kind { true } else { false } }

  /// The sign of a callout or a task as a plain paragraph.
  fileprivate var plainTitle: NoteBlock? {
    var (sign, line): ([UInt8], Int)
    switch kind {
    case .quote(let callout?): (sign, line) = (callout.sign, callout.line)
    case .item(_, let task?): (sign, line) = (task.sign, task.line)
    default: return nil
    }
    let inlines = [.text(NoteText(bytes: sign))] + inlines
    return NoteBlock(kind: .paragraph, line: line, inlines: inlines, end: end)
  }
}

/// The containers around a block.
struct UnitContext {
  var prefix = Prefix()
  /// Whether no unit of the container has its bullet yet.
  var isFirst = true
  var depth = 0
  var listDepth = 0
  var style: RunStyle = []
  /// The foldable callouts around the block.
  var folds: [RenderedFold] = []
  /// The prefix of an empty row above the first unit; that row is outside the container.
  private var outer: [RenderedRow.Run] = []

  var aboveNext: [RenderedRow.Run] { isFirst ? outer : prefix.rest }

  /// Returns the context in one more container, given the signs of its first and its other rows.
  func entering(_ first: RenderedRow.Run, _ rest: RenderedRow.Run) -> UnitContext {
    var inner = self
    inner.outer = aboveNext
    if !isFirst { inner.prefix.first = prefix.rest }
    inner.prefix.first.append(first)
    inner.prefix.rest.append(rest)
    inner.isFirst = true
    inner.depth += 1
    return inner
  }

  /// Returns the context within a container whose other rows have blanks instead of the sign.
  func entering(_ sign: RenderedRow.Run) -> UnitContext {
    entering(
      sign, RenderedRow.Run(String(repeating: " ", count: sign.width), width: sign.width))
  }
}
