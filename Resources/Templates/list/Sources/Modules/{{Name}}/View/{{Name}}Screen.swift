import Lists
import Terminal
import Viper

/// The rows over a window.
@MainActor
final class {{Name}}Screen: ListScreen {
  typealias State = {{Name}}State

  let surface = Surface()
  let presenter: any {{Name}}Presenting
  let keymap = {{Name}}Keymap.map
  var state = {{Name}}State()
  var list = ListWidget()
  var finder = RowFinder()

  init(presenter: any {{Name}}Presenting) {
    self.presenter = presenter
    presenter.view = self
  }

  var chrome: Chrome {
    Chrome(
      place: "{{Words}}",
      state: state.isLoading ? "reading…" : "\(state.rowCount) rows",
      message: state.message, hints: keyTable.hints)
  }

  var emptyText: String { state.isLoading ? "Reading…" : "Nothing here yet." }

  func draw(_ row: String, as look: RowLook, on line: Canvas) {
    line.shortened(row, row: 0, column: 2, look.base, limit: line.size.columns - 2)
  }
}
