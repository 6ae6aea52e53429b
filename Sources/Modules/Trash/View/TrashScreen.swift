import Lists
import Terminal
import Viper

/// What lies in the trash, over a window.
@MainActor
final class TrashScreen: ListScreen {
  typealias State = TrashState

  let surface = Surface()
  let presenter: any TrashPresenting
  let keymap = TrashKeymap.map
  var state = TrashState()
  var list = ListWidget()
  var finder = RowFinder()

  init(presenter: any TrashPresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  var chrome: Chrome {
    Chrome(place: "Trash", state: counts, message: state.message, hints: keyTable.hints)
  }

  private var counts: String {
    if state.isLoading { return "reading…" }
    return state.rowCount == 1 ? "1 note" : "\(state.rowCount) notes"
  }

  var emptyText: String {
    state.isLoading
      ? "Reading the trash…"
      : "The trash is empty.\nWhat you delete in the list of notes lies here, and can come back."
  }

  func draw(_ row: NoteRow, as look: RowLook, on line: Canvas) { row.draw(as: look, on: line) }
}
