import Lists
import Terminal
import Viper

/// Figures, a year of days in cells, and the notes of one of them.
@MainActor
final class StatsScreen: ListScreen {
  typealias State = StatsState

  let surface = Surface()
  let presenter: any StatsPresenting
  var state = StatsState()
  var list = ListWidget()
  var finder = RowFinder()

  init(presenter: any StatsPresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  var keymap: Keymap<StatsCommand> { state.list == nil ? StatsKeymap.year : StatsKeymap.list }

  var chrome: Chrome {
    Chrome(
      place: state.list.map { "Statistics · \($0.title)" } ?? "Statistics",
      state: state.isLoading ? "counting…" : state.list.map { Self.count($0.rowCount) } ?? "",
      message: state.message, hints: keyTable.hints)
  }

  private static func count(_ notes: Int) -> String { notes == 1 ? "1 note" : "\(notes) notes" }

  // MARK: - Drawing

  func draw(on canvas: Canvas) {
    if state.list != nil { return drawList(on: canvas) }
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

  /// A day is listed only where something happened.
  var emptyText: String { "" }

  func draw(_ row: StatsRow, as look: RowLook, on line: Canvas) {
    let width = line.size.columns
    let remark = width - row.remark.count - 2
    let hasRoom = remark > 12
    line.shortened(row.title, row: 0, column: 2, look.base, limit: (hasRoom ? remark : width) - 3)
    if hasRoom { line.text(row.remark, row: 0, column: remark, look.quiet) }
  }

  // MARK: - Input

  func handle(_ mouse: MouseEvent) -> Bool {
    if state.list != nil { return handleInList(mouse) }
    if let lines = mouse.wheelLines {
      presenter.handle(.moveDays(lines.signum() * 7))
      return true
    }
    guard mouse.action == .press, let year = state.year else { return false }
    let map = StatsMap(year, in: surface.size, figures: state.figures.count)
    guard let day = map.day(at: mouse.at, selected: state.day) else { return false }
    presenter.handle(day == state.day ? .open : .selectDay(day))
    return true
  }
}
