import Cells
import Lists
import Terminal
import Viper

/// Draws the properties; above them the typed line, or the reason that some cannot be changed.
@MainActor
final class PropertiesScreen: ListScreen {
  var parts: ListParts<PropertiesState, PropertiesCommand, PropertiesRow>
  private var offers = ListWidget()
  private var field = TextField()

  init(presenter: any PropertiesPresenting) {
    parts = ListParts(presenter, PropertiesState())
    presenter.view = self
  }

  var keymap: Keymap<PropertiesCommand> {
    state.edit == nil ? PropertiesKeymap.rows : PropertiesKeymap.line
  }

  var chrome: Chrome {
    Chrome(
      title: state.title.isEmpty ? "Properties" : state.title, state: counts,
      message: state.message, hints: keyTable.hints)
  }

  private var counts: String {
    if state.isLoading { return SharedWords.reading }
    if state.isSaving { return "saving…" }
    return counted(state.count, "property", "properties")
  }

  var emptyText: String {
    if state.isLoading { return PropertiesWords.readingNote }
    return state.problem.isEmpty ? PropertiesWords.noProperties : state.problem
  }

  func show(_ state: PropertiesState) {
    if let edit = state.edit, edit.number != self.state.edit?.number {
      field = TextField(edit.text, isProposed: edit.isProposed)
    }
    if state != self.state { surface.needsDrawing() }
    self.state = state
  }

  // MARK: - Drawing

  /// Returns the lines above the rows.
  private func head(_ size: Size) -> [String] {
    if let edit = state.edit { return size.rows < 3 ? [""] : ["", edit.reading] }
    if state.problem.isEmpty || state.rowCount == 0 { return [] }
    let lines = WordWrap.rows(ofText: state.problem, width: max(1, size.columns))
    return Array(lines.prefix(min(3, size.rows / 2)))
  }

  func listFrame(in size: Size) -> Rect {
    let above = min(size.rows, head(size).count)
    return Rect(row: above, column: 0, rows: size.rows - above, columns: size.columns)
  }

  func draw(on canvas: Canvas) {
    let theme = canvas.theme
    let isWrong = state.edit?.isWrong ?? true
    for (row, line) in head(canvas.size).enumerated() {
      canvas.shortened(
        line, row: row, theme[isWrong ? .warning : .muted], limit: canvas.size.columns)
    }
    guard let edit = state.edit else { return drawList(on: canvas) }
    let start = fieldStart(canvas.size.columns)
    canvas.shortened(edit.label, row: 0, theme[.key], limit: max(0, start - 1))
    field.draw(
      on: canvas, row: 0, column: start, width: max(1, canvas.size.columns - start))
    if edit.offers.isEmpty { return drawList(on: canvas) }
    let area = canvas.part(listFrame(in: canvas.size))
    offers.reveal(edit.selected ?? 0, count: edit.offers.count, height: area.size.rows)
    offers.draw(on: area, count: edit.offers.count) { index, line in
      guard case .offer(let text) = presenter.row(at: index) else { return }
      let look = RowLook(index == edit.selected, on: line)
      line.shortened(text, row: 0, column: 2, look.base, limit: line.size.columns - 2)
    }
  }

  /// Returns the column after the label, which takes at most half of the line.
  private func fieldStart(_ width: Int) -> Int {
    min(Cells.width(of: state.edit?.label ?? "") + 1, width / 2)
  }

  func draw(_ row: PropertiesRow, as look: RowLook, on line: Canvas) {
    let columns = PropertyColumns(width: line.size.columns, names: state.nameWidth)
    switch row {
    case .property(let row):
      line.shortened(
        row.name, row: 0, column: 2, look.isSelected ? look.base : line.theme[.strong],
        limit: columns.nameWidth)
      if let type = columns.type { line.text(row.type, row: 0, column: type, look.quiet, limit: 8) }
      let style = row.isQuiet || row.isLocked ? look.quiet : look.base
      let used = line.shortened(
        row.value, row: 0, column: columns.value, style, limit: columns.valueWidth)
      let column = columns.value + used + (used > 0 ? 2 : 0)
      if !row.absence.isEmpty, column < line.size.columns {
        line.shortened(
          row.absence, row: 0, column: column, look.quiet, limit: line.size.columns - column)
      }
    case .item(let text, let isLocked):
      line.text("-", row: 0, column: columns.value, look.quiet)
      line.shortened(
        text, row: 0, column: columns.value + 2, isLocked ? look.quiet : look.base,
        limit: columns.valueWidth - 2)
    case .offer: break
    }
  }

  // MARK: - Input

  var cursor: Point? {
    guard state.edit != nil else { return findCursor }
    let (width, start) = (surface.size.columns, fieldStart(surface.size.columns))
    let column = field.cursorColumn(from: start, width: max(1, width - start))
    return Point(row: 0, column: min(column, max(0, width - 1)))
  }

  func type(_ event: InputEvent) -> Bool {
    guard state.edit != nil else {
      // Undo the last change; without one, the key goes to the shell.
      guard case .key("C-z") = event, state.canUndo else { return false }
      presenter.handle(.undo)
      return true
    }
    // Ignore typing: the line is about to close.
    if state.isSaving { return true }
    let before = field.text
    guard field.handle(event) else { return false }
    surface.needsDrawing()
    if field.text != before { presenter.handle(.type(field.text)) }
    return true
  }

  func handle(_ mouse: MouseEvent) -> Bool {
    guard let edit = state.edit else { return handleInList(mouse) }
    if mouse.action == .press, mouse.at.row == 0 {
      let start = fieldStart(surface.size.columns)
      field.click(at: mouse.at.column, from: start, width: max(1, surface.size.columns - start))
      surface.needsDrawing()
      return true
    }
    let frame = listFrame(in: surface.size)
    switch offers.gesture(mouse, in: frame, count: edit.offers.count) {
    case .scroll(let rows): presenter.handle(.offer(rows > 0 ? 1 : -1))
    case .press(let row): presenter.handle(.chooseOffer(row))
    case nil: return true
    }
    return true
  }
}

/// The columns of a row: the name, the type if there is room, and the value.
private struct PropertyColumns: Equatable {
  let nameWidth: Int
  let type: Int?
  let value: Int
  let valueWidth: Int

  init(width: Int, names: Int) {
    nameWidth = min(max(names, 4), max(3, width * 2 / 5))
    type = width >= 40 ? nameWidth + 4 : nil
    value = nameWidth + 4 + (type == nil ? 0 : 9)
    valueWidth = max(0, width - value - 1)
  }
}
