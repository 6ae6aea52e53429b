import Cells
import Lists
import Markdown
import Pictures
import Terminal
import Viper

/// Draws the bases, or a view of one: tabs, column titles, and rows.
@MainActor
final class TableScreen: ListScreen {
  var parts: ListParts<TableState, TableCommand, TableRow>

  init(presenter: any TablePresenting) {
    parts = ListParts(presenter, TableState())
    presenter.view = self
  }

  var keymap: Keymap<TableCommand> {
    state.form == .bases ? TableKeymap.bases : TableKeymap.view
  }

  var chrome: Chrome {
    Chrome(
      title: state.name.isEmpty ? "Bases" : state.name, state: counts, message: state.message,
      hints: keyTable.hints)
  }

  private var counts: String {
    if state.isLoading { return SharedWords.reading }
    if state.form == .bases { return counted(state.total, "base") }
    let rows = counted(state.total, "row")
    return state.marked > 0 ? TableWords.marked(state.marked, of: rows) : rows
  }

  var emptyText: String {
    if state.isLoading { return SharedWords.isReading }
    if state.form == .bases { return TableWords.noBases }
    return state.message.isWarning ? "" : TableWords.nothingFits
  }

  // MARK: - Drawing

  /// Returns whether to draw tabs, if there are several and there is room, and titles.
  private func heads(in size: Size) -> (tabs: Bool, titles: Bool) {
    guard state.form != .bases else { return (false, false) }
    return (
      state.tabs.count > 1 && size.rows > 4,
      state.form == .table && !state.columns.isEmpty && size.rows > 2
    )
  }

  func listFrame(in size: Size) -> Rect {
    let heads = heads(in: size)
    let above = (heads.tabs ? 1 : 0) + (heads.titles ? 1 : 0)
    let aside = picturePane(in: size).map { $0.columns + 1 } ?? 0
    return Rect(row: above, column: 0, rows: size.rows - above, columns: size.columns - aside)
  }

  /// Returns the area of the picture next to the cards; nil without a picture or room for both.
  private func picturePane(in size: Size) -> Rect? {
    guard state.picture != nil, size.columns >= CardPicture.columns + 40 else { return nil }
    let above = heads(in: size).tabs ? 1 : 0
    return Rect(
      row: above, column: size.columns - CardPicture.columns, rows: size.rows - above,
      columns: CardPicture.columns)
  }

  func draw(on canvas: Canvas) {
    let heads = heads(in: canvas.size)
    if heads.tabs { drawTabs(on: canvas.line(0)) }
    if heads.titles { drawTitles(on: canvas.line(heads.tabs ? 1 : 0)) }
    drawList(on: canvas)
    if let pane = picturePane(in: canvas.size), let picture = state.picture {
      draw(picture, on: canvas.part(pane))
    }
  }

  private func draw(_ picture: CardPicture, on pane: Canvas) {
    pane.erase()
    switch picture.drawn {
    case .cells(let rows):
      for (number, row) in rows.prefix(pane.size.rows).enumerated() {
        var column = 0
        for run in row {
          pane.text(
            run.text, row: number, column: column,
            run.colors.map { Style($0) } ?? pane.theme[.text],
            limit: pane.size.columns - column)
          column += run.width
        }
      }
    case .problem(let words): pane.paragraphs("\(picture.name) \(words).")
    case nil: break
    }
  }

  private func drawTabs(on line: Canvas) {
    line.fill(row: 0)
    let widths = state.tabs.map { Cells.width(of: $0) + 2 }
    // Keep the current tab visible.
    var first = 0
    while first < state.tab, widths[first...state.tab].reduce(0, +) + 1 > line.size.columns {
      first += 1
    }
    var column = 1
    for (index, name) in state.tabs.enumerated().dropFirst(first) where column < line.size.columns {
      let isShown = index == state.tab
      let style = line.theme[isShown ? .heading : .muted]
      let text = isShown ? "[\(name)]" : " \(name) "
      column += line.shortened(
        text, row: 0, column: column, style, limit: line.size.columns - column)
    }
  }

  private func drawTitles(on line: Canvas) {
    line.fill(row: 0)
    let shown = TableLayout(state.columns, focus: state.focus, width: line.size.columns)
    for slot in shown.slots {
      let column = state.columns[slot.column]
      let isFocused = slot.column == state.focus
      let style = line.theme[isFocused ? .selection : .heading]
      if isFocused { line.fill(row: 0, column: slot.start, width: slot.width, style) }
      let sign = column.isDescending.map { $0 ? " ▼" : " ▲" } ?? ""
      let used = line.shortened(
        column.title, row: 0, column: slot.start, style,
        limit: max(1, slot.width - sign.count))
      line.text(sign, row: 0, column: slot.start + used, style, limit: slot.width - used)
    }
    if shown.isCutLeft { line.text("‹", row: 0, column: 0, line.theme[.muted]) }
    if shown.isCutRight {
      line.text("›", row: 0, column: line.size.columns - 1, line.theme[.muted])
    }
  }

  func draw(_ row: TableRow, as look: RowLook, on line: Canvas) {
    let width = line.size.columns
    switch row {
    case .base(let path): line.shortened(path, row: 0, column: 2, look.base, limit: width - 2)
    case .problem(let text):
      line.shortened(text, row: 0, column: 2, look[.warning], limit: width - 2)
    case .group(let title, let count):
      let text = title.text.isEmpty ? "nothing" : title.text
      let used = line.shortened(
        text, row: 0, column: 2, look[title.isProblem ? .warning : .heading],
        limit: max(1, width - 9))
      line.text("\(count)", row: 0, column: used + 4, look.quiet)
    case .summary(let cells):
      if state.form == .table { return draw(cells, on: line) { _ in look.quiet } }
      let texts = cells.map(\.text).filter { !$0.isEmpty }
      line.shortened(
        texts.joined(separator: "  "), row: 0, column: 2, look.quiet, limit: width - 2)
    case .cells(let cells, let isMarked, let picture):
      switch state.form {
      case .table, .bases:
        draw(cells, on: line, link: look[.link]) { look[$0.isProblem ? .warning : .text] }
        if look.isSelected { markCell(look, on: line) }
      case .list: drawRest(of: cells, "· ", named: false, as: look, on: line)
      case .cards:
        let end = drawRest(of: cells, "", named: true, as: look, on: line)
        guard let picture, end + 2 < width else { break }
        line.shortened(
          "▣ \(picture)", row: 0, column: end + 2, look.quiet, limit: width - end - 2)
      }
      // The sign takes the place of the edge of a focused cell.
      if isMarked { line.text("*", row: 0, column: 1, look.base) }
    }
  }

  /// Marks the cell that keys act on: the selected row's, in the column with the focus.
  private func markCell(_ look: RowLook, on line: Canvas) {
    let shown = TableLayout(state.columns, focus: state.focus, width: line.size.columns)
    guard let slot = shown.slots.first(where: { $0.column == state.focus }) else { return }
    var style = look.base
    style.attributes.formSymmetricDifference(.reverse)
    line.restyle(row: 0, column: slot.start, width: slot.width, style)
    line.text("▐", row: 0, column: slot.start - 1, look.base)
    line.text("▌", row: 0, column: slot.start + slot.width, look.base)
  }

  private func draw(
    _ cells: [TableCell], on line: Canvas, link: Style? = nil, _ style: (TableCell) -> Style
  ) {
    let shown = TableLayout(state.columns, focus: state.focus, width: line.size.columns)
    for slot in shown.slots where slot.column < cells.count {
      let cell = cells[slot.column]
      let width = Cells.width(of: cell.text)
      let start =
        cell.isNumber && width < slot.width ? slot.start + slot.width - width : slot.start
      draw(cell, at: start, limit: slot.width, style(cell), link: link, on: line)
    }
  }

  /// Draws a cell and returns the width that it takes.
  @discardableResult
  private func draw(
    _ cell: TableCell, at start: Int, limit: Int, _ style: Style, link: Style?, on line: Canvas
  ) -> Int {
    let used = line.shortened(cell.text, row: 0, column: start, style, limit: limit)
    // The last cell of a cut text is the ellipsis.
    let end = Cells.width(of: cell.text) > limit ? used - 1 : used
    for range in link == nil ? [] : cell.links {
      let before = Cells.width(of: String(cell.text[..<range.lowerBound]))
      guard let link, before < end else { break }
      line.text(
        String(cell.text[range]), row: 0, column: start + before, link, limit: end - before)
    }
    return used
  }

  /// Draws the first cell, then the values of the others. Returns the column after them.
  @discardableResult
  private func drawRest(
    of cells: [TableCell], _ mark: String, named: Bool, as look: RowLook, on line: Canvas
  ) -> Int {
    let width = line.size.columns
    var column = 2
    for (index, cell) in cells.enumerated() where column < width {
      if index > 0, cell.text.isEmpty { continue }
      if index > 0 {
        let title = named && index < state.columns.count ? "\(state.columns[index].title): " : mark
        column += 2
        column += line.shortened(title, row: 0, column: column, look.quiet, limit: width - column)
      }
      guard column < width else { break }
      let role: Role = cell.isProblem ? .warning : index == 0 ? .strong : .text
      column += draw(
        cell, at: column, limit: width - column, look[role], link: look[.link], on: line)
    }
    return column
  }
}

/// The visible columns of a line. The focused column is always among them, and the first one if it
/// takes less than half of the line.
struct TableLayout: Equatable {
  struct Slot: Equatable {
    var column: Int
    var start: Int
    var width: Int
  }

  private(set) var slots: [Slot] = []
  private(set) var isCutLeft = false
  private(set) var isCutRight = false

  private static let left = 2
  private static let gap = 2

  init(_ columns: [TableColumn], focus: Int, width: Int) {
    guard columns.indices.contains(focus) else { return }
    var room = max(1, width - Self.left)
    var (first, start) = (0, Self.left)
    let pinned = columns[0].width + Self.gap
    if focus > 0, pinned <= width / 2 {
      slots.append(Slot(column: 0, start: start, width: columns[0].width))
      (first, start) = (1, start + pinned)
      room -= pinned
    }
    let leftmost = first
    func needed() -> Int {
      columns[first...focus].reduce(0) { $0 + $1.width + Self.gap } - Self.gap
    }
    while first < focus, needed() > room { first += 1 }
    isCutLeft = first > leftmost
    for index in first..<columns.count {
      guard start + min(columns[index].width, 3) <= width || index == focus else {
        isCutRight = true
        break
      }
      let slot = Slot(
        column: index, start: start, width: max(1, min(columns[index].width, width - start)))
      slots.append(slot)
      if slot.width < columns[index].width, index + 1 < columns.count { isCutRight = true }
      start += columns[index].width + Self.gap
    }
  }
}
