import Lists
import Terminal
import Viper

/// Figures, a year of days in cells, and the notes of one of them.
@MainActor
final class StatsScreen: ListScreen {
  var parts: ListParts<StatsState, StatsCommand, StatsRow>

  init(presenter: any StatsPresenting) {
    parts = ListParts(presenter, StatsState())
    presenter.view = self
  }

  var keymap: Keymap<StatsCommand> { state.list == nil ? StatsKeymap.year : StatsKeymap.list }

  var chrome: Chrome {
    Chrome(
      title: StatsWords.title(of: state.list),
      state: state.isLoading
        ? StatsWords.counting : state.list.map { counted($0.rowCount, "note") } ?? "",
      message: state.message, hints: keyTable.hints)
  }

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

/// The cells of a year's days: weeks are columns. Where there is no room the earliest weeks
/// are left out, and in a low window the days themselves.
@MainActor
private struct StatsMap {
  /// How many figures are above the days.
  let figureRows: Int
  /// The line that says the selected day in words.
  let textRow: Int
  private let year: StatsYear
  private let size: Size
  private let monthRow: Int?
  /// Nil where there is no room for a week.
  private let firstRow: Int?
  /// How many cells a day takes.
  private let cell: Int
  private static let left = 6
  /// Each has its own shape, so that its colour does not matter.
  private static let shades: [Unicode.Scalar] = ["·", "░", "▒", "▓", "█"]

  init(_ year: StatsYear, in size: Size, figures: Int) {
    self.year = year
    self.size = size
    cell = size.columns >= Self.left + year.weeks * 2 + 1 ? 2 : 1
    // Seven days, their text, and the months' names as soon as there is room.
    let hasDays = size.rows >= 8 && size.columns > Self.left + 2
    guard hasDays else {
      figureRows = max(0, min(figures, size.rows - 1))
      textRow = figureRows
      (monthRow, firstRow) = (nil, nil)
      return
    }
    let spare = size.rows - 8
    let hasMonths = spare >= 1
    figureRows = max(0, min(figures, spare - (hasMonths ? 1 : 0)))
    let gap = spare - (hasMonths ? 1 : 0) - figureRows > 0 && figureRows > 0 ? 1 : 0
    let top = figureRows + gap
    monthRow = hasMonths ? top : nil
    let first = top + (hasMonths ? 1 : 0)
    firstRow = first
    textRow = first + 7
  }

  /// The first week that is shown: the last one is at the right, unless the selected day needs
  /// others.
  private func firstWeek(_ selected: Int?) -> Int {
    let room = (size.columns - Self.left) / cell
    let last = max(0, year.weeks - room)
    return min(last, (selected ?? year.shades.count - 1) / 7)
  }

  func draw(on canvas: Canvas, selected: Int?) {
    guard let firstRow else { return }
    let theme = canvas.theme
    let start = firstWeek(selected)
    // Every other one names those between.
    for (day, name) in year.weekdays.enumerated() where day.isMultiple(of: 2) {
      canvas.text(name, row: firstRow + day, column: 2, theme[.muted])
    }
    if let monthRow {
      var free = 0
      for month in year.months where month.week >= start {
        let column = Self.left + (month.week - start) * cell
        guard column >= free, column + month.name.count <= size.columns else { continue }
        canvas.text(month.name, row: monthRow, column: column, theme[.muted])
        free = column + month.name.count + 1
      }
    }
    for index in (start * 7)..<max(start * 7, year.shades.count) {
      let column = Self.left + (index / 7 - start) * cell
      guard column < size.columns else { break }
      let shade = year.shades[index]
      let style =
        index == selected ? theme[.selection] : theme[shade == 0 ? .muted : .added]
      canvas.fill(
        row: firstRow + index % 7, column: column, width: 1, with: Self.shades[shade], style)
    }
  }

  /// The day at a point; nil beside the days.
  func day(at point: Point, selected: Int?) -> Int? {
    guard let firstRow, point.column >= Self.left, (0..<7).contains(point.row - firstRow) else {
      return nil
    }
    let week = firstWeek(selected) + (point.column - Self.left) / cell
    let index = week * 7 + point.row - firstRow
    return year.shades.indices.contains(index) ? index : nil
  }
}
