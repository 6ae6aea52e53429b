import Cells
import Lists
import Terminal
import Viper

/// Draws two fields, and every change below them.
@MainActor
final class ReplaceScreen: ListScreen {
  var parts: ListParts<ReplaceState, ReplaceCommand, ReplaceRow>
  private var wanted = LabeledField("Replace", mark: "-", column: 9)
  private var new = LabeledField("by", mark: "+", column: 9)

  init(presenter: any ReplacePresenting) {
    parts = ListParts(presenter, ReplaceState())
    presenter.view = self
  }

  var keymap: Keymap<ReplaceCommand> {
    state.focus == .list ? ReplaceKeymap.list : ReplaceKeymap.fields
  }

  var chrome: Chrome {
    Chrome(
      title: "Replace", state: state.progress.isEmpty ? state.counts : state.progress,
      message: state.message, hints: keyTable.hints)
  }

  // MARK: - Layout

  func listFrame(in size: Size) -> Rect {
    // Without much room, leave out the line of options.
    let top = size.rows >= 6 ? 3 : 2
    return Rect(row: top, column: 0, rows: max(0, size.rows - top), columns: size.columns)
  }

  var cursor: Point? {
    guard let window = surface.window, state.focus != .list else { return findCursor }
    let width = window.frame.size.columns
    return state.focus == .wanted
      ? wanted.cursor(row: 0, width: width) : new.cursor(row: 1, width: width)
  }

  // MARK: - Drawing

  func draw(on canvas: Canvas) {
    let width = canvas.size.columns
    wanted.draw(on: canvas, row: 0)
    new.draw(on: canvas, row: 1)
    if listFrame(in: canvas.size).row > 2 {
      canvas.shortened(options, row: 2, column: 0, canvas.theme[.muted], limit: width)
    }
    drawList(on: canvas)
  }

  private var options: String {
    ReplaceWords.options(
      isWholeWord: state.isWholeWord, isExpression: state.isExpression, in: state.scope)
  }

  var emptyText: String {
    if !state.progress.isEmpty || !state.message.text.isEmpty { return "" }
    if state.hasFound { return ReplaceWords.nothingFound }
    return ReplaceWords.help(isExpression: state.isExpression)
  }

  func draw(_ row: ReplaceRow, as look: RowLook, on line: Canvas) {
    let theme = line.theme
    let width = line.size.columns
    let base = look[row.isLeftOut ? .muted : .text]
    line.text(" ", row: 0, base)
    switch row.kind {
    case .note:
      line.shortened(row.before, row: 0, column: 1, theme[.strong], limit: width - 2)
      return
    case .old(let number):
      line.text(row.isLeftOut ? "[ ]" : "[x]", row: 0, column: 1, base)
      let label = width >= 30 ? "\(number)" : ""
      line.text(label, row: 0, column: 5, look.quiet, limit: 6)
    case .new: break
    }
    let isOld = row.kind != .new
    let start = width >= 30 ? 11 : 5
    line.text(isOld ? "-" : "+", row: 0, column: start, base)
    var marked = look.isSelected || row.isLeftOut ? base : theme[isOld ? .removed : .added]
    marked.attributes.formUnion(theme[.match].attributes)
    // Keep the match visible.
    let room = width - start - 3
    let piece = Cells.width(of: row.piece)
    let before = row.before.end(fitting: max(room / 3, room - piece - 12))
    var at = start + 2
    at += line.text(before, row: 0, column: at, base, limit: width - 1 - at)
    at += line.text(row.piece, row: 0, column: at, marked, limit: max(0, width - 1 - at))
    line.shortened(row.after, row: 0, column: at, base, limit: max(0, width - 1 - at))
  }

  // MARK: - Input

  func type(_ event: InputEvent) -> Bool {
    switch state.focus {
    case .list: return false
    case .wanted: return edit(\.wanted, event) { .typeWanted($0) }
    case .new: return edit(\.new, event) { .typeNew($0) }
    }
  }

  private func edit(
    _ field: ReferenceWritableKeyPath<ReplaceScreen, LabeledField>, _ event: InputEvent,
    _ command: (String) -> ReplaceCommand
  ) -> Bool {
    guard let change = self[keyPath: field].take(event) else { return false }
    surface.needsDrawing()
    if case .typed(let text) = change { presenter.handle(command(text)) }
    return true
  }

  func show(_ state: ReplaceState) {
    if state.edition != self.state.edition {
      wanted.text = state.wanted
      new.text = state.new
    }
    if state != self.state { surface.needsDrawing() }
    self.state = state
  }
}
