import Lists
import Terminal
import Viper

/// Draws {{words}}.
@MainActor
final class {{Name}}Screen: ListScreen {
  var parts: ListParts<{{Name}}State, {{Name}}Command, NoteRow>
  let keymap = {{Name}}Keymap.map

  init(presenter: any {{Name}}Presenting) {
    parts = ListParts(presenter, {{Name}}State())
    presenter.view = self
  }

  var chrome: Chrome {
    Chrome(
      title: "{{Words}}", state: state.isLoading ? "reading…" : counted(state.rowCount, "note"),
      message: state.message, hints: keyTable.hints)
  }

  var emptyText: String { state.isLoading ? "Reading…" : "Nothing here yet." }

  func draw(_ row: NoteRow, as look: RowLook, on line: Canvas) { row.draw(as: look, on: line) }
}
