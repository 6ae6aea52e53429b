import TestSupport
import TextEngine

/// Steps that change only what is selected, folded away or seen.
extension FuzzSession {
  mutating func select() {
    var all: [Selection] = []
    for _ in 0..<number(1...4) {
      let head = text.boundary(atOrBefore: anyOffset())
      all.append(
        Selection(anchor: chance(2) ? head : text.boundary(atOrBefore: anyOffset()), head: head))
    }
    let main = number(0...all.count - 1)
    guard let made = Selections(all, main: main) else {
      problem = "selections without a main one"
      return
    }
    selections = made
    history.closeStep()
  }

  // MARK: - Folding

  mutating func fold() {
    let first = number(0...text.lastLine.value)
    let count = number(1...max(1, min(20, text.lineCount)))
    folds.hide(LineNumber(first)..<LineNumber(first + count), in: text)
    showCursor()
  }

  /// What the editor folds: the lines below a heading, an item, a fence.
  mutating func foldHere() {
    let line = LineNumber(number(0...text.lastLine.value))
    guard let foldable = highlighter.foldable(at: line, in: text) else { return }
    let hidden = foldable.hidden
    if hidden.lowerBound <= foldable.head || hidden.upperBound > text.end || hidden.isEmpty {
      problem = "what can be folded is \(hidden), below \(foldable.head)"
      return
    }
    folds.hide(
      text.line(at: hidden.lowerBound)..<text.line(at: hidden.upperBound - 1) + 1, in: text)
    showCursor()
  }

  mutating func unfold() {
    let offset = anyOffset()
    switch number(0...4) {
    case 0: folds.showAll()
    case 1: folds.reveal(offset, in: text)
    default: folds.show(at: offset, in: text)
    }
  }

  // MARK: - The window

  /// What an editor does after each change of what is to be seen.
  private mutating func showCursor() { viewport.reveal(selections.main.head, in: rows) }

  mutating func wrap() {
    let old = cache.layout
    cache.layout = TextLayout(
      columns: chance(2) ? old.columns : number(1...90), wraps: chance(2),
      tabWidth: chance(3) ? number(1...8) : old.tabWidth)
    showCursor()
  }

  mutating func resize() {
    viewport.height = number(1...40)
    let old = cache.layout
    cache.layout = TextLayout(columns: number(1...90), wraps: old.wraps, tabWidth: old.tabWidth)
    viewport.fill(in: rows)
    showCursor()
  }

  mutating func page() {
    let offset = anyOffset()
    let goal = Column(number(0...100))
    let count = max(1, viewport.height - 1) * (chance(2) ? 1 : -1)
    let moved = rows.offset(offset, movedByRows: count, goal: goal)
    viewport.scroll(by: count, in: rows)
    viewport.reveal(moved, in: rows)
    checkSeen(moved)
  }

  mutating func reveal() {
    let offset = anyOffset()
    folds.reveal(offset, in: text)
    if folds.hidden(at: offset).map({ $0.lowerBound < offset }) ?? false {
      problem = "\(offset.value) stays folded away"
    }
    viewport.reveal(offset, in: rows)
    checkSeen(offset)
  }

  private mutating func checkSeen(_ offset: ByteOffset) {
    guard let cell = viewport.cell(of: offset, in: rows) else {
      problem = "\(offset.value) is not in sight"
      return
    }
    if cell.row < 0 || cell.row >= viewport.height || cell.column > cache.layout.columns {
      problem = "\(offset.value) is seen at \(cell)"
    }
  }

  mutating func click() {
    let offset = viewport.offset(
      atRow: number(0...viewport.height), column: number(0...100), in: rows)
    if offset < .zero || offset > text.end || text.boundary(atOrBefore: offset) != offset,
      // Glyphs of a long line end where its parts do.
      cache.partStarts(in: text).isEmpty, cache.cuts.isEmpty
    {
      problem = "a click leads to \(offset.value), where no cursor can be"
    }
  }

  // MARK: - Colors

  mutating func learn() {
    _ = highlighter.advance(in: text, budget: number(1...20_000))
  }

  /// What a screen and a list of headings ask for.
  mutating func look() {
    let line = LineNumber(number(0...text.lastLine.value))
    if let found = highlighter.foldable(at: line, in: text) {
      if found.head != text.start(of: line) || found.hidden.upperBound > text.end {
        problem = "what folds at line \(line.value) is \(found)"
      }
    }
    var last = ByteOffset.zero
    for entry in highlighter.outline(in: text) {
      let isInside =
        entry.range.lowerBound <= entry.words.lowerBound
        && entry.words.upperBound <= entry.range.upperBound
      if entry.range.lowerBound < last || entry.range.upperBound > text.end || !isInside {
        problem = "a heading at \(entry.range) with words at \(entry.words)"
      }
      last = entry.range.upperBound
    }
  }
}
