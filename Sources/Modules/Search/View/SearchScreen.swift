import Cells
import Lists
import Terminal
import Viper

/// Draws the field, and the results below it.
@MainActor
final class SearchScreen: ListScreen {
  var parts: ListParts<SearchState, SearchCommand, SearchRow>
  private var field = LabeledField("Search: ", mark: "/", column: 8)

  init(presenter: any SearchPresenting) {
    parts = ListParts(presenter, SearchState())
    presenter.view = self
  }

  var keymap: Keymap<SearchCommand> { state.showsSaved ? SearchKeymap.saved : SearchKeymap.map }

  var chrome: Chrome {
    Chrome(
      title: "Search", state: state.counts, message: state.message, hints: keyTable.hints)
  }

  // MARK: - Layout

  func listFrame(in size: Size) -> Rect { split(size)?.first ?? resultsFrame(size) }

  /// The area below the field.
  private func resultsFrame(_ size: Size) -> Rect {
    let top = state.problem.map { 2 + below($0, size.columns).count } ?? 1
    return Rect(row: top, column: 0, rows: max(0, size.rows - top), columns: size.columns)
  }

  /// The least width for a preview beside the results.
  private static let roomForPreview = 100

  private func split(_ size: Size) -> Split? {
    Split(beside: resultsFrame(size), from: Self.roomForPreview)
  }

  var slots: [String] { [SearchSlot.preview] }

  func frame(ofSlot slot: String, in size: Size) -> Rect? {
    slot == SearchSlot.preview ? split(size)?.second : nil
  }

  var cursor: Point? {
    surface.window.map { field.cursor(row: 0, width: $0.frame.size.columns) }
  }

  // MARK: - Drawing

  func draw(on canvas: Canvas) {
    field.draw(on: canvas, row: 0)
    if let problem = state.problem { draw(problem, on: canvas) }
    split(canvas.size)?.drawDivider(on: canvas)
    drawList(on: canvas)
    let frame = listFrame(in: canvas.size)
    let rest = frame.rows - state.rowCount - 1
    guard state.showsSaved, rest > 0 else { return }
    let below = Rect(
      row: frame.row + state.rowCount + 1, column: 0, rows: rest, columns: frame.columns)
    canvas.part(below).paragraphs(emptyText)
  }

  var emptyText: String {
    if state.isIdle { return SearchWords.help }
    return state.counts.isEmpty || state.problem != nil ? "" : SearchWords.nothingFound
  }

  /// Returns the column of the unreadable character.
  private func column(of problem: SearchProblem, _ width: Int) -> Int {
    let before = Cells.width(of: String(field.text.prefix(problem.position)))
    return min(field.start(width) + before, max(0, width - 2))
  }

  /// Returns the lines of the problem, if it does not fit next to the mark.
  private func below(_ problem: SearchProblem, _ width: Int) -> [String] {
    if column(of: problem, width) + problem.text.count + 3 <= width { return [] }
    return Array(WordWrap.rows(ofText: problem.text, width: max(1, width - 2)).prefix(3))
  }

  /// Draws a mark under the unreadable character, and the problem.
  private func draw(_ problem: SearchProblem, on canvas: Canvas) {
    let width = canvas.size.columns
    let (column, rest) = (column(of: problem, width), below(problem, width))
    let style = canvas.theme[.warning]
    canvas.text(
      rest.isEmpty ? "^ \(problem.text)" : "^", row: 1, column: column, style,
      limit: width - column)
    for (row, text) in rest.enumerated() where row + 2 < canvas.size.rows {
      canvas.text(text, row: row + 2, column: 1, style, limit: width - 1)
    }
  }

  func draw(_ row: SearchRow, as look: RowLook, on line: Canvas) {
    let width = line.size.columns
    // Only notes and saved searches show the sign of the selection.
    if row.kind != .note, row.kind != .saved { line.text(" ", row: 0, look.base) }
    switch row.kind {
    case .note, .saved: drawTitle(row, as: look, on: line)
    case .line(let number):
      let label = width >= 30 ? "\(number)" : ""
      let start = label.isEmpty ? 3 : max(6, label.count + 3)
      line.text(label, row: 0, column: start - 1 - label.count, look.quiet)
      draw(row.pieces, from: start, to: width - 1, base: look.base, on: line)
    case .more:
      draw(row.pieces, from: width >= 30 ? 6 : 3, to: width - 1, base: look.quiet, on: line)
    }
  }

  /// Draws a title and its detail.
  private func drawTitle(_ row: SearchRow, as look: RowLook, on line: Canvas) {
    let width = line.size.columns
    var end = width - 1
    if !row.date.isEmpty, width >= 34 {
      let room = min(row.date.count, 10)
      line.text(row.date, row: 0, column: end - room, look.quiet, limit: room)
      end -= 11
    }
    var strong = look.base
    strong.attributes.formUnion(line.theme[.strong].attributes)
    let used = draw(row.pieces, from: 2, to: end, base: strong, on: line)
    if width >= 50, !row.detail.isEmpty, used + 4 < end {
      line.shortened(row.detail, row: 0, column: used + 2, look.quiet, limit: end - used - 2)
    }
  }

  /// Draws the pieces and returns the column after them.
  @discardableResult
  private func draw(
    _ pieces: [SearchRow.Piece], from column: Int, to end: Int, base: Style, on line: Canvas
  ) -> Int {
    var at = column
    for (index, piece) in pieces.enumerated() where at < end {
      var style = base
      if piece.isMatch { style.attributes.formUnion(line.theme[.match].attributes) }
      let isLast = index == pieces.count - 1
      at +=
        isLast
        ? line.shortened(piece.text, row: 0, column: at, style, limit: end - at)
        : line.text(piece.text, row: 0, column: at, style, limit: end - at)
    }
    return at
  }

  // MARK: - Input

  func type(_ event: InputEvent) -> Bool {
    guard let change = field.take(event) else { return false }
    surface.needsDrawing()
    if case .typed(let text) = change { presenter.handle(.type(text)) }
    return true
  }

  func handle(_ mouse: MouseEvent) -> Bool {
    if mouse.action == .press, mouse.at.row == 0 {
      field.click(at: mouse.at.column, width: surface.size.columns)
      surface.needsDrawing()
      return true
    }
    return handleInList(mouse)
  }

  func show(_ state: SearchState) {
    if state.edition != self.state.edition {
      if state.isProposed { field.propose(state.query) } else { field.text = state.query }
    }
    if state != self.state { surface.needsDrawing() }
    self.state = state
  }
}
