import TextEngine

/// The text as it is on the screen: wrapped into rows, partly folded away, colored. It follows every
/// edit, and never works on more than what is in sight.
final class EditorPage {
  private(set) var viewport = Viewport(height: 24)
  private(set) var folds = Folds()
  private(set) var highlighter = Highlighter(for: Rope())
  /// How far the highlighter knows the text to go.
  private var knownEnd = ByteOffset.zero
  private let cache = RowCache(layout: TextLayout(columns: 79, wraps: true))

  /// How many bytes were laid out in all.
  var readCount: Int { cache.readCount }

  var layout: TextLayout {
    get { cache.layout }
    set { cache.layout = newValue }
  }

  var top: ByteOffset { viewport.top }
  var left: Int { viewport.left }
  var height: Int { viewport.height }

  func open(_ text: Rope) {
    cache.forgetAll(of: text)
    folds = Folds()
    highlighter = Highlighter(for: text)
    knownEnd = text.end
    viewport.scroll(toTop: min(viewport.top, text.end), in: rows(of: text))
  }

  func follow(_ edit: Edit, to text: Rope) {
    cache.apply(edit, after: text)
    folds.apply(edit, after: text)
    highlighter.apply(edit, after: text)
    knownEnd = text.end
    viewport.apply(edit, in: rows(of: text))
  }

  func grow(to text: Rope) {
    cache.textGrew(to: text)
    folds.textGrew(to: text)
    highlighter.extend(from: knownEnd, to: text)
    knownEnd = text.end
    viewport.textGrew(in: rows(of: text))
  }

  func rows(of text: Rope) -> TextRows { TextRows(text, folds: folds, cache: cache) }

  /// The rows in sight.
  func shown(in text: Rope) -> [LayoutRow] { viewport.rows(in: rows(of: text)) }

  /// The rows in sight once an offset is among them.
  func revealed(_ offset: ByteOffset, in text: Rope) -> [LayoutRow] {
    if folds.isEmpty, layout.wraps, left == 0 {
      let rows = rows(of: text)
      let shown = viewport.rows(in: rows)
      if let first = shown.first, let last = shown.last, first.start == top, top <= offset,
        last.reaches(offset)
      {
        return shown
      }
    }
    reveal(offset, in: text)
    return shown(in: text)
  }

  // MARK: - Looking around

  /// Gives the view this height; a text that has room is seen whole.
  func fit(height: Int, in text: Rope) {
    viewport.height = height
    viewport.fill(in: rows(of: text))
  }

  func reveal(_ offset: ByteOffset, in text: Rope) {
    if !folds.isEmpty { folds.reveal(offset, in: text) }
    viewport.reveal(offset, in: rows(of: text))
  }

  func scroll(by count: Int, in text: Rope) { viewport.scroll(by: count, in: rows(of: text)) }

  func scroll(toTop offset: ByteOffset, in text: Rope) {
    viewport.scroll(toTop: offset, in: rows(of: text))
  }

  /// Shows an offset in a row of the view, as far as the text allows.
  func keep(_ offset: ByteOffset, atRow row: Int, in text: Rope) {
    let rows = rows(of: text)
    viewport.reveal(offset, in: rows)
    guard let cell = viewport.cell(of: offset, in: rows) else { return }
    viewport.scroll(by: cell.row - row, in: rows)
    viewport.fill(in: rows)
  }

  func cell(of offset: ByteOffset, in text: Rope) -> (row: Int, column: Int)? {
    viewport.cell(of: offset, in: rows(of: text))
  }

  /// The same for an offset in a row of the screen that is known to have it.
  func cell(
    of offset: ByteOffset, inRow index: Int, _ row: LayoutRow, in text: Rope
  ) -> (row: Int, column: Int)? {
    let column = rows(of: text).column(of: offset, in: row).value - left
    return column >= 0 ? (index, column) : nil
  }

  func place(atRow row: Int, column: Int, in text: Rope) -> ByteOffset {
    viewport.offset(atRow: row, column: column, in: rows(of: text))
  }

  /// How far the view goes with a move by pages, so that the cursor stays in its row.
  func rowsScrolled(by invocation: Invocation) -> Int? {
    let rows = max(1, height - 1) * min(max(invocation.count ?? 1, 1), 10_000)
    switch invocation.command {
    case .pageUp: return -rows
    case .pageDown: return rows
    default: return nil
    }
  }

  /// What the engine's commands ask of the screen.
  func moves(in text: Rope) -> RowMoves {
    var moves = RowMoves.shown(rows(of: text), height: viewport.height)
    moves.top = viewport.top
    return moves
  }

  // MARK: - Folding

  func fold(_ lines: Range<LineNumber>, in text: Rope) { folds.hide(lines, in: text) }

  func unfold(at offset: ByteOffset, in text: Rope) -> Bool { folds.show(at: offset, in: text) }

  func unfoldAll() { folds.showAll() }

  func hides(_ offset: ByteOffset) -> Bool { folds.hidden(at: offset) != nil }

  /// The end of the line that says that an offset is folded away.
  func shownPlace(before offset: ByteOffset) -> ByteOffset {
    folds.hidden(at: offset)?.lowerBound ?? offset
  }

  // MARK: - Colors

  /// Goes on to learn how the text is built, for about this many bytes, which may change the colors of
  /// what is in sight.
  func learn(_ text: Rope, _ budget: Int) -> Highlighter.Progress {
    highlighter.advance(in: text, budget: budget)
  }

  /// Asks the highlighter, which learns by being asked.
  func readColors<Answer>(_ ask: (inout Highlighter) -> Answer) -> Answer { ask(&highlighter) }

  func isCode(at offset: ByteOffset, in text: Rope) -> Bool {
    highlighter.isCode(at: offset, in: text)
  }
}
