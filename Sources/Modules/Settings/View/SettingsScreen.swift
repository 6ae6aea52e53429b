import Terminal
import Viper

/// Each setting with its value, and below them what the selected one means.
@MainActor
final class SettingsScreen: Screen {
  let surface = Surface()
  private let presenter: any SettingsPresenting
  private var state = SettingsState()
  private var list = ListWidget()

  init(presenter: any SettingsPresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  let keyTable = SettingsKeymap.map.table(titled: "Settings")

  var chrome: Chrome {
    Chrome(
      place: "Settings", state: state.isLoading ? "reading…" : "", message: state.message,
      tone: state.isWarning ? .warning : .news, hints: keyTable.hints)
  }

  // MARK: - Drawing

  /// What the selected setting means gets the lower part, as far as some rows are left.
  private func detailRows(in size: Size) -> [String] {
    let rows = state.details.flatMap { WordWrap.rows(of: $0, width: max(1, size.columns - 3)) }
    return Array(rows.prefix(max(0, min(8, size.rows / 2 - 1))))
  }

  private func listHeight(in size: Size) -> Int {
    let details = detailRows(in: size).count
    return max(0, size.rows - (details == 0 ? 0 : details + 1))
  }

  func draw(on canvas: Canvas) {
    let theme = canvas.theme
    guard state.rowCount > 0 else {
      canvas.text(state.isLoading ? "Reading the settings…" : "", row: 0, column: 2, theme[.muted])
      return
    }
    let height = listHeight(in: canvas.size)
    let part = canvas.part(Rect(row: 0, column: 0, rows: height, columns: canvas.size.columns))
    list.reveal(state.selected, count: state.rowCount, height: height)
    list.draw(on: part, count: state.rowCount) { index, line in
      draw(presenter.row(at: index), isSelected: index == state.selected, on: line)
    }
    let details = detailRows(in: canvas.size)
    guard !details.isEmpty else { return }
    canvas.fill(row: height, with: "─", theme[.border])
    for (row, text) in details.enumerated() {
      canvas.text(text, row: height + 1 + row, column: 2, theme[.muted])
    }
  }

  private func draw(_ row: SettingsRow, isSelected: Bool, on line: Canvas) {
    let theme = line.theme
    let base = theme[isSelected ? .selection : .text]
    let width = line.size.columns
    if isSelected { line.fill(row: 0, base) }
    line.text(isSelected ? ">" : " ", row: 0, base)
    if row.isProblem {
      let style = isSelected ? base : theme[.warning]
      line.shortened("! \(row.name)", row: 0, column: 2, style, limit: width - 3)
      return
    }
    // Where there is no room for both the value matters more.
    let nameWidth = width < 34 ? max(0, min(16, width / 2 - 2)) : 18
    line.shortened(row.name, row: 0, column: 2, base, limit: nameWidth)
    let column = 2 + nameWidth + 1
    let originWidth = width >= 50 && !row.origin.isEmpty ? row.origin.count + 1 : 0
    line.shortened(
      row.value, row: 0, column: column, base, limit: width - column - 1 - originWidth)
    if originWidth > 0 {
      line.text(
        row.origin, row: 0, column: width - originWidth, isSelected ? base : theme[.muted])
    }
  }

  // MARK: - Input

  func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      guard let command = SettingsKeymap.map.command(for: key) else { return false }
      presenter.handle(command)
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: presenter.handle(.move(-3))
      case .wheelDown: presenter.handle(.move(3))
      case .press:
        guard mouse.at.row < listHeight(in: surface.size),
          let row = list.row(atLine: mouse.at.row, count: state.rowCount)
        else { return false }
        // A click on the selected row changes it: the second half of a double click.
        presenter.handle(row == state.selected ? .edit : .select(row))
      case .release, .drag: return false
      }
    case .paste, .resize, .sync, .closed: return false
    }
    return true
  }
}

extension SettingsScreen: ListView {
  func show(_ state: SettingsState) {
    if state != self.state { surface.needsDrawing() }
    self.state = state
  }

  func reloadRows() {
    surface.needsDrawing()
  }

  var visibleRows: Int { listHeight(in: surface.size) }
}
