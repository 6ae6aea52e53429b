import Cells
import Lists
import Terminal
import Viper

/// Draws the versions, and the detail of the selected one next to them.
@MainActor
final class HistoryScreen: ListScreen {
  var parts: ListParts<HistoryState, HistoryCommand, HistoryRow>

  init(presenter: any HistoryPresenting) {
    parts = ListParts(presenter, HistoryState())
    presenter.view = self
  }

  var keymap: Keymap<HistoryCommand> {
    state.isReading ? HistoryKeymap.detail : HistoryKeymap.list
  }

  var chrome: Chrome {
    Chrome(
      title: HistoryWords.title(of: state.title),
      state: state.isLoading ? SharedWords.reading : counted(state.rowCount, "version"),
      message: state.message, hints: keyTable.hints)
  }

  // MARK: - Drawing

  func listFrame(in size: Size) -> Rect {
    state.rowCount == 0 ? Rect(size) : HistoryLayout(size, isReading: state.isReading).list
  }

  func draw(on canvas: Canvas) {
    let layout = HistoryLayout(canvas.size, isReading: state.isReading)
    if state.rowCount > 0 {
      layout.split?.drawDivider(on: canvas)
      if layout.detail.rows > 0 { drawDetail(layout, on: canvas) }
    }
    drawList(on: canvas)
  }

  var emptyText: String {
    state.isLoading ? HistoryWords.readingVersions : HistoryWords.noVersions
  }

  func draw(_ row: HistoryRow, as look: RowLook, on line: Canvas) {
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
    if let column = columns.writer {
      line.shortened(
        row.writer, row: 0, column: column, look[.muted], limit: line.size.columns - column)
    }
  }

  private func drawDetail(_ layout: HistoryLayout, on canvas: Canvas) {
    let theme = canvas.theme
    let sign = state.isReading && layout.split != nil ? "> " : ""
    let area = canvas.part(layout.detailRows)
    var title = sign + state.detailTitle
    if let hunk, case .rows(let detail) = state.detail {
      title += " · " + SharedWords.part(hunk + 1, of: detail.hunks.count)
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

  func handle(_ mouse: MouseEvent) -> Bool {
    let detail = HistoryLayout(surface.size, isReading: state.isReading).detail
    guard detail.contains(mouse.at) else { return handleInList(mouse) }
    if let lines = mouse.wheelLines {
      presenter.handle(.scroll(lines))
    } else if mouse.action == .press {
      presenter.handle(.read)
    } else {
      return false
    }
    return true
  }
}

/// The areas of the list and the detail: side by side or stacked if there is room for both, else
/// only one of them.
private struct HistoryLayout: Equatable {
  /// The list's area; empty without room.
  var list: Rect
  var split: Split?
  /// The detail's area. Its first row is the heading.
  var detail: Rect

  init(_ size: Size, isReading: Bool) {
    let whole = Rect(size)
    let none = Rect(row: 0, column: 0, rows: 0, columns: 0)
    split = Split(whole)
    list = split?.first ?? (isReading ? none : whole)
    detail = split?.second ?? (isReading ? whole : none)
  }

  /// The rows below the heading.
  var detailRows: Rect {
    var rows = detail
    rows.row += 1
    rows.rows = max(0, detail.rows - 1)
    return rows
  }
}

/// The columns of a version's row, as far as there is room. The detail names the writer too.
private struct VersionColumns: Equatable {
  let date = 2
  let dateWidth: Int
  /// The ends of these columns; nil without room.
  let sizeEnd: Int?
  let addedEnd: Int?
  let removedEnd: Int?
  let writer: Int?

  init(width: Int) {
    dateWidth = max(0, min(17, width - 2))
    sizeEnd = width >= 28 ? 28 : nil
    addedEnd = width >= 42 ? 35 : nil
    removedEnd = width >= 42 ? 42 : nil
    writer = width >= 60 ? 45 : nil
  }
}
