import Cells
import Terminal
import Viper

/// A field, and below it what fits.
@MainActor
final class PaletteScreen: Screen {
  let surface = Surface()
  private let presenter: any PalettePresenting
  private var state = PaletteState()
  private var field = LabelledField("", mark: "›")
  private var list = ListWidget()
  private var drawn = DrawnRows<Line>()

  init(presenter: any PalettePresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  /// All that a line shows.
  private struct Line: Equatable {
    var row: PaletteRow
    var isSelected: Bool
  }

  let keyTable = PaletteKeymap.map.table(titled: "Palette")

  var chrome: Chrome {
    Chrome(place: "Go to", message: state.message, tone: .warning, hints: keyTable.hints)
  }

  func preferredSize(in available: Size) -> Size {
    Size(columns: min(72, available.columns), rows: min(18, available.rows))
  }

  // MARK: - Drawing

  private func listArea(in size: Size) -> Rect {
    Rect(row: 1, column: 0, rows: max(0, size.rows - 1), columns: size.columns)
  }

  /// What the line above the list has for the field: it goes up to the count.
  private func fieldWidth(_ columns: Int) -> Int { columns + 1 - countWidth }

  /// In a narrow box the field needs all of the room.
  private var count: String {
    guard surface.size.columns >= 40 else { return "" }
    return state.isReading ? "\(state.found)…" : "\(state.found)"
  }

  private var countWidth: Int { count.isEmpty ? 0 : count.count + 1 }

  func draw(on canvas: Canvas) {
    let theme = canvas.theme
    field.draw(on: canvas, row: 0, width: fieldWidth(canvas.size.columns))
    if countWidth > 0 {
      canvas.fill(row: 0, column: canvas.size.columns - countWidth, width: 1)
      canvas.text(
        count, row: 0, column: canvas.size.columns - countWidth + 1, theme[.muted])
    }
    let area = listArea(in: canvas.size)
    guard area.rows > 0 else { return }
    let part = canvas.part(area)
    list.reveal(state.selected, count: state.rowCount, height: area.rows)
    if state.rowCount == 0 {
      part.text(state.isReading ? "Reading…" : "Nothing fits.", row: 0, column: 2, theme[.muted])
      return
    }
    list.draw(
      on: part, count: state.rowCount, drawn: &drawn,
      row: { Line(row: presenter.row(at: $0), isSelected: $0 == state.selected) },
      draw: { draw($0, on: $1) })
  }

  private func draw(_ line: Line, on canvas: Canvas) {
    let theme = canvas.theme
    let row = line.row
    let base = theme[line.isSelected ? .selection : .text]
    let width = canvas.size.columns
    canvas.fill(row: 0, base)
    canvas.text(line.isSelected ? ">" : " ", row: 0, base)
    let room = width - 3
    var detailWidth = width < 30 ? 0 : min(Cells.width(of: row.detail), room / 2)
    // A title goes before what is said of it.
    let titleWidth = Cells.width(of: row.title)
    if detailWidth > 0, titleWidth + 1 + detailWidth > room {
      detailWidth = max(min(detailWidth, 12), room - titleWidth - 1)
    }
    let titleRoom = detailWidth > 0 ? room - detailWidth - 1 : room
    drawTitle(line, base: base, width: titleRoom, on: canvas)
    guard detailWidth > 0 else { return }
    let quiet = line.isSelected ? base : theme[row.isAction ? .key : .muted]
    let shown = min(detailWidth, Cells.width(of: row.detail))
    canvas.shortened(row.detail, row: 0, column: width - 1 - shown, quiet, limit: shown)
  }

  private func drawTitle(_ line: Line, base: Style, width: Int, on canvas: Canvas) {
    guard width > 0 else { return }
    let (row, first) = (line.row, 2)
    let end =
      first + canvas.shortenedStart(row.title, row: 0, column: first, base, limit: width).width
    let quiet = first + Cells.width(of: String(row.title.dropLast(row.quiet)))
    if row.quiet > 0, quiet < end, !line.isSelected {
      canvas.restyle(row: 0, column: quiet, width: end - quiet, canvas.theme[.muted])
    }
    guard !row.marked.isEmpty else { return }
    var style = base
    style.attributes.formUnion(canvas.theme[.match].attributes)
    let marked = Set(row.marked)
    if Cells.isPlain(row.title) {
      // A letter is a cell there.
      for letter in marked where first + letter < end {
        canvas.restyle(row: 0, column: first + letter, width: 1, style)
      }
      return
    }
    var column = first
    for (number, character) in row.title.enumerated() {
      let cells = Cells.width(of: String(character))
      if column + cells > end { return }
      if marked.contains(number) { canvas.restyle(row: 0, column: column, width: cells, style) }
      column += cells
    }
  }

  // MARK: - Input

  var cursor: Point? {
    field.cursor(row: 0, width: fieldWidth(surface.size.columns))
  }

  func handle(_ event: InputEvent) -> Bool {
    if case .mouse(let mouse) = event { return handle(mouse) }
    if case .key(let key) = event, let command = PaletteKeymap.map.command(for: key) {
      presenter.handle(command)
      return true
    }
    guard let change = field.take(event) else { return false }
    surface.needsRows()
    if case .typed(let text) = change { presenter.handle(.type(text)) }
    return true
  }

  private func handle(_ mouse: MouseEvent) -> Bool {
    if mouse.action == .press, mouse.at.row == 0 {
      field.click(at: mouse.at.column, width: fieldWidth(surface.size.columns))
      surface.needsRows()
      return true
    }
    switch list.gesture(mouse, in: listArea(in: surface.size), count: state.rowCount) {
    case .scroll(let rows): presenter.handle(.move(rows))
    case .press(let row): presenter.handle(.choose(row))
    case nil: break
    }
    return true
  }
}

extension PaletteScreen: ListView {
  func show(_ state: PaletteState) {
    if state != self.state {
      if state.rowCount == 0 || self.state.rowCount == 0 {
        surface.needsDrawing()
      } else {
        surface.needsRows()
      }
      if state.message != self.state.message { surface.needsChrome() }
    }
    self.state = state
  }

  func reloadRows() {
    surface.needsRows()
  }

  var visibleRows: Int { listArea(in: surface.size).rows }
}
