import Terminal

/// The rows over a window.
@MainActor
final class {{Name}}Screen: Screen {
  let surface = Surface()
  private let presenter: any {{Name}}EventHandler & {{Name}}DataSource
  private var state = {{Name}}State()
  private var list = ListWidget()

  init(presenter: any {{Name}}EventHandler & {{Name}}DataSource) {
    self.presenter = presenter
    presenter.view = self
  }

  let keyTable = {{Name}}Keymap.map.table(titled: "{{Words}}")

  var chrome: Chrome {
    Chrome(
      place: "{{Words}}",
      state: state.isLoading ? "reading…" : "\(state.rowCount) rows",
      message: state.message, hints: keyTable.hints)
  }

  func draw(on canvas: Canvas) {
    if state.rowCount == 0 {
      canvas.text(
        state.isLoading ? "Reading…" : "Nothing here yet.", row: 0, column: 2,
        canvas.theme[.muted])
      return
    }
    list.reveal(state.selected, count: state.rowCount, height: canvas.size.rows)
    list.draw(on: canvas, count: state.rowCount) { index, line in
      let isSelected = index == state.selected
      let style = line.theme[isSelected ? .selection : .text]
      if isSelected { line.fill(row: 0, style) }
      line.text(isSelected ? ">" : " ", row: 0, style)
      line.shortened(
        presenter.row(at: index), row: 0, column: 2, style, limit: line.size.columns - 2)
    }
  }

  func handle(_ event: InputEvent) -> Bool {
    guard case .key(let key) = event, let command = {{Name}}Keymap.map.command(for: key)
    else { return false }
    presenter.handle(command)
    return true
  }
}

extension {{Name}}Screen: {{Name}}View {
  func show(_ state: {{Name}}State) {
    if state != self.state { surface.needsDrawing() }
    self.state = state
  }

  func reloadRows() {
    surface.needsDrawing()
  }
}
