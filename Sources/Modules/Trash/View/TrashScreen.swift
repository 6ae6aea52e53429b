import Lists
import Terminal
import Viper

/// Draws the trashed notes.
@MainActor
final class TrashScreen: ListScreen {
  var parts: ListParts<TrashState, TrashCommand, NoteRow>
  let keymap = TrashKeymap.map

  init(presenter: any TrashPresenting) {
    parts = ListParts(presenter, TrashState())
    presenter.view = self
  }

  var chrome: Chrome {
    Chrome(
      title: "Trash",
      state: state.isLoading ? SharedWords.reading : counted(state.rowCount, "note"),
      message: state.message, hints: keyTable.hints)
  }

  var emptyText: String {
    state.isLoading ? TrashWords.readingTrash : TrashWords.isEmpty
  }

  func draw(_ row: NoteRow, as look: RowLook, on line: Canvas) { row.draw(as: look, on: line) }
}
