import TextEngine

/// The last click, which tells double clicks and drags.
struct PointerClicks {
  /// How much a drag selects at a time.
  fileprivate enum Grain { case glyph, word, line }

  fileprivate var grain = Grain.glyph
  /// The range of the first click, which a drag always includes.
  fileprivate var start: Range<ByteOffset>?
  fileprivate var lastCell: EditorCell?
  fileprivate var lastTime: Int64 = 0

  /// Clicks are one double click within this many milliseconds.
  private static let pause: Int64 = 400

  fileprivate mutating func press(_ cell: EditorCell, at now: Int64, isPlain: Bool) {
    let isAgain = lastCell == cell && now - lastTime <= Self.pause && isPlain
    grain = isAgain ? grain.next : .glyph
    (lastCell, lastTime) = (cell, now)
  }
}

/// Clicks, double and triple clicks, and dragging over text.
extension EditorNavigation {
  func press(_ cell: EditorCell, selects: Bool, adds: Bool) {
    guard scene.isEditable else { return }
    scene.layOutRows()
    clicks.press(cell, at: scene.interactor.now, isPlain: !selects && !adds)
    let (range, selections) = (range(at: cell, row: cell.row), scene.selections)
    if selects {
      clicks.start = selections.main.range
      scene.interactor.perform(.jump(selections))
      return drag(to: cell)
    }
    clicks.start = range
    let selection = Selection(anchor: range.lowerBound, head: range.upperBound)
    scene.perform(.jump(adds ? selections.adding(selection) : Selections(selection)))
  }

  func drag(to cell: EditorCell) {
    guard let start = clicks.start, scene.isEditable else { return }
    scene.layOutRows()
    // A click that moved does not become a double click.
    if cell != clicks.lastCell { clicks.lastCell = nil }
    let page = scene.page
    // Dragging past an edge scrolls.
    if cell.row < 0 { page.scroll(by: -1, in: scene.text) }
    if cell.row >= page.height { page.scroll(by: 1, in: scene.text) }
    let range = range(at: cell, row: min(max(0, cell.row), page.height - 1))
    let isBackwards = range.lowerBound < start.lowerBound
    scene.select(
      Selections(
        isBackwards
          ? Selection(anchor: start.upperBound, head: range.lowerBound)
          : Selection(anchor: start.lowerBound, head: max(start.upperBound, range.upperBound))))
  }

  private func range(at cell: EditorCell, row: Int) -> Range<ByteOffset> {
    let text = scene.text
    let column = cell.column - scene.state.margin
    return clicks.grain.range(
      around: scene.page.place(atRow: row, column: column, in: text), in: text)
  }
}

extension PointerClicks.Grain {
  fileprivate var next: Self {
    switch self {
    case .glyph: .word
    case .word: .line
    case .line: .glyph
    }
  }

  fileprivate func range(around offset: ByteOffset, in text: Rope) -> Range<ByteOffset> {
    switch self {
    case .glyph: return Range(at: offset)
    case .word:
      let word = text.word(at: offset)
      // A double click behind the last word of a line means that word.
      return word.isEmpty && offset > .zero ? text.word(at: text.boundary(before: offset)) : word
    case .line: return text.range(of: text.line(at: offset))
    }
  }
}
