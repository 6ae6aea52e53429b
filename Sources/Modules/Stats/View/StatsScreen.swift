import Lists
import Terminal
import Viper

/// Figures, a year of days in cells, and the notes of one of them.
@MainActor
final class StatsScreen: Screen {
  let surface = Surface()
  private let presenter: any StatsPresenting
  private var state = StatsState()
  private var list = ListWidget()

  init(presenter: any StatsPresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  var keyTable: KeyTable { state.list == nil ? StatsKeymap.year.table : StatsKeymap.list.table }

  var chrome: Chrome {
    Chrome(
      place: state.list.map { "Statistics · \($0.title)" } ?? "Statistics",
      state: state.isLoading ? "counting…" : state.list.map { Self.count($0.rowCount) } ?? "",
      message: state.message, hints: keyTable.hints)
  }

  private static func count(_ notes: Int) -> String { notes == 1 ? "1 note" : "\(notes) notes" }

  // MARK: - Drawing

  func draw(on canvas: Canvas) {
    if let shown = state.list { return draw(shown, on: canvas) }
    guard let year = state.year else {
      canvas.text("Counting…", row: 0, column: 2, canvas.theme[.muted])
      return
    }
    let map = StatsMap(year, in: canvas.size, figures: state.figures.count)
    for (row, figure) in state.figures.prefix(map.figureRows).enumerated() {
      canvas.text(figure.name, row: row, column: 2, canvas.theme[.muted])
      canvas.shortened(
        figure.value, row: row, column: 10, canvas.theme[.text], limit: canvas.size.columns - 10)
    }
    map.draw(on: canvas, selected: state.day)
    canvas.shortened(
      state.dayText, row: map.textRow, column: 2, canvas.theme[.strong],
      limit: canvas.size.columns - 2)
  }

  private func draw(_ shown: StatsList, on canvas: Canvas) {
    list.reveal(shown.selected, count: shown.rowCount, height: canvas.size.rows)
    list.draw(on: canvas, count: shown.rowCount) { index, line in
      let row = presenter.row(at: index)
      let look = RowLook(index == shown.selected, on: line)
      let width = line.size.columns
      let remark = width - row.remark.count - 2
      let hasRoom = remark > 12
      line.shortened(row.title, row: 0, column: 2, look.base, limit: (hasRoom ? remark : width) - 3)
      if hasRoom {
        line.text(row.remark, row: 0, column: remark, look.quiet)
      }
    }
  }

  // MARK: - Input

  func handle(_ event: InputEvent) -> Bool {
    if case .mouse(let mouse) = event { return handle(mouse) }
    let map = state.list == nil ? StatsKeymap.year : StatsKeymap.list
    guard case .key(let key) = event, let command = map.command(for: key) else { return false }
    presenter.handle(command)
    return true
  }

  private func handle(_ mouse: MouseEvent) -> Bool {
    if let lines = mouse.wheelLines {
      presenter.handle(state.list == nil ? .moveDays(lines.signum() * 7) : .move(.lines(lines)))
      return true
    }
    guard mouse.action == .press else { return false }
    if let shown = state.list {
      guard let row = list.row(atLine: mouse.at.row, count: shown.rowCount) else { return false }
      // A click on the selected row opens it: the second half of a double click.
      presenter.handle(row == shown.selected ? .open : .select(row))
      return true
    }
    guard let year = state.year else { return false }
    let map = StatsMap(year, in: surface.size, figures: state.figures.count)
    guard let day = map.day(at: mouse.at, selected: state.day) else { return false }
    presenter.handle(day == state.day ? .open : .selectDay(day))
    return true
  }
}

extension StatsScreen: ListView {
  func reloadRows() { surface.needsDrawing() }

  var visibleRows: Int { surface.size.rows }

  func show(_ state: StatsState) {
    if state != self.state { surface.needsDrawing() }
    self.state = state
  }
}
