/// The text on the screen: wrapped into rows, partly folded, colored. It follows every edit and works
/// only on visible rows.
package final class TextPage {
  private(set) var viewport = Viewport(height: 24)
  package var folds = Folds()
  /// Learns how the text is built by being asked, so asking it changes it.
  package var highlighter = Highlighter(for: Rope())
  /// The end of the text that the highlighter knows.
  private var knownEnd = ByteOffset.zero
  /// The rows that stay visible above and below the cursor.
  package var rowsAround = 0
  private let cache = RowCache(layout: TextLayout(columns: 79, wraps: true))

  /// The total number of bytes that were laid out.
  package var readCount: Int { cache.readCount }

  package var layout: TextLayout {
    get { cache.layout }
    set { cache.layout = newValue }
  }

  package var top: ByteOffset { viewport.top }
  package var left: Int { viewport.left }
  package var height: Int { viewport.height }

  package init() {}

  package func open(_ text: Rope) {
    cache.forgetAll(of: text)
    folds = Folds()
    highlighter = Highlighter(for: text)
    knownEnd = text.end
    viewport.scroll(toTop: min(viewport.top, text.end), in: rows(of: text))
  }

  package func follow(_ edit: Edit, to text: Rope) {
    cache.apply(edit, after: text)
    folds.apply(edit, after: text)
    highlighter.apply(edit, after: text)
    knownEnd = text.end
    viewport.apply(edit, in: rows(of: text))
  }

  package func grow(to text: Rope) {
    cache.textGrew(to: text)
    folds.textGrew(to: text)
    highlighter.extend(from: knownEnd, to: text)
    knownEnd = text.end
    viewport.textGrew(in: rows(of: text))
  }

  package func rows(of text: Rope) -> TextRows { TextRows(text, folds: folds, cache: cache) }

  /// Returns the visible rows.
  package func shown(in text: Rope) -> [LayoutRow] { viewport.rows(in: rows(of: text)) }

  /// Scrolls until an offset is visible, and returns the visible rows.
  package func revealed(_ offset: ByteOffset, in text: Rope) -> [LayoutRow] {
    if folds.isEmpty, layout.wraps, left == 0, rowsAround == 0 {
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

  // MARK: - Scrolling

  /// Sets the height of the view and fills it as far as the text allows.
  package func fit(height: Int, in text: Rope) {
    viewport.height = height
    viewport.fill(in: rows(of: text))
  }

  package func reveal(_ offset: ByteOffset, in text: Rope) {
    if !folds.isEmpty { folds.reveal(offset, in: text) }
    let rows = rows(of: text)
    viewport.reveal(offset, in: rows)
    if marginRows == 0 { return }
    for step in [-marginRows, marginRows] {
      let goal = rows.column(of: offset)
      viewport.reveal(rows.offset(offset, movedByRows: step, goal: goal), in: rows)
    }
    viewport.reveal(offset, in: rows)
  }

  /// The rows around the cursor, as many as fit.
  package var marginRows: Int { min(rowsAround, (height - 1) / 2) }

  package func scroll(by count: Int, in text: Rope) {
    viewport.scroll(by: count, in: rows(of: text))
  }

  package func scroll(toTop offset: ByteOffset, in text: Rope) {
    viewport.scroll(toTop: offset, in: rows(of: text))
  }

  /// Shows an offset in a row of the view, as far as the text allows.
  package func keep(_ offset: ByteOffset, atRow row: Int, in text: Rope) {
    let rows = rows(of: text)
    viewport.reveal(offset, in: rows)
    guard let cell = viewport.cell(of: offset, in: rows) else { return }
    viewport.scroll(by: cell.row - row, in: rows)
    viewport.fill(in: rows)
  }

  package func cell(of offset: ByteOffset, in text: Rope) -> (row: Int, column: Int)? {
    viewport.cell(of: offset, in: rows(of: text))
  }

  /// The same for an offset in a known row.
  package func cell(
    of offset: ByteOffset, inRow index: Int, _ row: LayoutRow, in text: Rope
  ) -> (row: Int, column: Int)? {
    let column = rows(of: text).column(of: offset, in: row).value - left
    return column >= 0 ? (index, column) : nil
  }

  package func place(atRow row: Int, column: Int, in text: Rope) -> ByteOffset {
    viewport.offset(atRow: row, column: column, in: rows(of: text))
  }

  /// The rows that a move by pages scrolls, so that the cursor stays in its row.
  package func rowsScrolled(by invocation: Invocation) -> Int? {
    let rows = max(1, height - 1) * min(max(invocation.count ?? 1, 1), 10_000)
    switch invocation.command {
    case .pageUp: return -rows
    case .pageDown: return rows
    default: return nil
    }
  }

  /// The rows for commands of the engine.
  package func moves(in text: Rope) -> RowMoves {
    var moves = RowMoves.shown(rows(of: text), height: viewport.height)
    moves.top = viewport.top
    return moves
  }

  package func hides(_ offset: ByteOffset) -> Bool { folds.hidden(at: offset) != nil }
}
