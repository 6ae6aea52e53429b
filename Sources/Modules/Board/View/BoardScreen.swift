import Cells
import Lists
import Terminal
import Viper

/// A board over a window: columns side by side, each with its name, its count and its cards.
@MainActor
final class BoardScreen: ListScreen {
  typealias State = BoardState

  let surface = Surface()
  let presenter: any BoardPresenting
  var state = BoardState()
  var list = ListWidget()
  var finder = RowFinder()
  /// The column at the left, and the first card of each that has been scrolled.
  private var first = 0
  private var tops: [Int: Int] = [:]
  private var layout: BoardLayout?

  init(presenter: any BoardPresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  var keymap: Keymap<BoardCommand> { BoardKeymap.board }

  var chrome: Chrome {
    Chrome(
      place: state.title.isEmpty ? "Board" : state.title, state: counts, message: state.message,
      hints: keyTable.hints)
  }

  private var counts: String {
    if state.isLoading { return "reading…" }
    return state.rowCount == 1 ? "1 card" : "\(state.rowCount) cards"
  }

  var emptyText: String {
    if state.isLoading { return "Reading…" }
    return state.problem.isEmpty ? "No columns yet.\nPress c to add one." : state.problem
  }

  var visibleRows: Int {
    layout?.columns.first { $0.number == state.column }.map { max(1, $0.cards.count) } ?? 1
  }

  // MARK: - Drawing

  /// Below the names of the columns, where there is more than a line.
  func listFrame(in size: Size) -> Rect {
    let above = size.rows > 1 && !state.columns.isEmpty ? 1 : 0
    return Rect(row: above, column: 0, rows: size.rows - above, columns: size.columns)
  }

  func draw(on canvas: Canvas) {
    drawFindLine(on: canvas)
    let frame = rowsFrame(in: canvas.size)
    let area = canvas.part(frame)
    if state.columns.isEmpty { return area.paragraphs(emptyText) }
    let layout = BoardLayout(
      state, in: area.size, first: &first, tops: &tops
    ) { [presenter, indent] row, width in
      WordWrap.rows(ofText: presenter.row(at: row).words, width: max(1, width - indent))
    }
    self.layout = layout
    if frame.row > 0 { drawHeads(layout, on: canvas.line(0)) }
    for column in layout.columns {
      for card in column.cards { draw(card, of: column, on: area) }
      guard column.start > 0 else { continue }
      for row in 0..<area.size.rows {
        area.text("│", row: row, column: column.start - 1, canvas.theme[.border])
      }
    }
  }

  /// Before a card's words: the sign of what is selected, and of what is done, or its box.
  private var indent: Int { state.options.showsBoxes ? 6 : 4 }

  private func drawHeads(_ layout: BoardLayout, on line: Canvas) {
    line.fill(row: 0)
    for column in layout.columns {
      let head = state.columns[column.number]
      let isFocused = column.number == state.column
      let part = line.part(Rect(row: 0, column: column.start, rows: 1, columns: column.width))
      let style = line.theme[isFocused ? .selection : .heading]
      if isFocused { part.fill(row: 0, style) }
      let isOver = head.limit.map { head.rows.count > $0 } ?? false
      let number = state.options.hidesCounts && head.limit == nil ? "" : "\(head.rows.count)"
      let count = number + (head.limit.map { "/\($0)" } ?? "") + (isOver ? "!" : "")
      let arrows = (column.isCutAbove ? "▲" : "") + (column.isCutBelow ? "▼" : "")
      let room = column.width - 4 - count.count - arrows.count
      let used = part.shortened(head.title, row: 0, column: 1, style, limit: max(1, room))
      part.text(
        count, row: 0, column: used + 2, isOver && !isFocused ? line.theme[.warning] : style)
      part.text(arrows, row: 0, column: column.width - 1 - arrows.count, style)
      if column.start > 0 { line.text("│", row: 0, column: column.start - 1, line.theme[.border]) }
    }
    if layout.isCutLeft { line.text("‹", row: 0, column: 0, line.theme[.muted]) }
    if layout.isCutRight {
      line.text("›", row: 0, column: line.size.columns - 1, line.theme[.muted])
    }
  }

  private func draw(_ card: BoardLayout.Card, of column: BoardLayout.Column, on area: Canvas) {
    let row = presenter.row(at: card.row)
    for (index, text) in card.lines.enumerated() {
      let line = area.part(
        Rect(row: card.top + index, column: column.start, rows: 1, columns: column.width))
      let isSelected = card.row == state.selected
      if index == 0 {
        draw(row, as: RowLook(isSelected, on: line), text, on: line)
      } else {
        let style = line.theme[isSelected ? .selection : row.isDone ? .muted : .text]
        if isSelected { line.fill(row: 0, style) }
        line.shortened(text, row: 0, column: indent, style, limit: column.width - indent)
      }
    }
  }

  /// All its words in one line: what is looked for is found there.
  func draw(_ row: BoardRow, as look: RowLook, on line: Canvas) {
    draw(row, as: look, String(row.words.map { $0 == "\n" ? " " : $0 }), on: line)
  }

  private func draw(_ row: BoardRow, as look: RowLook, _ text: String, on line: Canvas) {
    let style = row.isDone ? look.quiet : look.base
    let sign = row.isDone ? "x" : "-"
    let box = row.hasBox ? row.isDone ? "[x]" : "[ ]" : "-"
    line.text(state.options.showsBoxes ? box : sign, row: 0, column: 2, look.quiet)
    line.shortened(text, row: 0, column: indent, style, limit: line.size.columns - indent)
  }

  // MARK: - Input

  func handle(_ mouse: MouseEvent) -> Bool {
    if let lines = mouse.wheelLines {
      presenter.handle(.move(.lines(lines)))
      return true
    }
    guard mouse.action == .press, let layout else { return false }
    let frame = rowsFrame(in: surface.size)
    let point = Point(row: mouse.at.row - frame.row, column: mouse.at.column)
    guard let hit = layout.hit(point) else { return false }
    if let row = hit.row {
      presenter.handle(row == state.selected ? .open : .select(row))
    } else {
      presenter.handle(.goToColumn(hit.column))
    }
    return true
  }
}
