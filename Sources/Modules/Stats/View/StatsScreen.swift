import Lists
import Terminal
import Viper

/// Draws the figures, a year of days as cells, and the notes of a day.
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

  /// Never shown: only a day with activity has a list.
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

/// The layout of a year's days, with weeks as columns. Without enough room the earliest weeks are
/// left out, and in a low window the days themselves.
@MainActor
private struct StatsMap {
  /// The count of figures above the days.
  let figureRows: Int
  /// The line that describes the selected day.
  let textRow: Int
  private let year: StatsYear
  private let size: Size
  private let monthRow: Int?
  /// The first row of days; nil without room for a week.
  private let firstRow: Int?
  /// The width of a day, in cells.
  private let cell: Int
  private static let left = 6
  /// Signs of different shape, so that colors are not needed to tell them apart.
  private static let shades: [Unicode.Scalar] = ["·", "░", "▒", "▓", "█"]

  init(_ year: StatsYear, in size: Size, figures: Int) {
    self.year = year
    self.size = size
    cell = size.columns >= Self.left + year.weeks * 2 + 1 ? 2 : 1
    // Seven days and their text come first, then the names of months if there is room.
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

  /// Returns the first visible week. The last week is at the right, unless the selected day needs
  /// earlier ones.
  private func firstWeek(_ selected: Int?) -> Int {
    let room = (size.columns - Self.left) / cell
    let last = max(0, year.weeks - room)
    return min(last, (selected ?? year.shades.count - 1) / 7)
  }

  func draw(on canvas: Canvas, selected: Int?) {
    guard let firstRow else { return }
    let theme = canvas.theme
    let start = firstWeek(selected)
    // Every second name is enough.
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

  /// Returns the day at a point; nil outside the days.
  func day(at point: Point, selected: Int?) -> Int? {
    guard let firstRow, point.column >= Self.left, (0..<7).contains(point.row - firstRow) else {
      return nil
    }
    let week = firstWeek(selected) + (point.column - Self.left) / cell
    let index = week * 7 + point.row - firstRow
    return year.shades.indices.contains(index) ? index : nil
  }
}
