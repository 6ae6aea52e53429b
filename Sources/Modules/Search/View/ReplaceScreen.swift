import Cells
import Lists
import Terminal
import Viper

/// Two fields, and below them every change, over a window.
@MainActor
final class ReplaceScreen: Screen {
  let surface = Surface()
  private let presenter: any ReplacePresenting
  private var state = ReplaceState()
  private var list = ListWidget()
  private var wanted = LabelledField("Replace", mark: "-", column: 9)
  private var new = LabelledField("by", mark: "+", column: 9)

  init(presenter: any ReplacePresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  var keyTable: KeyTable {
    state.focus == .list ? ReplaceKeymap.listTable : ReplaceKeymap.fieldTable
  }

  var chrome: Chrome {
    Chrome(
      place: "Replace", state: state.progress.isEmpty ? state.counts : state.progress,
      message: state.message, hints: keyTable.hints)
  }

  // MARK: - Layout

  private func listFrame(in size: Size) -> Rect {
    // The line of options goes first where there is no room.
    let top = size.rows >= 6 ? 3 : 2
    return Rect(row: top, column: 0, rows: max(0, size.rows - top), columns: size.columns)
  }

  var cursor: Point? {
    guard let window = surface.window, state.focus != .list else { return nil }
    let width = window.frame.size.columns
    return state.focus == .wanted
      ? wanted.cursor(row: 0, width: width) : new.cursor(row: 1, width: width)
  }

  // MARK: - Drawing

  func draw(on canvas: Canvas) {
    let width = canvas.size.columns
    wanted.draw(on: canvas, row: 0)
    new.draw(on: canvas, row: 1)
    let frame = listFrame(in: canvas.size)
    if frame.row > 2 {
      canvas.shortened(options, row: 2, column: 0, canvas.theme[.muted], limit: width)
    }
    guard frame.rows > 0 else { return }
    let area = canvas.part(frame)
    if state.rowCount == 0 { return drawEmpty(on: area) }
    list.reveal(rows: state.selected, count: state.rowCount, height: frame.rows)
    list.draw(on: area, count: state.rowCount) { index, line in
      draw(
        presenter.row(at: index), isSelected: state.selected?.contains(index) ?? false, on: line)
    }
  }

  private var options: String {
    var text = "[\(state.isWholeWord ? "x" : " ")] whole words (M-w)"
    text += "  [\(state.isExpression ? "x" : " ")] expression (M-e)"
    if !state.scope.isEmpty { text += "  in: \(state.scope)" }
    return text
  }

  private func drawEmpty(on canvas: Canvas) {
    let text =
      !state.progress.isEmpty || !state.message.text.isEmpty
      ? ""
      : state.hasFound
        ? "Nothing to replace was found."
        : "Enter shows every change before anything is done.\n"
          + (state.isExpression
            ? "$1 and ${name} are groups, $$ is a dollar sign."
            : "Small letters find capitals too.")
    let width = max(1, canvas.size.columns - 3)
    for (row, text) in WordWrap.rows(ofText: text, width: width).enumerated()
    where row < canvas.size.rows {
      canvas.text(text, row: row, column: 2, canvas.theme[.muted])
    }
  }

  private func draw(_ row: ReplaceRow, isSelected: Bool, on line: Canvas) {
    let theme = line.theme
    let width = line.size.columns
    let base = theme[isSelected ? .selection : row.isLeftOut ? .muted : .text]
    if isSelected { line.fill(row: 0, base) }
    switch row.kind {
    case .note:
      line.shortened(row.before, row: 0, column: 1, theme[.strong], limit: width - 2)
      return
    case .old(let number):
      line.text(row.isLeftOut ? "[ ]" : "[x]", row: 0, column: 1, base)
      let label = width >= 30 ? "\(number)" : ""
      line.text(label, row: 0, column: 5, isSelected ? base : theme[.muted], limit: 6)
    case .new: break
    }
    let isOld = row.kind != .new
    let start = width >= 30 ? 11 : 5
    line.text(isOld ? "-" : "+", row: 0, column: start, base)
    var marked = isSelected || row.isLeftOut ? base : theme[isOld ? .removed : .added]
    marked.attributes.formUnion(theme[.match].attributes)
    // What is replaced stays in sight.
    let room = width - start - 3
    let piece = Cells.glyphs(in: row.piece).reduce(0) { $0 + $1.width }
    let before = Self.end(of: row.before, fitting: max(room / 3, room - piece - 12))
    var at = start + 2
    at += line.text(before, row: 0, column: at, base, limit: width - 1 - at)
    at += line.text(row.piece, row: 0, column: at, marked, limit: max(0, width - 1 - at))
    line.shortened(row.after, row: 0, column: at, base, limit: max(0, width - 1 - at))
  }

  private static func end(of text: String, fitting width: Int) -> String {
    var rest = Substring(text)
    var used = Cells.glyphs(in: text).reduce(0) { $0 + $1.width }
    if used <= width { return text }
    while used >= width, let first = rest.first {
      used -= Cells.glyphs(in: String(first)).reduce(0) { $0 + $1.width }
      rest.removeFirst()
    }
    return "…" + rest
  }

  // MARK: - Input

  func handle(_ event: InputEvent) -> Bool {
    if case .mouse(let mouse) = event { return handle(mouse) }
    let keymap = state.focus == .list ? ReplaceKeymap.list : ReplaceKeymap.fields
    if case .key(let key) = event, let command = keymap.command(for: key) {
      presenter.handle(command)
      return true
    }
    switch state.focus {
    case .list: return false
    case .wanted: return edit(\.wanted, event) { .typeWanted($0) }
    case .new: return edit(\.new, event) { .typeNew($0) }
    }
  }

  private func edit(
    _ place: ReferenceWritableKeyPath<ReplaceScreen, LabelledField>, _ event: InputEvent,
    _ command: (String) -> ReplaceCommand
  ) -> Bool {
    guard let change = self[keyPath: place].take(event) else { return false }
    surface.needsDrawing()
    if case .typed(let text) = change { presenter.handle(command(text)) }
    return true
  }

  private func handle(_ mouse: MouseEvent) -> Bool {
    switch list.gesture(mouse, in: listFrame(in: surface.size), count: state.rowCount) {
    case .scroll(let rows): presenter.handle(.move(rows))
    case .press(let row):
      presenter.handle(state.selected?.contains(row) == true ? .toggle : .select(row: row))
    case nil: return false
    }
    return true
  }
}

extension ReplaceScreen: ReplaceView {
  func show(_ state: ReplaceState) {
    if state.edition != self.state.edition {
      wanted.text = state.wanted
      new.text = state.new
    }
    if state != self.state { surface.needsDrawing() }
    self.state = state
  }

  func reloadRows() { surface.needsDrawing() }
}
