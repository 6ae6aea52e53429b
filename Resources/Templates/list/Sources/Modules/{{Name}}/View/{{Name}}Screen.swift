import Lists
import Terminal
import Viper

/// Draws {{words}}.
@MainActor
final class {{Name}}Screen: ListScreen {
  var parts: ListParts<{{Name}}State, {{Name}}Command, String>
  let keymap = {{Name}}Keymap.map

  init(presenter: any {{Name}}Presenting) {
    parts = ListParts(presenter, {{Name}}State())
    presenter.view = self
  }

  var chrome: Chrome {
    Chrome(
      title: "{{Words}}",
      state: state.isLoading ? "reading…" : "\(state.rowCount) rows",
      message: state.message, hints: keyTable.hints)
  }

  var emptyText: String { state.isLoading ? "Reading…" : "Nothing here yet." }

  func draw(_ row: String, as look: RowLook, on line: Canvas) {
    line.shortened(row, row: 0, column: 2, look.base, limit: line.size.columns - 2)
  }
}
