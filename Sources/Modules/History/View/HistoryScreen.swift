import Cells
import Lists
import Terminal
import Viper

/// The versions over a window, and beside them what the selected one is about.
@MainActor
final class HistoryScreen: Screen {
  let surface = Surface()
  private let presenter: any HistoryPresenting
  private var state = HistoryState()
  private var list = ListWidget()

  init(presenter: any HistoryPresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  var keyTable: KeyTable {
    state.isReading ? HistoryKeymap.detail.table : HistoryKeymap.list.table
  }

  var chrome: Chrome {
    Chrome(
      place: state.title.isEmpty ? "Versions" : "Versions of \(state.title)", state: counts,
      message: state.message, hints: keyTable.hints)
  }

  private var counts: String {
    if state.isLoading { return "reading…" }
    return state.rowCount == 1 ? "1 version" : "\(state.rowCount) versions"
  }

  private var layout: HistoryLayout { HistoryLayout(surface.size, isReading: state.isReading) }

  // MARK: - Drawing

  func draw(on canvas: Canvas) {
    let layout = HistoryLayout(canvas.size, isReading: state.isReading)
    if state.rowCount == 0 { return drawEmpty(on: canvas) }
    layout.split?.drawDivider(on: canvas)
    if layout.list.rows > 0 {
      list.reveal(state.selected, count: state.rowCount, height: layout.list.rows)
      list.draw(on: canvas.part(layout.list), count: state.rowCount) { index, line in
        draw(presenter.row(at: index), as: RowLook(index == state.selected, on: line), on: line)
      }
    }
    if layout.detail.rows > 0 { drawDetail(layout, on: canvas) }
  }

  private func drawEmpty(on canvas: Canvas) {
    let text =
      state.isLoading
      ? "Reading the versions…"
      : "No versions of this note are kept yet. Each save keeps one."
    canvas.paragraphs(text)
  }

  private func draw(_ row: HistoryRow, as look: RowLook, on line: Canvas) {
    let columns = VersionColumns(width: line.size.columns)
    line.shortened(
      row.isNow ? "\(row.date) now" : row.date, row: 0, column: columns.date, look.base,
      limit: columns.dateWidth)
    func put(_ text: String, endingAt end: Int?, _ role: Role) {
      guard let end, text.count <= end else { return }
      line.text(text, row: 0, column: end - text.count, look[role])
    }
    put(row.size, endingAt: columns.sizeEnd, .muted)
    put(row.added, endingAt: columns.addedEnd, .added)
    put(row.removed, endingAt: columns.removedEnd, .removed)
  }

  private func drawDetail(_ layout: HistoryLayout, on canvas: Canvas) {
    let theme = canvas.theme
    let sign = state.isReading && layout.split != nil ? "> " : ""
    let area = canvas.part(layout.detailRows)
    var title = sign + state.detailTitle
    if let hunk, case .rows(let detail) = state.detail {
      title += " · \(hunk + 1) of \(detail.hunks.count)"
    }
    canvas.part(layout.detail).shortened(
      title, row: 0, theme[.heading], limit: layout.detail.columns)
    switch state.detail {
    case .none: break
    case .remark(let remark, let isWarning):
      for (row, text) in WordWrap.rows(of: remark, width: area.size.columns).enumerated() {
        area.text(text, row: row, theme[isWarning ? .warning : .muted])
      }
    case .rows(let detail):
      let rows = detail.rows
      let top = max(0, min(state.top, rows.count - area.size.rows))
      for (line, row) in rows.dropFirst(top).prefix(area.size.rows).enumerated() {
        let role: Role =
          switch row.kind {
          case .added: .added
          case .removed: .removed
          case .same: .text
          case .remark: .muted
          }
        let isMarked = row.hunk != nil && row.hunk == hunk
        let sign = isMarked ? row.sign.prefix(1) + ">" : row.sign[...]
        let width = area.text(String(sign), row: line, theme[isMarked ? .marked : role])
        area.text(row.text, row: line, column: width, theme[role])
      }
    }
  }

  private var hunk: Int? { state.isReading ? state.hunk : nil }

  // MARK: - Input

  func didResize(to size: Size) {
    let room = HistoryLayout(size, isReading: true).detailRows
    presenter.handle(.resize(HistoryRoom(rows: room.rows, columns: room.columns)))
    surface.needsDrawing()
  }

  func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      let keymap = state.isReading ? HistoryKeymap.detail : HistoryKeymap.list
      guard let command = keymap.command(for: key) else { return false }
      presenter.handle(command)
      return true
    case .mouse(let mouse): return handle(mouse)
    case .paste, .resize, .sync, .closed: return false
    }
  }

  private func handle(_ mouse: MouseEvent) -> Bool {
    let layout = layout
    let isOnDetail = layout.detail.contains(mouse.at)
    switch mouse.action {
    case .wheelUp: presenter.handle(isOnDetail ? .scroll(-3) : .move(.lines(-3)))
    case .wheelDown: presenter.handle(isOnDetail ? .scroll(3) : .move(.lines(3)))
    case .press:
      if isOnDetail {
        presenter.handle(.read)
      } else if layout.list.contains(mouse.at),
        let row = list.row(atLine: mouse.at.row - layout.list.row, count: state.rowCount)
      {
        // A click on the selected row reads it: the second half of a double click.
        presenter.handle(row == state.selected ? .read : .select(row))
      } else {
        return false
      }
    case .release, .drag: return false
    }
    return true
  }
}

extension HistoryScreen: ListView {
  func show(_ state: HistoryState) {
    if state != self.state { surface.needsDrawing() }
    self.state = state
  }

  func reloadRows() {
    surface.needsDrawing()
  }

  var visibleRows: Int { layout.list.rows }
}
