import Lists
import Terminal
import Viper

/// Draws the state of the vault's sync, one fact per row.
@MainActor
final class SyncScreen: ListScreen {
  var parts: ListParts<SyncState, SyncCommand, SyncRow>
  let keymap = SyncKeymap.map

  private static let labelWidth = 12

  init(presenter: any SyncPresenting) {
    parts = ListParts(presenter, SyncState())
    presenter.view = self
  }

  var emptyText: String {
    state.isNotSetUp ? SyncWords.setUp : SharedWords.isReading
  }

  func draw(_ row: SyncRow, as look: RowLook, on line: Canvas) {
    line.shortened(row.label, row: 0, column: 2, look.quiet, limit: Self.labelWidth - 1)
    let column = 2 + Self.labelWidth
    let style = row.tone == .warning ? look[.warning] : row.tone == .quiet ? look.quiet : look.base
    line.shortened(row.text, row: 0, column: column, style, limit: line.size.columns - column - 1)
  }
}
