import Cells
import Lists
import Terminal
import Viper

/// Draws each setting with its value, and the explanation of the selected one below them.
@MainActor
final class SettingsScreen: ListScreen {
  var parts: ListParts<SettingsState, SettingsCommand, SettingsRow>

  init(presenter: any SettingsPresenting) {
    parts = ListParts(presenter, SettingsState())
    presenter.view = self
  }

  let keymap = SettingsKeymap.map

  var chrome: Chrome {
    Chrome(
      title: "Settings", state: state.isLoading ? SharedWords.reading : "", message: state.message,
      hints: keyTable.hints)
  }

  // MARK: - Drawing

  /// Returns the lines of the explanation, at most half of the screen.
  private func detailRows(in size: Size) -> [String] {
    let rows = state.details.flatMap { WordWrap.rows(of: $0, width: max(1, size.columns - 3)) }
    return Array(rows.prefix(max(0, min(8, size.rows / 2 - 1))))
  }

  func listFrame(in size: Size) -> Rect {
    let details = detailRows(in: size).count
    let rows = max(0, size.rows - (details == 0 ? 0 : details + 1))
    return Rect(row: 0, column: 0, rows: rows, columns: size.columns)
  }

  var emptyText: String { state.isLoading ? SettingsWords.readingSettings : "" }

  func draw(on canvas: Canvas) {
    drawDetails(on: canvas)
    drawList(on: canvas)
  }

  private func drawDetails(on canvas: Canvas) {
    let (theme, height) = (canvas.theme, listFrame(in: canvas.size).rows)
    let details = detailRows(in: canvas.size)
    guard state.rowCount > 0, !details.isEmpty else { return }
    canvas.fill(row: height, with: "─", theme[.border])
    for (row, text) in details.enumerated() {
      canvas.text(text, row: height + 1 + row, column: 2, theme[.muted])
    }
  }

  func draw(_ row: SettingsRow, as look: RowLook, on line: Canvas) {
    let width = line.size.columns
    if row.isProblem {
      line.shortened("! \(row.name)", row: 0, column: 2, look[.warning], limit: width - 3)
      return
    }
    // Without room for both, the value matters more than the name.
    let nameWidth = width < 34 ? max(0, min(16, width / 2 - 2)) : 18
    line.shortened(row.name, row: 0, column: 2, look.base, limit: nameWidth)
    let column = 2 + nameWidth + 1
    let originWidth = width >= 50 && !row.origin.isEmpty ? row.origin.count + 1 : 0
    line.shortened(
      row.value, row: 0, column: column, look.base, limit: width - column - 1 - originWidth)
    if originWidth > 0 {
      line.text(row.origin, row: 0, column: width - originWidth, look.quiet)
    }
  }
}
