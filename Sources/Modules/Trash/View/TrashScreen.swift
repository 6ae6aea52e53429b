import Terminal
import Viper

/// What lies in the trash, over a window.
@MainActor
final class TrashScreen: Screen {
  let surface = Surface()
  private let presenter: any TrashPresenting
  private var state = TrashState()
  private var list = ListWidget()

  init(presenter: any TrashPresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  let keyTable = TrashKeymap.map.table(titled: "Trash")

  var chrome: Chrome {
    Chrome(
      place: "Trash", state: counts, message: state.message,
      tone: state.isWarning ? .warning : .news, hints: keyTable.hints)
  }

  private var counts: String {
    if state.isLoading { return "reading…" }
    return state.rowCount == 1 ? "1 note" : "\(state.rowCount) notes"
  }

  // MARK: - Drawing

  func draw(on canvas: Canvas) {
    if state.rowCount == 0 { return drawEmpty(on: canvas) }
    list.reveal(state.selected, count: state.rowCount, height: canvas.size.rows)
    list.draw(on: canvas, count: state.rowCount) { index, line in
      draw(presenter.row(at: index), isSelected: index == state.selected, on: line)
    }
  }

  private func drawEmpty(on canvas: Canvas) {
    let text =
      state.isLoading
      ? "Reading the trash…"
      : "The trash is empty.\nWhat you delete in the list of notes lies here, and can come back."
    let width = max(1, canvas.size.columns - 3)
    for (row, text) in WordWrap.rows(ofText: text, width: width).enumerated() {
      canvas.text(text, row: row, column: 2, canvas.theme[.muted])
    }
  }

  private func draw(_ row: TrashRow, isSelected: Bool, on line: Canvas) {
    let theme = line.theme
    let base = theme[isSelected ? .selection : .text]
    let quiet = isSelected ? base : theme[.muted]
    let columns = TrashColumns(width: line.size.columns)
    if isSelected { line.fill(row: 0, base) }
    line.text(isSelected ? ">" : " ", row: 0, base)
    line.shortened(row.title, row: 0, column: columns.title, base, limit: columns.titleWidth)
    if columns.folderWidth > 0, !row.folder.isEmpty {
      line.shortened(
        "from \(row.folder)", row: 0, column: columns.folder, quiet, limit: columns.folderWidth)
    }
    if let end = columns.dateEnd {
      let width = min(row.date.count, TrashColumns.dateWidth)
      line.text(row.date, row: 0, column: end - width, quiet, limit: width)
    }
  }

  // MARK: - Input

  func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      guard let command = TrashKeymap.map.command(for: key) else { return false }
      presenter.handle(command)
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: presenter.handle(.move(-3))
      case .wheelDown: presenter.handle(.move(3))
      case .press:
        guard let row = list.row(atLine: mouse.at.row, count: state.rowCount) else { return false }
        presenter.handle(.select(row))
      case .release, .drag: return false
      }
    case .paste, .resize, .sync, .closed: return false
    }
    return true
  }
}

/// How a row shares its width: the title, where it was and, where there is room, when it went.
struct TrashColumns: Equatable {
  static let dateWidth = 10

  let title = 2
  let titleWidth: Int
  let folder: Int
  let folderWidth: Int
  let dateEnd: Int?

  init(width: Int) {
    dateEnd = width >= 34 ? width - 1 : nil
    let room = max(0, (dateEnd.map { $0 - Self.dateWidth - 1 } ?? width - 1) - title)
    titleWidth = width >= 50 ? room * 3 / 5 - 1 : room
    folder = title + titleWidth + 1
    folderWidth = width >= 50 ? room - titleWidth - 1 : 0
  }
}

extension TrashScreen: ListView {
  func show(_ state: TrashState) {
    if state != self.state { surface.needsDrawing() }
    self.state = state
  }

  func reloadRows() {
    surface.needsDrawing()
  }

  var visibleRows: Int { surface.size.rows }
}
