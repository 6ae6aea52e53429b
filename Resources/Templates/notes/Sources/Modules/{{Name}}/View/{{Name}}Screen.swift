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
    Chrome(place: "{{Words}}", state: counts, message: state.message, hints: keyTable.hints)
  }

  private var counts: String {
    if state.isLoading { return "reading…" }
    return state.rowCount == 1 ? "1 note" : "\(state.rowCount) notes"
  }

  var emptyText: String { state.isLoading ? "Reading…" : "Nothing here yet." }

  func draw(_ row: NoteRow, as look: RowLook, on line: Canvas) { row.draw(as: look, on: line) }
}
