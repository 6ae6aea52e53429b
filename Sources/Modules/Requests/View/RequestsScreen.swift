import Lists
import Terminal
import Viper

/// Draws what other programs ask to write.
@MainActor
final class RequestsScreen: ListScreen {
  var parts: ListParts<RequestsState, RequestsCommand, NoteRow>
  let keymap = RequestsKeymap.map

  init(presenter: any RequestsPresenting) {
    parts = ListParts(presenter, RequestsState())
    presenter.view = self
  }

  var chrome: Chrome {
    Chrome(
      title: "Requests",
      state: state.isLoading ? SharedWords.reading : counted(state.rowCount, "request"),
      message: state.message, hints: keyTable.hints)
  }

  var emptyText: String { state.isLoading ? SharedWords.reading : RequestsWords.isEmpty }

  func draw(_ row: NoteRow, as look: RowLook, on line: Canvas) { row.draw(as: look, on: line) }
}
