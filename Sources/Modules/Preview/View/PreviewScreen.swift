import Terminal

/// A note's text, wrapped softly at words. Only the lines that are visible are measured.
@MainActor
final class PreviewScreen: Screen, PreviewView {
  let surface = Surface()
  private let presenter: any PreviewEventHandler & PreviewDataSource
  private var state = PreviewState()
  /// The rows of lines that were measured, for the width they were measured in.
  private var wrapped: [Int: [String]] = [:]
  private var wrappedWidth = 0

  init(presenter: any PreviewEventHandler & PreviewDataSource) {
    self.presenter = presenter
    presenter.view = self
  }

  func show(_ state: PreviewState) {
    self.state = state
    surface.needsDrawing()
  }

  func reloadRows() {
    wrapped = [:]
    surface.needsDrawing()
  }

  func rowCount(ofLine index: Int) -> Int {
    rows(ofLine: index, width: surface.size.columns).count
  }

  var visibleRows: Int { surface.size.rows }

  let keyTable = PreviewKeymap.table.table(titled: "Preview")

  var chrome: Chrome { Chrome(place: state.title, hints: keyTable.hints) }

  /// A larger window has room for more of the end: scrolling by nothing moves it into sight.
  func didResize(to size: Size) {
    presenter.handle(.scroll(0))
    surface.needsDrawing()
  }

  func draw(on canvas: Canvas) {
    switch state.content {
    case .nothing:
      drawNotice("No note selected.", canvas.theme[.muted], on: canvas)
    case .problem(let message):
      drawNotice(message, canvas.theme[.warning], on: canvas)
    case .text:
      drawText(on: canvas)
    }
  }

  private func drawNotice(_ notice: String, _ style: Style, on canvas: Canvas) {
    for (row, text) in WordWrap.rows(of: notice, width: canvas.size.columns).enumerated() {
      canvas.text(text, row: row, style)
    }
  }

  private func drawText(on canvas: Canvas) {
    var row = 0
    var index = state.firstLine
    while row < canvas.size.rows, index < state.lineCount {
      let texts = rows(ofLine: index, width: canvas.size.columns)
      let style = presenter.line(at: index).isRemark ? canvas.theme[.muted] : .plain
      // A wider window wraps into fewer rows: the last one stays visible.
      let hidden = index == state.firstLine ? min(state.hiddenRows, texts.count - 1) : 0
      for text in texts.dropFirst(hidden) {
        canvas.text(text, row: row, style)
        row += 1
      }
      index += 1
    }
  }

  func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      guard let command = PreviewKeymap.table.command(for: key) else { return false }
      presenter.handle(command)
      return true
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelDown: presenter.handle(.scroll(3))
      case .wheelUp: presenter.handle(.scroll(-3))
      // A click is for whoever holds the preview: it may move the focus here.
      case .press, .release, .drag: return false
      }
      return true
    case .paste, .resize, .sync, .closed:
      return false
    }
  }

  private func rows(ofLine index: Int, width: Int) -> [String] {
    if width != wrappedWidth {
      wrapped = [:]
      wrappedWidth = width
    }
    if let rows = wrapped[index] { return rows }
    let rows = WordWrap.rows(of: presenter.line(at: index).text, width: width)
    wrapped[index] = rows
    return rows
  }
}
