import Terminal

/// The text area over its window: visible rows, the cursor, a scroll bar for long texts.
@MainActor
final class EditorScreen: Screen {
  let surface = Surface()
  private let presenter: any EditorEventHandler & EditorDataSource
  private var state = EditorState()
  /// What stands in each line, by its edition.
  private var drawn = DrawnRows<Int>()

  init(presenter: any EditorEventHandler & EditorDataSource) {
    self.presenter = presenter
    presenter.view = self
  }

  private var keymap: Keymap<EditorCommand> {
    state.isPeek ? EditorKeymap.peek : EditorKeymap.editing
  }

  var keyTable: KeyTable { state.isPeek ? EditorKeymap.peekTable : EditorKeymap.editingTable }

  var chrome: Chrome {
    Chrome(
      place: state.place, state: state.status, message: state.message,
      tone: state.isWarning ? .warning : .news, hints: keyTable.hints)
  }

  var cursor: Point? {
    state.cursor.map { Point(row: $0.row, column: $0.column) }
  }

  func preferredSize(in available: Size) -> Size {
    Size(columns: min(available.columns, 76), rows: max(3, available.rows * 2 / 3))
  }

  func didResize(to size: Size) {
    presenter.handle(.room(columns: max(1, size.columns - 1), rows: size.rows))
  }

  func draw(on canvas: Canvas) {
    let rows = canvas.size.rows
    let bar =
      state.lineCount > rows
      ? ScrollBar(first: state.firstLine, visible: rows, total: state.lineCount) : nil
    let lines = drawn.begin(on: canvas, bar: bar)
    for line in 0..<max(0, rows) {
      let edition = presenter.edition(ofRowAt: line)
      drawn.show(edition == 0 ? nil : edition, line: line, on: lines) { _, canvas in
        for piece in presenter.row(at: line).pieces {
          canvas.text(
            piece.text, row: 0, column: piece.column,
            canvas.theme[piece.isEscape ? .escape : .text])
        }
      }
    }
  }

  func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      if let command = keymap.command(for: key) {
        presenter.handle(command)
        return true
      }
      guard !state.isPeek, let character = key.typed else { return false }
      presenter.handle(.type(String(character)))
      return true
    case .paste(let bytes):
      guard !state.isPeek else { return false }
      presenter.handle(.paste(bytes))
      return true
    case .mouse(let mouse):
      switch mouse.action {
      case .press:
        presenter.handle(.place(EditorPlace(row: mouse.at.row, column: mouse.at.column)))
      case .wheelUp: presenter.handle(.scroll(-3))
      case .wheelDown: presenter.handle(.scroll(3))
      case .release, .drag: return false
      }
      return true
    case .resize, .sync, .closed:
      return false
    }
  }
}

extension EditorScreen: EditorView {
  func show(_ state: EditorState) {
    if !state.saysTheSame(as: self.state) { surface.needsChrome() }
    if state != self.state { surface.needsRows() }
    self.state = state
  }

  func reloadRows() {
    surface.needsRows()
  }
}

extension EditorState {
  /// Whether the lines around the text are those of another state.
  fileprivate func saysTheSame(as other: EditorState) -> Bool {
    place == other.place && status == other.status && isPeek == other.isPeek
      && message == other.message && isWarning == other.isWarning
  }
}
