import Lists
import Terminal
import Viper

/// Draws the tags of all notes: the tree with its filter, or the changes of a rename.
@MainActor
final class TagsScreen: ListScreen {
  var parts: ListParts<TagsState, TagsCommand, TagsRow>
  private var changes = ListWidget()
  private var filter = LabeledField("", mark: "/", column: 1)

  init(presenter: any TagsPresenting) {
    parts = ListParts(presenter, TagsState())
    presenter.view = self
  }

  var keymap: Keymap<TagsCommand> {
    if state.preview != nil { return TagsKeymap.preview }
    return state.isFiltering ? TagsKeymap.filter : TagsKeymap.tree
  }

  var chrome: Chrome {
    Chrome(
      title: state.filter.isEmpty || state.isFiltering ? "Tags" : "Tags /\(state.filter)",
      state: counts, message: state.message,
      hints: keyTable.hints)
  }

  private var counts: String {
    if state.isLoading { return TagsWords.counting }
    if !state.filter.isEmpty { return SharedWords.part(state.rowCount, of: state.total) }
    return counted(state.total, "tag")
  }

  /// Returns the area below the filter's line, or below the description of a rename.
  func listFrame(in size: Size) -> Rect {
    let above = min(size.rows, headRows)
    return Rect(row: above, column: 0, rows: size.rows - above, columns: size.columns)
  }

  private var headRows: Int {
    if let preview = state.preview { return preview.merges ? 2 : 1 }
    return state.isFiltering ? 1 : 0
  }

  // MARK: - Drawing

  func draw(on canvas: Canvas) {
    if let preview = state.preview { return draw(preview, on: canvas) }
    if state.isFiltering { filter.draw(on: canvas, row: 0) }
    drawList(on: canvas)
  }

  var emptyText: String {
    if state.isLoading { return TagsWords.countingTags }
    return state.filter.isEmpty ? TagsWords.noTags : TagsWords.nothingFits
  }

  func draw(_ row: TagsRow, as look: RowLook, on line: Canvas) {
    guard case .tag(let row) = row else { return }
    let width = line.size.columns
    // Limit the indent of deep rows, to leave room for their names.
    let column = 1 + min(row.depth * 2, max(0, width / 3))
    if row.hasBelow, row.depth > 0 || !state.isFiltering {
      line.text(row.isFolded ? "▸" : "▾", row: 0, column: column, look.quiet)
    }
    // For a tag with others below it, the second number is their common count.
    let counts = row.all == row.own ? "\(row.own)" : "\(row.own) (\(row.all))"
    let countColumn = width - counts.count - 1
    let used = line.shortened(
      "#\(row.name)", row: 0, column: column + 2, look.base, limit: max(1, countColumn - column - 3)
    )
    if countColumn > column + 2 + min(used, 4) {
      line.text(counts, row: 0, column: countColumn, look.quiet)
    }
  }

  private func draw(_ preview: TagsState.Preview, on canvas: Canvas) {
    let theme = canvas.theme
    let rows = canvas.part(listFrame(in: canvas.size))
    canvas.shortened(preview.title, row: 0, theme[.heading], limit: canvas.size.columns)
    if preview.merges {
      canvas.shortened(
        TagsWords.merges, row: 1, theme[.warning], limit: canvas.size.columns)
    }
    changes.reveal(preview.selected, count: preview.rowCount, height: rows.size.rows)
    changes.draw(on: rows, count: preview.rowCount) { index, line in
      guard case .change(let row) = presenter.row(at: index) else { return }
      TagChangeLine(row).draw(on: line, isSelected: index == preview.selected)
    }
  }

  // MARK: - Input

  var cursor: Point? {
    guard state.isFiltering, state.preview == nil else { return nil }
    return filter.cursor(row: 0, width: surface.size.columns)
  }

  func type(_ event: InputEvent) -> Bool {
    guard state.isFiltering, state.preview == nil, let change = filter.take(event) else {
      return false
    }
    surface.needsUpdate()
    if case .typed(let text) = change { presenter.handle(.filter(text)) }
    return true
  }

  func handle(_ mouse: MouseEvent) -> Bool {
    guard state.preview == nil else { return handleInPreview(mouse) }
    if state.isFiltering, mouse.action == .press, mouse.at.row == 0 {
      filter.click(at: mouse.at.column, width: surface.size.columns)
      surface.needsDrawing()
      return true
    }
    return handleInList(mouse)
  }

  private func handleInPreview(_ mouse: MouseEvent) -> Bool {
    let count = state.preview?.rowCount ?? 0
    switch changes.gesture(mouse, in: listFrame(in: surface.size), count: count) {
    case .scroll(let rows): presenter.handle(.move(.lines(rows)))
    case .press(let row): presenter.handle(.select(row))
    case nil: return false
    }
    return true
  }

  func show(_ state: TagsState) {
    if state.isFiltering, !self.state.isFiltering { filter.propose(state.filter) }
    if state != self.state { surface.needsDrawing() }
    self.state = state
  }
}

/// Draws a row of the preview: the old and the new tag, distinguished by color and sign.
private struct TagChangeLine {
  private let row: TagChangeRow

  init(_ row: TagChangeRow) { self.row = row }

  @MainActor
  func draw(on line: Canvas, isSelected: Bool) {
    let theme = line.theme
    let base = theme[isSelected ? .selection : .text]
    if isSelected { line.fill(row: 0, base) }
    line.text(isSelected ? ">" : " ", row: 0, base)
    switch row {
    case .note(let title, let count):
      let used = line.shortened(
        title, row: 0, column: 2, isSelected ? base : theme[.strong],
        limit: max(1, line.size.columns - 9))
      line.text("\(count)", row: 0, column: used + 3, isSelected ? base : theme[.muted])
    case .line(let before, let old, let new, let after):
      let width = line.size.columns - 3
      let pieces = [
        (before.end(fitting: max(1, width / 3)), theme[.muted]),
        ("-\(old)", theme[.removed]), (" ", theme[.text]), ("+\(new)", theme[.added]),
        (after, theme[.muted]),
      ]
      var column = 3
      for (text, style) in pieces where column < line.size.columns {
        column += line.shortened(
          text, row: 0, column: column, isSelected ? base : style,
          limit: line.size.columns - column)
      }
    }
  }
}
