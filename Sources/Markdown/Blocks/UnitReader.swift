import Bytes
import CCmark

/// Makes units of a tree's blocks, in the order in which they stand in the note.
struct UnitReader {
  let source: [UInt8]
  let masked: MaskedText
  let lines: LineTable
  /// Where the lines of comments are empty.
  private let shown: LineTable
  let embeds: Embeds
  private(set) var units: [RenderedUnit] = []
  private let followsBlank: Bool

  /// Containers within more of them are shown like those.
  private static let deepest = 24

  init(_ masked: MaskedText, embeds: Embeds, followsBlank: Bool) {
    source = masked.source
    self.masked = masked
    self.embeds = embeds
    self.followsBlank = followsBlank
    lines = LineTable(source)
    shown = LineTable(masked.bytes)
  }

  mutating func read(_ document: cmark_tree) {
    // What stands below the source is ours: it keeps links and footnotes alive.
    var blocks = Children(of: document).filter { $0.line < lines.count }
    // The tree has footnotes at its end, wherever they stand.
    if blocks.contains(where: { $0.kind == CMARK_KIND_FOOTNOTE }) {
      blocks.sort { $0.line < $1.line }
    }
    read(blocks, UnitContext())
  }

  mutating func read(_ blocks: some Sequence<cmark_tree>, _ context: UnitContext) {
    var context = context
    for block in blocks {
      let count = units.count
      read(block, context)
      if units.count > count { context.isFirst = false }
    }
  }

  private mutating func read(_ block: cmark_tree, _ context: UnitContext) {
    if context.depth > Self.deepest { return readLeaves(of: block, context) }
    switch block.kind {
    case CMARK_KIND_QUOTE: readQuote(block, context)
    case CMARK_KIND_LIST: readList(block, context)
    case CMARK_KIND_FOOTNOTE: readFootnote(block, context)
    default: readLeaf(block, context)
    }
  }

  /// Whatever is nested deeper than anyone reads, without its bars; without recursion.
  private mutating func readLeaves(of top: cmark_tree, _ context: UnitContext) {
    var context = context
    var node = top
    while true {
      switch node.kind {
      case CMARK_KIND_QUOTE, CMARK_KIND_LIST, CMARK_KIND_ITEM, CMARK_KIND_FOOTNOTE:
        if let child = cmark_tree_child(node) {
          node = child
          continue
        }
      default:
        readLeaf(node, context)
        context.isFirst = false
      }
      while node != top, cmark_tree_next(node) == nil {
        guard let parent = cmark_tree_parent(node) else { return }
        node = parent
      }
      guard node != top, let next = cmark_tree_next(node) else { return }
      node = next
    }
  }

  private mutating func readLeaf(_ block: cmark_tree, _ context: UnitContext) {
    switch block.kind {
    case CMARK_KIND_PARAGRAPH: readParagraph(block, context)
    case CMARK_KIND_HEADING: readHeading(block, context)
    case CMARK_KIND_CODE_BLOCK: readCode(block, context)
    case CMARK_KIND_HTML_BLOCK: readHtml(block, context)
    case CMARK_KIND_TABLE: readTable(block, context)
    case CMARK_KIND_RULE: add(RenderedUnit(.rule, line: block.line), context)
    default: break
    }
  }

  /// Puts a unit where the note has it: below an empty row where the note has an empty line.
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

  /// The same right below the unit before it.
  mutating func addBelow(_ unit: RenderedUnit, _ context: UnitContext) {
    var unit = unit
    unit.prefix = context.prefix
    unit.within = context.folds
    unit.prefix.first = unit.prefix.rest
    units.append(unit)
  }

  /// Units that were made elsewhere, within what these stand in. `isApart`: what the note has above
  /// the line is above the first of them.
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

/// What a block stands in.
struct UnitContext {
  var prefix = Prefix()
  /// No unit has the bullet yet.
  var isFirst = true
  var depth = 0
  var listDepth = 0
  var style: RunStyle = []
  /// The callouts around it that can be folded.
  var folds: [RenderedFold] = []
  /// Before an empty row above the first unit, which is outside of the container.
  private var outer: [RenderedRow.Run] = []

  var aboveNext: [RenderedRow.Run] { isFirst ? outer : prefix.rest }

  /// Within one more container, whose signs stand before its first row and all others.
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

  /// The same with room in place of the sign.
  func entering(_ sign: RenderedRow.Run) -> UnitContext {
    entering(
      sign, RenderedRow.Run(String(repeating: " ", count: sign.width), width: sign.width))
  }
}
