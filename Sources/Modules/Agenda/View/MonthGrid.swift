import Terminal

/// The layout of a month's days in a window, and their drawing.
struct MonthGrid {
  private let month: AgendaMonth
  private let stride: Int
  private let hasNumbers: Bool
  private let hasHead: Bool
  private let hasRemark: Bool
  /// The first visible week, and how many are visible.
  private let firstWeek: Int
  private let shownWeeks: Int

  private static let numbersWidth = 4

  init(_ month: AgendaMonth, in size: Size) {
    self.month = month
    hasNumbers = size.columns >= 7 * 5 + Self.numbersWidth
    let room = size.columns - (hasNumbers ? Self.numbersWidth : 0)
    stride = max(3, min(9, (room + 1) / 7))
    hasHead = size.rows >= 3
    hasRemark = size.rows >= 5
    shownWeeks = max(1, min(month.weeks.count, size.rows - (hasHead ? 1 : 0) - (hasRemark ? 2 : 0)))
    firstWeek = max(0, min(month.selected.week - shownWeeks / 2, month.weeks.count - shownWeeks))
  }

  private var left: Int { hasNumbers ? Self.numbersWidth : 0 }
  private var top: Int { hasHead ? 1 : 0 }

  @MainActor
  func draw(on canvas: Canvas) {
    let theme = canvas.theme
    if hasHead {
      for (day, name) in month.weekdays.enumerated() {
        let text = stride >= 5 ? name : String(name.prefix(2))
        canvas.text(text, row: 0, column: left + day * stride, theme[.heading])
      }
    }
    for line in 0..<shownWeeks {
      let week = firstWeek + line
      if hasNumbers {
        let number = "\(month.weekNumbers[week])"
        canvas.text(
          number, row: top + line, column: 2 - min(2, number.count), theme[.muted])
      }
      for (day, cell) in month.weeks[week].enumerated() {
        let isSelected = month.selected == (week, day)
        draw(cell, isSelected: isSelected, row: top + line, column: left + day * stride, canvas)
      }
    }
    let rest = top + shownWeeks
    guard hasRemark else { return }
    drawLegend(on: canvas.line(rest))
    canvas.shortened(
      month.remark, row: rest + 1, column: 1, theme[.heading], limit: canvas.size.columns - 2)
    for (line, task) in month.tasks.enumerated() where rest + 2 + line < canvas.size.rows {
      draw(task, on: canvas.line(rest + 2 + line))
    }
  }

  @MainActor
  private func drawLegend(on line: Canvas) {
    let style = line.theme[.muted]
    let used = line.shortened(
      AgendaWords.legend(isWide: stride >= 6), row: 0, column: left, style,
      limit: line.size.columns - left)
    if !month.streak.isEmpty {
      let column = left + used + 3
      line.shortened(
        month.streak, row: 0, column: column, style, limit: line.size.columns - column)
    }
  }

  /// Draws a task of the selected day: its box, its words and its note.
  @MainActor
  private func draw(_ task: AgendaRow.Task, on line: Canvas) {
    let theme = line.theme
    let column = 2 + line.text(task.box, row: 0, column: 1, theme[.bullet])
    let room = line.size.columns - column - 1
    let used = line.shortened(
      task.words, row: 0, column: column, theme[task.isDone ? .muted : .text], limit: room)
    if room - used > 8 {
      line.shortened(
        task.note, row: 0, column: column + used + 2, theme[.muted], limit: room - used - 2)
    }
  }

  /// Draws a day. A dot or star marks a daily note, a number or dot tasks; today is underlined.
  @MainActor
  private func draw(
    _ cell: AgendaMonth.Cell, isSelected: Bool, row: Int, column: Int, _ canvas: Canvas
  ) {
    let theme = canvas.theme
    var style = theme[isSelected ? .selection : cell.isOfMonth ? .text : .muted]
    if cell.isToday { style.attributes.formUnion([.bold, .underline]) }
    let number = cell.day < 10 ? " \(cell.day)" : "\(cell.day)"
    canvas.text(number, row: row, column: column, style)
    let mark: String
    if stride >= 6 {
      let count = cell.tasks > 99 ? "99" : "\(cell.tasks)"
      mark = (cell.hasNote ? "●" : " ") + (cell.tasks > 0 ? count : "")
    } else {
      mark = cell.hasNote ? (cell.tasks > 0 ? "+" : "*") : cell.tasks > 0 ? "." : ""
    }
    canvas.text(mark, row: row, column: column + 2, isSelected ? style : theme[.key])
  }

  /// Returns the cell at a point of the window.
  func cell(at point: Point) -> (week: Int, day: Int)? {
    let (line, column) = (point.row - top, point.column - left)
    guard line >= 0, line < shownWeeks, column >= 0, column / stride < 7 else { return nil }
    return (firstWeek + line, column / stride)
  }
}
