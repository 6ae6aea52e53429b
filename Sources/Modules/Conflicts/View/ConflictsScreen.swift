import Lists
import Terminal
import Viper

/// Draws the conflicts of a vault, one per row.
@MainActor
final class ConflictsScreen: ListScreen {
  var parts: ListParts<ConflictsState, ConflictsCommand, ConflictsRow>
  let keymap = ConflictsKeymap.map

  private static let programWidth = 14
  private static let outcomeWidth = 14
  private static let dateWidth = 10

  init(presenter: any ConflictsPresenting) {
    parts = ListParts(presenter, ConflictsState())
    presenter.view = self
  }

  var emptyText: String {
    state.isLoading ? ConflictsWords.searching : ConflictsWords.none
  }

  /// Draws, from the right, the date, the outcome and the program. A narrow window leaves some out.
  func draw(_ row: ConflictsRow, as look: RowLook, on line: Canvas) {
    var end = line.size.columns - 1
    let style = row.tone == .warning ? look[.warning] : row.tone == .quiet ? look.quiet : look.base
    if line.size.columns >= 70 {
      let width = min(row.date.count, Self.dateWidth)
      line.text(row.date, row: 0, column: end - width, look.quiet, limit: width)
      end -= Self.dateWidth + 1
    }
    if line.size.columns >= 40 {
      end -= Self.outcomeWidth
      line.shortened(
        row.outcome, row: 0, column: end, style, limit: Self.outcomeWidth - 1)
    }
    if line.size.columns >= 56 {
      end -= Self.programWidth
      line.shortened(
        row.program, row: 0, column: end, look.quiet, limit: Self.programWidth - 1)
    }
    line.shortened(row.name, row: 0, column: 2, look.base, limit: max(0, end - 3))
  }
}
