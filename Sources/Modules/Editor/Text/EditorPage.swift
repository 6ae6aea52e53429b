import TextEngine

/// The text as it lies on the screen: wrapped into rows, partly folded away, coloured. It is told of
/// every edit, and never works on more than what is in sight.
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

  /// The rows in sight once a place is among them.
  func revealed(_ place: ByteOffset, in text: Rope) -> [LayoutRow] {
    if folds.isEmpty, layout.wraps, left == 0 {
      let rows = rows(of: text)
      let shown = viewport.rows(in: rows)
      if let first = shown.first, let last = shown.last, first.start == top, top <= place,
        last.reaches(place)
      {
        return shown
      }
    }
    reveal(place, in: text)
    return shown(in: text)
  }

  // MARK: - Looking around

  /// Gives the view this height; a text that has room is seen whole.
  func fit(height: Int, in text: Rope) {
    viewport.height = height
    viewport.fill(in: rows(of: text))
  }

  func reveal(_ place: ByteOffset, in text: Rope) {
    if !folds.isEmpty { folds.reveal(place, in: text) }
    viewport.reveal(place, in: rows(of: text))
  }

  func scroll(by count: Int, in text: Rope) { viewport.scroll(by: count, in: rows(of: text)) }

  func scroll(toTop place: ByteOffset, in text: Rope) {
    viewport.scroll(toTop: place, in: rows(of: text))
  }

  /// Lets a place stand in a row of the view, as far as the text allows.
  func keep(_ place: ByteOffset, atRow row: Int, in text: Rope) {
    let rows = rows(of: text)
    viewport.reveal(place, in: rows)
    guard let cell = viewport.cell(of: place, in: rows) else { return }
    viewport.scroll(by: cell.row - row, in: rows)
    viewport.fill(in: rows)
  }

  func cell(of place: ByteOffset, in text: Rope) -> (row: Int, column: Int)? {
    viewport.cell(of: place, in: rows(of: text))
  }

  /// The same for a place in a row of the screen that is known to hold it.
  func cell(
    of place: ByteOffset, inRow index: Int, _ row: LayoutRow, in text: Rope
  ) -> (row: Int, column: Int)? {
    let column = rows(of: text).column(of: place, in: row).value - left
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

  func unfold(at place: ByteOffset, in text: Rope) -> Bool { folds.show(at: place, in: text) }

  func unfoldAll() { folds.showAll() }

  func hides(_ place: ByteOffset) -> Bool { folds.hidden(at: place) != nil }

  /// The end of the line that says that a place is folded away.
  func shownPlace(before place: ByteOffset) -> ByteOffset {
    folds.hidden(at: place)?.lowerBound ?? place
  }

  // MARK: - Colours

  /// Goes on to learn how the text is built, for about so many bytes, which may change the colours of
  /// what is in sight.
  func learn(_ text: Rope, _ budget: Int) -> Highlighter.Progress {
    highlighter.advance(in: text, budget: budget)
  }

  /// What the parts of a row are, at places from its start.
  func inks(of row: LayoutRow, in text: Rope) -> [RowLooks.Ranged<InkSet>] {
    highlighter.spans(of: row.bytes, in: text).map {
      RowLooks.Ranged(
        low: $0.range.lowerBound - row.start, high: $0.range.upperBound - row.start,
        value: $0.kinds)
    }
  }

  /// Asks the highlighter, which learns by being asked.
  func readColours<Answer>(_ ask: (inout Highlighter) -> Answer) -> Answer { ask(&highlighter) }

  func isCode(at place: ByteOffset, in text: Rope) -> Bool {
    highlighter.isCode(at: place, in: text)
  }
}
