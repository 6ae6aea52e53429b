import Terminal
import Viper

/// The tasks by their days over a window, or a month in cells.
@MainActor
final class AgendaScreen: Screen {
  let surface = Surface()
  private let presenter: any AgendaPresenting
  private var state = AgendaState()
  private var list = ListWidget()
  private var drawn = DrawnRows<ShownRow>()
  /// Raised when the rows may be different ones.
  private var edition = 0
  private var filterField: TextField?

  /// What a line shows, as little of it as tells one from another.
  private struct ShownRow: Equatable {
    var index: Int
    var edition: Int
    var isSelected: Bool
  }

  init(presenter: any AgendaPresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  var keyTable: KeyTable {
    if state.calendar != nil { return AgendaKeymap.calendarTable }
    return state.isFiltering ? AgendaKeymap.filterTable : AgendaKeymap.rowsTable
  }

  var chrome: Chrome {
    let place =
      state.calendar?.title ?? (state.choice.isEmpty ? "Agenda" : "Agenda \(state.choice)")
    return Chrome(
      place: place, state: status, message: state.message,
      tone: state.isWarning ? .warning : .news, hints: keyTable.hints)
  }

  private var status: String {
    let count = state.taskCount == 1 ? "1 task" : "\(state.taskCount) tasks"
    return state.isLoading ? state.rowCount == 0 ? "reading…" : "\(count) reading…" : count
  }

  // MARK: - Drawing

  private var listTop: Int { state.isFiltering ? 1 : 0 }

  func draw(on canvas: Canvas) {
    if let month = state.calendar { return MonthGrid(month, in: canvas.size).draw(on: canvas) }
    let size = canvas.size
    if state.isFiltering, let filterField {
      canvas.text("/", row: 0, column: 0, canvas.theme[.key])
      filterField.draw(on: canvas, row: 0, column: 1, width: size.columns - 2)
    }
    guard size.rows > listTop else { return }
    let area = canvas.part(
      Rect(row: listTop, column: 0, rows: size.rows - listTop, columns: size.columns))
    if state.rowCount == 0 { return drawAdvice(on: area) }
    // The head of the first task of a section comes in sight with it.
    list.reveal(state.selected.map { $0 - 1 }, count: state.rowCount, height: area.size.rows)
    list.reveal(state.selected, count: state.rowCount, height: area.size.rows)
    list.draw(on: area, count: state.rowCount, drawn: &drawn) { index in
      ShownRow(index: index, edition: edition, isSelected: index == state.selected)
    } draw: { shown, line in
      guard let row = presenter.row(at: shown.index) else { return }
      draw(row, isSelected: shown.isSelected, on: line)
    }
  }

  private func drawAdvice(on canvas: Canvas) {
    let muted = canvas.theme[.muted]
    if state.isLoading { canvas.text("Reading…", row: 0, column: 2, muted) }
    var row = 0
    for text in state.advice {
      for line in WordWrap.rows(ofText: text, width: max(1, canvas.size.columns - 3)) {
        canvas.text(line, row: row, column: 2, muted)
        row += 1
      }
    }
  }

  private func draw(_ row: AgendaRow, isSelected: Bool, on line: Canvas) {
    let theme = line.theme
    switch row {
    case .head(let name, let count):
      let used = line.text(name, row: 0, column: 1, theme[.heading])
      line.text("\(count)", row: 0, column: used + 2, theme[.muted])
    case .task(let task): draw(task, isSelected: isSelected, on: line)
    }
  }

  private func draw(_ task: AgendaRow.Task, isSelected: Bool, on line: Canvas) {
    let theme = line.theme
    let base = theme[isSelected ? .selection : task.isDone ? .muted : .text]
    let quiet = isSelected ? base : theme[.muted]
    let columns = AgendaColumns(width: line.size.columns)
    if isSelected { line.fill(row: 0, base) }
    line.text(isSelected ? ">" : " ", row: 0, base)
    line.text("[\(task.mark)]", row: 0, column: columns.box, base)
    if columns.words > columns.priority, !task.priority.isEmpty {
      line.text(
        task.priority, row: 0, column: columns.priority, isSelected ? base : theme[.warning])
    }
    let used = line.shortened(
      task.words, row: 0, column: columns.words, base, limit: columns.wordsWidth)
    let left = columns.wordsWidth - used - 2
    if left >= 6, !task.remark.isEmpty {
      line.shortened(
        "(\(task.remark))", row: 0, column: columns.words + used + 1, quiet, limit: left)
    }
    if columns.noteWidth > 0 {
      line.shortened(task.note, row: 0, column: columns.note, quiet, limit: columns.noteWidth)
    }
    let width = min(task.day.count, columns.dayWidth)
    let day = isSelected ? base : task.isOverdue ? theme[.warning] : quiet
    line.shortened(task.day, row: 0, column: columns.end - width, day, limit: width)
  }

  // MARK: - Input

  var cursor: Point? {
    guard state.isFiltering, state.calendar == nil, let filterField else { return nil }
    return Point(
      row: 0, column: filterField.cursorColumn(from: 1, width: surface.size.columns - 2))
  }

  func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .mouse(let mouse): return handle(mouse)
    case .key(let key):
      let map =
        state.calendar != nil
        ? AgendaKeymap.calendar : state.isFiltering ? AgendaKeymap.filter : AgendaKeymap.rows
      guard let command = map.command(for: key) else { return type(event) }
      presenter.handle(command)
      return true
    case .paste: return type(event)
    case .resize, .sync, .closed: return false
    }
  }

  private func type(_ event: InputEvent) -> Bool {
    guard state.isFiltering, var field = filterField else { return false }
    let before = field.text
    guard field.handle(event) else { return false }
    filterField = field
    surface.needsDrawing()
    if field.text != before { presenter.handle(.filter(field.text)) }
    return true
  }

  private func handle(_ mouse: MouseEvent) -> Bool {
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
    if let lines = mouse.wheelLines {
      presenter.handle(.move(lines))
      return true
    }
    if mouse.action == .press, state.isFiltering, mouse.at.row == 0 {
      filterField?.click(at: mouse.at.column, from: 1, width: surface.size.columns - 2)
      surface.needsDrawing()
      return true
    }
    guard mouse.action == .press,
      let row = list.row(atLine: mouse.at.row - listTop, count: state.rowCount)
    else { return false }
    let columns = AgendaColumns(width: surface.size.columns)
    if (columns.box..<(columns.box + 3)).contains(mouse.at.column) {
      // A click on the box itself.
      presenter.handle(.select(row))
      if state.selected == row { presenter.handle(.toggle) }
    } else {
      // A click on the selected row opens it: the second half of a double click.
      presenter.handle(row == state.selected ? .open : .select(row))
    }
    return true
  }
}

extension AgendaScreen: ListView {
  var visibleRows: Int { max(0, surface.size.rows - listTop) }

  func show(_ state: AgendaState) {
    if state.isFiltering, !self.state.isFiltering {
      filterField = TextField(state.filter, isProposed: true)
    }
    if !state.isFiltering { filterField = nil }
    guard state != self.state else { return }
    if needsEmptyWindow(for: state) {
      drawn = DrawnRows()
      surface.needsDrawing()
    } else {
      surface.needsUpdate()
    }
    self.state = state
  }

  /// Whether more than rows is different.
  private func needsEmptyWindow(for new: AgendaState) -> Bool {
    new.calendar != state.calendar || new.rowCount == 0 || state.rowCount == 0
      || new.isFiltering != state.isFiltering
  }

  func reloadRows() {
    edition += 1
    surface.needsUpdate()
  }
}
