import Cells
import Lists
import Terminal
import Viper

/// Draws the live modules as an indented tree, each with how it is presented.
@MainActor
final class ModuleTreeScreen: Screen, StateView {
  let surface = Surface()
  private let presenter: any ModuleTreePresenting
  private var state = ModuleTreeState()
  private var text = ScrolledText()

  init(presenter: any ModuleTreePresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  func show(_ state: ModuleTreeState) {
    self.state = state
    surface.needsDrawing()
  }

  let keyTable = ModuleTreeKeymap.table.table

  var chrome: Chrome {
    Chrome(
      title: "Modules", state: "\(state.rows.count)", message: state.message,
      hints: keyTable.hints)
  }

  func preferredSize(in available: Size) -> Size {
    let widths = state.rows.map { Cells.width(of: $0.branch + $0.name + $0.presentation) + 3 }
    return Size(
      columns: max(1, min(widths.max() ?? 20, available.columns)),
      rows: max(1, min(state.rows.count, available.rows)))
  }

  func draw(on canvas: Canvas) {
    text.draw(on: canvas, count: state.rows.count) { index, line in
      let row = state.rows[index]
      var column = canvas.text(row.branch, row: line, canvas.theme[.border])
      column += canvas.text(row.name, row: line, column: column)
      canvas.text(row.presentation, row: line, column: column + 2, canvas.theme[.muted])
    }
  }

  func handle(_ event: InputEvent) -> Bool {
    ModuleTreeKeymap.table.handle(event, wheel: { .scroll(.lines($0)) }) { command in
      guard case .scroll(let move) = command else { return presenter.handle(command) }
      text.scroll(move, count: state.rows.count, visible: surface.size.rows)
      surface.needsDrawing()
    }
  }
}
