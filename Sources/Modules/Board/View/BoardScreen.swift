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

  /// The cells before a card's words, for the signs of selected and done, or for its box.
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

  /// Draws all words of a card in one line, for the search in lists.
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

/// The columns that fit the window, and the positions of their cards.
private struct BoardLayout {
  struct Column: Equatable {
    var number: Int
    var start: Int
    var width: Int
    var cards: [Card] = []
    var isCutAbove = false
    var isCutBelow = false
  }

  struct Card: Equatable {
    var row: Int
    /// The first line of the card, below the heads.
    var top: Int
    var lines: [String]
  }

  private(set) var columns: [Column] = []
  private(set) var isCutLeft = false
  private(set) var isCutRight = false

  /// The width below which a column is hard to read.
  private static let narrowest = 24
  /// The most lines of a card that is not selected.
  private static let most = 5

  /// `first` is the leftmost column and `tops` the first card of each column; both change as little
  /// as possible. `lines` wraps a card at a width.
  init(
    _ state: BoardState, in size: Size, first: inout Int, tops: inout [Int: Int],
    lines: @escaping (_ row: Int, _ width: Int) -> [String]
  ) {
    let narrowest = state.options.width ?? Self.narrowest
    let count = min(state.columns.count, max(1, (size.columns + 1) / (narrowest + 1)))
    guard count > 0, size.columns > 0 else { return }
    first = min(max(first, state.column - count + 1), state.column, state.columns.count - count)
    first = max(0, first)
    isCutLeft = first > 0
    isCutRight = first + count < state.columns.count
    let width = (size.columns - (count - 1)) / count
    for index in 0..<count {
      let start = index * (width + 1)
      let isLast = index == count - 1
      var column = Column(
        number: first + index, start: start, width: isLast ? size.columns - start : width)
      let head = state.columns[column.number]
      let filling = Filling(
        rows: head.rows, selected: state.selected.flatMap { head.rows.contains($0) ? $0 : nil },
        height: size.rows
      ) { row in
        let all = lines(row, column.width - (count > 1 ? 1 : 0))
        let room = row == state.selected ? size.rows : min(Self.most, size.rows)
        guard all.count > room, room > 0 else { return all }
        return all.prefix(room - 1) + [all[room - 1] + " …"]
      }
      let top = filling.top(from: tops[column.number] ?? 0)
      tops[column.number] = top - head.rows.lowerBound
      column.cards = filling.cards(from: top)
      column.isCutAbove = top > head.rows.lowerBound
      column.isCutBelow = (column.cards.last.map { $0.row + 1 } ?? top) < head.rows.upperBound
      columns.append(column)
    }
  }

  /// Returns the column at a point below the heads, and the card if there is one.
  func hit(_ point: Point) -> (column: Int, row: Int?)? {
    guard let column = columns.first(where: { $0.start..<$0.start + $0.width ~= point.column })
    else { return nil }
    let card = column.cards.first { $0.top..<$0.top + $0.lines.count ~= point.row }
    return (column.number, card?.row)
  }

  /// Fills a column's height with cards.
  private struct Filling {
    let rows: Range<Int>
    let selected: Int?
    let height: Int
    let lines: (Int) -> [String]

    /// Returns the first card: the wanted one, or the nearest that shows the selected card whole
    /// and leaves no empty space that cards could fill.
    func top(from wanted: Int) -> Int {
      guard !rows.isEmpty else { return rows.lowerBound }
      let wanted = min(rows.lowerBound + max(0, wanted), lowest(endingWith: rows.upperBound - 1))
      guard let selected else { return wanted }
      return min(max(wanted, lowest(endingWith: selected)), selected)
    }

    /// Returns the first card from which this one is visible as a whole.
    private func lowest(endingWith row: Int) -> Int {
      var (first, used) = (row, lines(row).count)
      while first > rows.lowerBound {
        used += lines(first - 1).count
        if used > height { break }
        first -= 1
      }
      return first
    }

    func cards(from first: Int) -> [Card] {
      var (cards, used) = ([Card](), 0)
      for row in first..<max(first, rows.upperBound) where used < height {
        var lines = lines(row)
        if used + lines.count > height {
          lines = Array(lines.prefix(height - used))
          if let last = lines.popLast() { lines.append(last + " …") }
        }
        cards.append(Card(row: row, top: used, lines: lines))
        used += lines.count
      }
      return cards
    }
  }
}
