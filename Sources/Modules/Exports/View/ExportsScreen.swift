import Lists
import Terminal
import Viper

/// Draws the choices, the row that goes on, and what is said about notes.
@MainActor
final class ExportsScreen: ListScreen {
  var parts: ListParts<ExportsState, ExportsCommand, ExportsRow>
  let keymap = ExportsKeymap.map

  private static let nameWidth = 15

  init(presenter: any ExportsPresenting) {
    parts = ListParts(presenter, ExportsState())
    presenter.view = self
  }

  var emptyText: String { "" }

  func draw(_ row: ExportsRow, as look: RowLook, on line: Canvas) {
    let room = line.size.columns - 3
    switch row {
    case .choice(let name, let value):
      let width = min(Self.nameWidth, max(0, room / 2))
      line.shortened(name, row: 0, column: 2, look.quiet, limit: width)
      line.shortened(value, row: 0, column: 2 + width, look.base, limit: room - width)
    case .action(let words):
      line.shortened("→ \(words)", row: 0, column: 2, look[.key], limit: room)
    case .notice(let path, let reason, let isProblem):
      let used = line.shortened(
        path, row: 0, column: 2, look[isProblem ? .warning : .muted], limit: room)
      if room - used > 6 {
        line.shortened(reason, row: 0, column: 4 + used, look.quiet, limit: room - used - 2)
      }
    }
  }
}
