import Cells
import Lists
import Terminal
import Viper

/// Draws the tasks by day, or the calendar.
@MainActor
final class AgendaScreen: ListScreen {
  var parts: ListParts<AgendaState, AgendaCommand, AgendaRow?>
  private var filter = LabeledField("", mark: "/", column: 1)

  init(presenter: any AgendaPresenting) {
    parts = ListParts(presenter, AgendaState())
    presenter.view = self
  }

  var keymap: Keymap<AgendaCommand> {
    if state.calendar != nil { return AgendaKeymap.calendar }
    return state.isFiltering ? AgendaKeymap.filter : AgendaKeymap.rows
  }

  var chrome: Chrome {
    let title =
      state.calendar?.title ?? (state.choice.isEmpty ? "Agenda" : "Agenda \(state.choice)")
    return Chrome(
      title: title, state: status, message: state.message, hints: keyTable.hints)
  }

  private var status: String {
    let count = state.taskCount == 1 ? "1 task" : "\(state.taskCount) tasks"
    return state.isLoading ? state.rowCount == 0 ? SharedWords.reading : "\(count) reading…" : count
  }

  // MARK: - Drawing

  func listFrame(in size: Size) -> Rect {
    let top = min(size.rows, state.isFiltering ? 1 : 0)
    return Rect(row: top, column: 0, rows: size.rows - top, columns: size.columns)
  }

  func draw(on canvas: Canvas) {
    if let month = state.calendar { return MonthGrid(month, in: canvas.size).draw(on: canvas) }
    if state.isFiltering { filter.draw(on: canvas, row: 0) }
    // Reveal the section's head together with its first task.
    let height = listFrame(in: canvas.size).rows
    let head = state.selected.map { $0 - 1..<$0 }
    list.reveal(rows: state.section ?? head, count: state.rowCount, height: height)
    drawList(on: canvas)
  }

  var emptyText: String {
    state.isLoading ? SharedWords.isReading : state.advice.joined(separator: "\n")
  }

  func draw(_ row: AgendaRow?, as look: RowLook, on line: Canvas) {
    let theme = line.theme
    switch row {
    case nil: break
    case .head(let name, let count):
      let used = line.text(name, row: 0, column: 1, theme[.heading])
      // Without open tasks, only those that were just done are below.
      if count > 0 { line.text("\(count)", row: 0, column: used + 2, theme[.muted]) }
    case .task(let task): draw(task, as: look, on: line)
    }
  }

  private func draw(_ task: AgendaRow.Task, as look: RowLook, on line: Canvas) {
    let (base, quiet) = (look[task.isDone ? .muted : .text], look.quiet)
    let columns = AgendaColumns(width: line.size.columns)
    var column =
      AgendaColumns.box + line.text(task.box, row: 0, column: AgendaColumns.box, base) + 1
    if !task.priority.isEmpty {
      column += line.text(task.priority, row: 0, column: column, look[.warning]) + 1
    }
    column += line.shortened(
      task.words, row: 0, column: column, base, limit: max(0, columns.wordsEnd - column))
    let left = columns.wordsEnd - column - 2
    if left >= 6, !task.remark.isEmpty {
      line.shortened("(\(task.remark))", row: 0, column: column + 1, quiet, limit: left)
    }
    if columns.noteWidth > 0 {
      line.shortened(task.note, row: 0, column: columns.note, quiet, limit: columns.noteWidth)
    }
    let width = min(task.day.count, columns.dayWidth)
    let day = look[task.isOverdue ? .warning : .muted]
    line.shortened(task.day, row: 0, column: columns.end - width, day, limit: width)
  }

  // MARK: - Input

  var cursor: Point? {
    guard state.isFiltering, state.calendar == nil else { return nil }
    return filter.cursor(row: 0, width: surface.size.columns)
  }

  func type(_ event: InputEvent) -> Bool {
    guard state.isFiltering, let change = filter.take(event) else { return false }
    surface.needsDrawing()
    if case .typed(let text) = change { presenter.handle(.filter(text)) }
    return true
  }

  func handle(_ mouse: MouseEvent) -> Bool {
    if let month = state.calendar {
      if let lines = mouse.wheelLines {
        presenter.handle(.calendar(.moveMonths(lines < 0 ? -1 : 1)))
        return true
      }
      guard mouse.action == .press,
        let cell = MonthGrid(month, in: surface.size).cell(at: mouse.at)
      else { return false }
      presenter.handle(.calendar(.select(week: cell.week, day: cell.day)))
      return true
    }
    if mouse.action == .press, state.isFiltering, mouse.at.row == 0 {
      filter.click(at: mouse.at.column, width: surface.size.columns)
      surface.needsDrawing()
      return true
    }
    // A click on the box ticks the task.
    if case .press(let row) = list.gesture(
      mouse, in: listFrame(in: surface.size), count: state.rowCount),
      case .task(let task) = presenter.row(at: row),
      AgendaColumns.box(of: task).contains(mouse.at.column)
    {
      presenter.handle(.select(row))
      if state.selected == row { presenter.handle(.toggle) }
      return true
    }
    return handleInList(mouse)
  }

  func show(_ state: AgendaState) {
    if state.isFiltering, !self.state.isFiltering { filter.propose(state.filter) }
    if state != self.state { surface.needsDrawing() }
    self.state = state
  }
}

/// The columns of a task's row. Its priority and words follow its box; if there is room, the note and
/// the day have columns of their own.
private struct AgendaColumns: Equatable {
  static let box = 2
  /// The column after the words.
  let wordsEnd: Int
  let note: Int
  let noteWidth: Int
  let dayWidth: Int
  /// The column after the day.
  let end: Int

  init(width: Int) {
    end = width - 1
    dayWidth = width < 40 ? 0 : min(16, width / 4)
    let words = Self.box + 2
    let room = max(0, end - words - (dayWidth > 0 ? dayWidth + 1 : 0))
    noteWidth = width < 60 ? 0 : min(30, room / 3)
    note = words + room - noteWidth
    wordsEnd = noteWidth > 0 ? note - 1 : note
  }

  static func box(of task: AgendaRow.Task) -> Range<Int> {
    box..<(box + Cells.width(of: task.box))
  }
}
