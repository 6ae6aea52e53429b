import Cells
import Terminal
import Viper

/// The live modules as an indented tree, each with the way it is shown.
@MainActor
final class ModuleTreeScreen: Screen, ListView {
  let surface = Surface()
  private let presenter: any ModuleTreePresenting
  private var state = ModuleTreeState()

  init(presenter: any ModuleTreePresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  func show(_ state: ModuleTreeState) {
    self.state = state
    surface.needsDrawing()
  }

  func reloadRows() {
    surface.needsDrawing()
  }

  var visibleRows: Int { surface.size.rows }

  let keyTable = ModuleTreeKeymap.table.table(titled: "Modules")

  var chrome: Chrome {
    Chrome(
      place: "Modules", state: "\(presenter.rowCount)", message: state.message, tone: .warning,
      hints: keyTable.hints)
  }

  func preferredSize(in available: Size) -> Size {
    let widths = (0..<presenter.rowCount).map { index in
      let row = presenter.row(at: index)
      return Cells.width(of: row.branch + row.name + row.presentation) + 3
    }
    return Size(
      columns: max(1, min(widths.max() ?? 20, available.columns)),
      rows: max(1, min(presenter.rowCount, available.rows)))
  }

  func draw(on canvas: Canvas) {
    let count = presenter.rowCount
    let height = canvas.size.rows
    let first = max(0, min(state.firstRow, count - height))
    for line in 0..<max(0, min(height, count - first)) {
      let row = presenter.row(at: first + line)
      var column = canvas.text(row.branch, row: line, canvas.theme[.border])
      column += canvas.text(row.name, row: line, column: column)
      canvas.text(row.presentation, row: line, column: column + 2, canvas.theme[.muted])
    }
    ScrollBar(first: first, visible: height, total: count).draw(atEdgeOf: canvas)
  }

  func handle(_ event: InputEvent) -> Bool {
    ModuleTreeKeymap.table.handle(event, wheel: { .scroll(.lines($0)) }, presenter.handle)
  }
}
