import Cells
import Terminal

/// A field, and below it what is found, over a window.
@MainActor
final class SearchScreen: Screen {
  let surface = Surface()
  private let presenter: any SearchEventHandler & SearchDataSource
  private var state = SearchState()
  private var list = ListWidget()
  private var field = TextField()

  init(presenter: any SearchEventHandler & SearchDataSource) {
    self.presenter = presenter
    presenter.view = self
  }

  let keyTable = SearchKeymap.map.table(titled: "Search")

  var chrome: Chrome {
    Chrome(
      place: "Search", state: state.counts, message: state.message,
      tone: state.isWarning ? .warning : .news, hints: keyTable.hints)
  }

  // MARK: - Layout

  private static let label = "Search: "

  /// A narrow window has no room for words.
  private func fieldStart(_ width: Int) -> Int { width >= 40 ? Self.label.utf8.count : 2 }

  private func fieldWidth(_ width: Int) -> Int { max(1, width - fieldStart(width) - 1) }

  private func rowsFrame(in size: Size) -> Rect {
    let top = state.problem.map { 2 + below($0, size.columns).count } ?? 1
    return Rect(row: top, column: 0, rows: max(0, size.rows - top), columns: size.columns)
  }

  var cursor: Point? {
    guard let window = surface.window else { return nil }
    let width = window.frame.size.columns
    return Point(
      row: 0,
      column: field.cursorColumn(from: fieldStart(width), width: fieldWidth(width)))
  }

  // MARK: - Drawing

  func draw(on canvas: Canvas) {
    let width = canvas.size.columns
    let start = fieldStart(width)
    canvas.text(start > 2 ? Self.label : "/", row: 0, column: 0, canvas.theme[.key])
    field.draw(on: canvas, row: 0, column: start, width: fieldWidth(width))
    if let problem = state.problem { draw(problem, on: canvas) }
    let frame = rowsFrame(in: canvas.size)
    guard frame.rows > 0 else { return }
    let area = canvas.part(frame)
    if state.rowCount == 0 { return drawEmpty(on: area) }
    list.reveal(
      state.selected?.upperBound.advanced(by: -1), count: state.rowCount, height: frame.rows)
    list.reveal(state.selected?.lowerBound, count: state.rowCount, height: frame.rows)
    list.draw(on: area, count: state.rowCount) { index, line in
      draw(
        presenter.row(at: index), isSelected: state.selected?.contains(index) ?? false, on: line)
    }
  }

  /// Under which column reading went wrong.
  private func column(of problem: SearchProblem, _ width: Int) -> Int {
    let before = Cells.glyphs(in: String(field.text.prefix(problem.position)))
    return min(fieldStart(width) + before.reduce(0) { $0 + $1.width }, max(0, width - 2))
  }

  /// Why, where there is no room for it beside the mark.
  private func below(_ problem: SearchProblem, _ width: Int) -> [String] {
    if column(of: problem, width) + problem.text.count + 3 <= width { return [] }
    return Array(WordWrap.rows(ofText: problem.text, width: max(1, width - 2)).prefix(3))
  }

  /// A mark under the character where reading went wrong, and why.
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

  private func drawEmpty(on canvas: Canvas) {
    if !state.isIdle, state.counts.isEmpty { return }
    let text =
      state.isIdle
      ? "Words find notes with all of them.\n\"so many words\" -without OR /expression/\n"
        + "tag:x title:x path:x task:todo due:today modified:today has:link name:value"
      : state.problem == nil ? "Nothing found." : ""
    let width = max(1, canvas.size.columns - 3)
    for (row, text) in WordWrap.rows(ofText: text, width: width).enumerated()
    where row < canvas.size.rows {
      canvas.text(text, row: row, column: 2, canvas.theme[.muted])
    }
  }

  private func draw(_ row: SearchRow, isSelected: Bool, on line: Canvas) {
    let theme = line.theme
    let base = theme[isSelected ? .selection : .text]
    let width = line.size.columns
    if isSelected { line.fill(row: 0, base) }
    switch row.kind {
    case .note:
      let quiet = isSelected ? base : theme[.muted]
      var end = width - 1
      if width >= 34 {
        let room = min(row.date.count, 10)
        line.text(row.date, row: 0, column: end - room, quiet, limit: room)
        end -= 11
      }
      line.text(isSelected ? ">" : " ", row: 0, base)
      var strong = base
      strong.attributes.formUnion(theme[.strong].attributes)
      let used = draw(row.pieces, from: 2, to: end, base: strong, on: line)
      if width >= 50, !row.folder.isEmpty, used + 4 < end {
        line.shortened(row.folder, row: 0, column: used + 2, quiet, limit: end - used - 2)
      }
    case .line(let number):
      let quiet = isSelected ? base : theme[.muted]
      let label = width >= 30 ? "\(number)" : ""
      let start = label.isEmpty ? 3 : max(6, label.count + 3)
      line.text(label, row: 0, column: start - 1 - label.count, quiet)
      draw(row.pieces, from: start, to: width - 1, base: base, on: line)
    }
  }

  /// Answers with the column behind the last piece.
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

  func handle(_ event: InputEvent) -> Bool {
    if case .mouse(let mouse) = event { return handle(mouse) }
    if case .key(let key) = event, let command = SearchKeymap.map.command(for: key) {
      presenter.handle(command)
      return true
    }
    let before = field.text
    guard field.handle(event) else { return false }
    surface.needsDrawing()
    if field.text != before { presenter.handle(.type(field.text)) }
    return true
  }

  private func handle(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .wheelUp: presenter.handle(.move(-3))
    case .wheelDown: presenter.handle(.move(3))
    case .press:
      let frame = rowsFrame(in: surface.size)
      guard frame.contains(mouse.at),
        let row = list.row(atLine: mouse.at.row - frame.row, count: state.rowCount)
      else { return false }
      // A click on the selected note opens it: the second half of a double click.
      presenter.handle(state.selected?.contains(row) == true ? .open : .select(row: row))
    case .release, .drag: return false
    }
    return true
  }
}

extension SearchScreen: SearchView {
  func show(_ state: SearchState) {
    if state.edition != self.state.edition { field = TextField(state.query) }
    if state != self.state { surface.needsDrawing() }
    self.state = state
  }

  func reloadRows() { surface.needsDrawing() }

  var visibleRows: Int { rowsFrame(in: surface.size).rows }
}
