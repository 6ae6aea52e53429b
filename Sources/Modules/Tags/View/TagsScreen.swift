import Terminal
import Viper

/// The tags of all notes over a window: the tree with its filter, or what a rename would change.
@MainActor
final class TagsScreen: Screen {
  let surface = Surface()
  private let presenter: any TagsPresenting
  private var state = TagsState()
  private var list = ListWidget()
  private var changes = ListWidget()
  private var filterField: TextField?

  init(presenter: any TagsPresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  var keyTable: KeyTable {
    if state.preview != nil { return TagsKeymap.previewTable }
    return state.isFiltering ? TagsKeymap.filterTable : TagsKeymap.treeTable
  }

  var chrome: Chrome {
    Chrome(
      place: state.filter.isEmpty || state.isFiltering ? "Tags" : "Tags /\(state.filter)",
      state: counts, message: state.message, tone: state.isWarning ? .warning : .news,
      hints: keyTable.hints)
  }

  private var counts: String {
    if state.isLoading { return "counting…" }
    if !state.filter.isEmpty { return "\(state.rowCount) of \(state.total)" }
    return state.total == 1 ? "1 tag" : "\(state.total) tags"
  }

  /// Below the filter's line, or what will be done.
  private func rowsFrame(in size: Size) -> Rect {
    let above = min(size.rows, headRows)
    return Rect(row: above, column: 0, rows: size.rows - above, columns: size.columns)
  }

  private var headRows: Int {
    if let preview = state.preview { return preview.merges ? 2 : 1 }
    return state.isFiltering ? 1 : 0
  }

  // MARK: - Drawing

  func draw(on canvas: Canvas) {
    let area = canvas.part(rowsFrame(in: canvas.size))
    if let preview = state.preview { return draw(preview, on: canvas, rows: area) }
    if let filterField, state.isFiltering {
      canvas.text("/", row: 0, column: 0, canvas.theme[.key])
      filterField.draw(on: canvas, row: 0, column: 1, width: canvas.size.columns - 2)
    }
    if state.rowCount == 0 { return drawEmpty(on: area) }
    list.reveal(state.selected, count: state.rowCount, height: area.size.rows)
    list.draw(on: area, count: state.rowCount) { index, line in
      draw(presenter.row(at: index), isSelected: index == state.selected, on: line)
    }
  }

  private func drawEmpty(on canvas: Canvas) {
    let text =
      state.isLoading
      ? "Counting the tags…"
      : state.filter.isEmpty
        ? "No note has a tag yet.\nWrite one into a note: #idea, or #work/plans."
        : "No tag is called so."
    let width = max(1, canvas.size.columns - 3)
    for (row, text) in WordWrap.rows(ofText: text, width: width).enumerated() {
      canvas.text(text, row: row, column: 2, canvas.theme[.muted])
    }
  }

  private func draw(_ row: TagRow, isSelected: Bool, on line: Canvas) {
    let theme = line.theme
    let base = theme[isSelected ? .selection : .text]
    let quiet = isSelected ? base : theme[.muted]
    let width = line.size.columns
    if isSelected { line.fill(row: 0, base) }
    line.text(isSelected ? ">" : " ", row: 0, base)
    // Deep ones keep room for their names.
    let column = 1 + min(row.depth * 2, max(0, width / 3))
    if row.hasBelow, row.depth > 0 || !state.isFiltering {
      line.text(row.isFolded ? "▸" : "▾", row: 0, column: column, quiet)
    }
    // Of one with others below it the second number is what they have together.
    let counts = row.all == row.own ? "\(row.own)" : "\(row.own) (\(row.all))"
    let countColumn = width - counts.count - 1
    let used = line.shortened(
      "#\(row.name)", row: 0, column: column + 2, base, limit: max(1, countColumn - column - 3))
    if countColumn > column + 2 + min(used, 4) {
      line.text(counts, row: 0, column: countColumn, quiet)
    }
  }

  private func draw(_ preview: TagsState.Preview, on canvas: Canvas, rows: Canvas) {
    let theme = canvas.theme
    canvas.shortened(preview.title, row: 0, theme[.heading], limit: canvas.size.columns)
    if preview.merges {
      canvas.shortened(
        "That tag is there already: the two become one.", row: 1, theme[.warning],
        limit: canvas.size.columns)
    }
    changes.reveal(preview.selected, count: preview.rowCount, height: rows.size.rows)
    changes.draw(on: rows, count: preview.rowCount) { index, line in
      TagChangeLine(presenter.changeRow(at: index)).draw(
        on: line, isSelected: index == preview.selected)
    }
  }

  // MARK: - Input

  var cursor: Point? {
    guard state.isFiltering, let filterField, let window = surface.window else { return nil }
    let width = window.frame.size.columns - 2
    return Point(row: 0, column: filterField.cursorColumn(from: 1, width: width))
  }

  func handle(_ event: InputEvent) -> Bool {
    if case .mouse(let mouse) = event { return handle(mouse) }
    if state.isFiltering, state.preview == nil { return handleWhileFiltering(event) }
    let map = state.preview == nil ? TagsKeymap.tree : TagsKeymap.preview
    guard case .key(let key) = event, let command = map.command(for: key) else { return false }
    presenter.handle(command)
    return true
  }

  private func handleWhileFiltering(_ event: InputEvent) -> Bool {
    if case .key(let key) = event, let command = TagsKeymap.filter.command(for: key) {
      presenter.handle(command)
      return true
    }
    guard var field = filterField else { return false }
    let before = field.text
    guard field.handle(event) else { return false }
    filterField = field
    surface.needsUpdate()
    if field.text != before { presenter.handle(.filter(field.text)) }
    return true
  }

  private func handle(_ mouse: MouseEvent) -> Bool {
    if let lines = mouse.wheelLines {
      presenter.handle(.move(lines))
      return true
    }
    guard mouse.action == .press else { return false }
    if state.isFiltering, state.preview == nil, mouse.at.row == 0 {
      filterField?.click(at: mouse.at.column, from: 1, width: surface.size.columns - 2)
      surface.needsDrawing()
      return true
    }
    let line = mouse.at.row - rowsFrame(in: surface.size).row
    if let preview = state.preview {
      guard let row = changes.row(atLine: line, count: preview.rowCount) else { return false }
      presenter.handle(.select(row))
      return true
    }
    guard let row = list.row(atLine: line, count: state.rowCount) else { return false }
    // A click on the selected row opens it: the second half of a double click.
    presenter.handle(row == state.selected ? .open : .select(row))
    return true
  }
}

extension TagsScreen: ListView {
  var visibleRows: Int { rowsFrame(in: surface.size).rows }

  func show(_ state: TagsState) {
    if state.isFiltering, !self.state.isFiltering {
      filterField = TextField(state.filter, isProposed: true)
    }
    if !state.isFiltering { filterField = nil }
    if state != self.state { surface.needsDrawing() }
    self.state = state
  }

  func reloadRows() { surface.needsDrawing() }
}
