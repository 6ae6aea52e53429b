import Cells
import Lists
import Terminal
import Viper

/// Draws the field and the matches below it.
@MainActor
final class PaletteScreen: ListScreen {
  var parts: ListParts<PaletteState, PaletteCommand, PaletteRow>
  private var field: LabeledField

  init(presenter: any PalettePresenting, typed: String = "") {
    parts = ListParts(presenter, PaletteState())
    field = LabeledField("", mark: "›", text: typed)
    presenter.view = self
  }

  let keymap = PaletteKeymap.map

  var chrome: Chrome {
    Chrome(title: "Go to", message: state.message, hints: keyTable.hints)
  }

  func preferredSize(in available: Size) -> Size {
    Size(columns: min(72, available.columns), rows: min(18, available.rows))
  }

  // MARK: - Drawing

  func listFrame(in size: Size) -> Rect {
    Rect(row: 1, column: 0, rows: max(0, size.rows - 1), columns: size.columns)
  }

  /// Returns the width of the field, which ends before the count.
  private func fieldWidth(_ columns: Int) -> Int { columns + 1 - countWidth }

  /// The count of matches; empty in a narrow box, where the field needs the room.
  private var count: String {
    guard surface.size.columns >= 40 else { return "" }
    return state.isReading ? "\(state.found)…" : "\(state.found)"
  }

  private var countWidth: Int { count.isEmpty ? 0 : count.count + 1 }

  func draw(on canvas: Canvas) {
    let theme = canvas.theme
    let fieldWidth = fieldWidth(canvas.size.columns)
    field.draw(on: canvas, row: 0, width: fieldWidth)
    if field.text.isEmpty {
      let start = field.start(fieldWidth)
      canvas.shortened(
        state.hint, row: 0, column: start, theme[.muted], limit: max(0, fieldWidth - start - 1))
    }
    if countWidth > 0 {
      canvas.fill(row: 0, column: canvas.size.columns - countWidth, width: 1)
      canvas.text(
        count, row: 0, column: canvas.size.columns - countWidth + 1, theme[.muted])
    }
    drawList(on: canvas)
  }

  var emptyText: String {
    if state.isReading { return SharedWords.isReading }
    return switch state.sought {
    case .headings: PaletteWords.noHeading
    case .tags: PaletteWords.noTag
    case .guide: PaletteWords.noPage
    case .settings: PaletteWords.noSetting
    case .all, .notes, .actions: PaletteWords.nothing
    }
  }

  func draw(_ row: PaletteRow, as look: RowLook, on canvas: Canvas) {
    let width = canvas.size.columns
    if row.isRemark {
      canvas.shortened(
        row.title, row: 0, column: 2, canvas.theme[.muted], limit: max(0, width - 3))
      return
    }
    let room = width - 3
    var detailWidth = width < 30 ? 0 : min(Cells.width(of: row.detail), room / 2)
    // The title goes before the detail.
    let titleWidth = Cells.width(of: row.title)
    if detailWidth > 0, titleWidth + 1 + detailWidth > room {
      detailWidth = max(min(detailWidth, 12), room - titleWidth - 1)
    }
    let titleRoom = detailWidth > 0 ? room - detailWidth - 1 : room
    drawTitle(row, as: look, width: titleRoom, on: canvas)
    guard detailWidth > 0 else { return }
    let shown = min(detailWidth, Cells.width(of: row.detail))
    let style = look[row.isAction ? .key : .muted]
    canvas.shortened(row.detail, row: 0, column: width - 1 - shown, style, limit: shown)
  }

  private func drawTitle(_ row: PaletteRow, as look: RowLook, width: Int, on canvas: Canvas) {
    guard width > 0 else { return }
    let first = 2
    let end =
      first + canvas.shortenedStart(row.title, row: 0, column: first, look.base, limit: width).width
    let quiet = first + Cells.width(of: String(row.title.dropLast(row.quiet)))
    if row.quiet > 0, quiet < end, !look.isSelected {
      canvas.restyle(row: 0, column: quiet, width: end - quiet, canvas.theme[.muted])
    }
    guard !row.marked.isEmpty else { return }
    var style = look.base
    style.attributes.formUnion(canvas.theme[.match].attributes)
    let marked = Set(row.marked)
    if Cells.isPlain(row.title) {
      // Each letter takes one cell.
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

  func type(_ event: InputEvent) -> Bool {
    guard let change = field.take(event) else { return false }
    surface.needsDrawing()
    if case .typed(let text) = change { presenter.handle(.type(text)) }
    return true
  }

  func handle(_ mouse: MouseEvent) -> Bool {
    if mouse.action == .press, mouse.at.row == 0 {
      field.click(at: mouse.at.column, width: fieldWidth(surface.size.columns))
      surface.needsDrawing()
    } else {
      _ = handleInList(mouse)
    }
    return true
  }
}
