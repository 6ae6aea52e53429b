import Cells
import Lists
import Terminal
import Viper

/// Draws a board: columns side by side, each with its name, its count and its cards.
@MainActor
final class BoardScreen: ListScreen {
  var parts: ListParts<BoardState, BoardCommand, BoardRow>
  /// The leftmost column, and the first visible card of each scrolled column.
  private var first = 0
  private var tops: [Int: Int] = [:]
  private var layout: BoardLayout?

  init(presenter: any BoardPresenting) {
    parts = ListParts(presenter, BoardState())
    presenter.view = self
  }

  var keymap: Keymap<BoardCommand> { BoardKeymap.board }

  var chrome: Chrome {
    Chrome(
      title: state.title.isEmpty ? "Board" : state.title,
      state: state.isLoading ? SharedWords.reading : counted(state.rowCount, "card"),
      message: state.message,
      hints: keyTable.hints)
  }

  var emptyText: String {
    if state.isLoading { return SharedWords.isReading }
    return state.problem.isEmpty ? BoardWords.noColumns : state.problem
  }

  var visibleRows: Int {
    layout?.columns.first { $0.number == state.column }.map { max(1, $0.cards.count) } ?? 1
  }

  // MARK: - Drawing

  /// Returns the area below the column names, if there is more than one line.
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
    ) { [presenter] row, width in
      WordWrap.rows(ofText: presenter.row(at: row).words, width: max(1, width))
    }
    self.layout = layout
    if frame.row > 0 { drawHeads(layout, on: canvas.line(0)) }
    for column in layout.columns {
      for card in column.cards { draw(card, of: column, layout, on: area) }
      guard column.start > 0, !layout.hasFrames else { continue }
      for row in 0..<area.size.rows {
        area.text("│", row: row, column: column.start - 1, canvas.theme[.border])
      }
    }
  }

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
      if column.start > 0, !layout.hasFrames {
        line.text("│", row: 0, column: column.start - 1, line.theme[.border])
      }
    }
    if layout.isCutLeft { line.text("‹", row: 0, column: 0, line.theme[.muted]) }
    if layout.isCutRight {
      line.text("›", row: 0, column: line.size.columns - 1, line.theme[.muted])
    }
  }

  private func draw(
    _ card: BoardLayout.Card, of column: BoardLayout.Column, _ layout: BoardLayout,
    on area: Canvas
  ) {
    let row = presenter.row(at: card.row)
    let isSelected = card.row == state.selected
    let part = area.part(
      Rect(row: card.top, column: column.start, rows: card.height, columns: column.width))
    if layout.hasFrames { drawFrame(of: card, isSelected: isSelected, on: part) }
    for (index, text) in card.lines.enumerated() {
      let line = part.line(index + layout.frame / 2)
      if layout.hasFrames {
        let style = line.theme[isSelected ? .strong : row.isDone ? .muted : .text]
        if index == 0 { line.text(sign(of: row), row: 0, column: 2, line.theme[.bullet]) }
        line.shortened(
          text, row: 0, column: layout.indent, style, limit: column.width - layout.indent - 2)
      } else if index == 0 {
        draw(row, as: RowLook(isSelected, on: line), text, on: line)
      } else {
        let style = line.theme[isSelected ? .selection : row.isDone ? .muted : .text]
        if isSelected { line.fill(row: 0, style) }
        line.shortened(
          text, row: 0, column: layout.indent, style, limit: column.width - layout.indent)
      }
    }
  }

  /// Draws the border of a card, a heavy one if it is selected: color is never the only sign.
  private func drawFrame(of card: BoardLayout.Card, isSelected: Bool, on part: Canvas) {
    let style = part.theme[isSelected ? .key : .border]
    let (width, height) = (part.size.columns, part.size.rows)
    let signs = isSelected ? ["┏", "┓", "┗", "┛"] : ["╭", "╮", "╰", "╯"]
    let rule: Unicode.Scalar = isSelected ? "━" : "─"
    let side = isSelected ? "┃" : "│"
    for (row, ends) in [(0, signs.prefix(2)), (height - 1, signs.suffix(2))] {
      if row > 0, card.isCut { continue }
      part.fill(row: row, column: 1, width: width - 2, with: rule, style)
      part.text(ends.first ?? "", row: row, style)
      part.text(ends.last ?? "", row: row, column: width - 1, style)
    }
    for row in 1..<max(1, card.isCut ? height : height - 1) {
      part.text(side, row: row, style)
      part.text(side, row: row, column: width - 1, style)
    }
  }

  private func sign(of row: BoardRow) -> String {
    row.isDone ? "✓" : row.hasBox && state.options.showsBoxes ? "☐" : "•"
  }

  /// Draws all words of a card in one line, for the search in lists.
  func draw(_ row: BoardRow, as look: RowLook, on line: Canvas) {
    draw(row, as: look, String(row.words.map { $0 == "\n" ? " " : $0 }), on: line)
  }

  private func draw(_ row: BoardRow, as look: RowLook, _ text: String, on line: Canvas) {
    let style = row.isDone ? look.quiet : look.base
    let indent = BoardLayout.indent
    line.text(sign(of: row), row: 0, column: 2, look.quiet)
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
