import Lists
import Terminal
import Viper

/// Draws the archives found, the plan, or the report.
@MainActor
final class ImportsScreen: ListScreen {
  var parts: ListParts<ImportsState, ImportsCommand, ImportsRow>
  let keymap = ImportsKeymap.map

  private static let actWidth = 8

  init(presenter: any ImportsPresenting) {
    parts = ListParts(presenter, ImportsState())
    presenter.view = self
  }

  var emptyText: String { state.emptyText }

  func draw(_ row: ImportsRow, as look: RowLook, on line: Canvas) {
    let style =
      row.tone == .warning ? look[.warning] : row.tone == .quiet ? look.quiet : look.base
    var column = 2
    if !row.act.isEmpty {
      line.text(row.act, row: 0, column: column, look.quiet, limit: Self.actWidth)
      column += Self.actWidth
    }
    let end = line.size.columns - 1
    // Leave room for an archive's program: it says more than the end of a long name.
    let room = row.act.isEmpty && !row.detail.isEmpty ? min(row.detail.count, 24) + 2 : 0
    let shown = line.shortened(
      row.text, row: 0, column: column, style, limit: max(0, end - column - room))
    let start = column + shown + 2
    // Leave out a detail that would be cut to a few characters.
    if !row.detail.isEmpty, end - start >= 8 {
      line.shortened(row.detail, row: 0, column: start, look.quiet, limit: end - start)
    }
  }
}
