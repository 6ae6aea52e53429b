import Cells
import Lists
import Markdown
import Pictures
import Terminal
import Viper

/// Draws a rendered note. Only visible units are laid out.
@MainActor
final class PreviewScreen: Screen, StateView {
  let surface = Surface()
  let presenter: any PreviewPresenting
  private(set) var state = PreviewState()
  private(set) var list = ListWidget()

  private let isOwnScreen: Bool
  let isGuide: Bool
  var finder = PreviewFinder()

  init(presenter: any PreviewPresenting, isOwnScreen: Bool = false, isGuide: Bool = false) {
    self.presenter = presenter
    self.isOwnScreen = isOwnScreen
    self.isGuide = isGuide
    presenter.view = self
  }

  func show(_ state: PreviewState) {
    self.state = state
    surface.needsDrawing()
  }

  /// Whether the preview has the screen, so that its holder needs no keys.
  var canFind: Bool { (isOwnScreen || surface.fillsHolder) && state.content == .text }

  var keyTable: KeyTable {
    if finder.field != nil { return PreviewKeymap.prompt.table }
    if isGuide { return PreviewKeymap.guide }
    return canFind ? PreviewKeymap.finding : PreviewKeymap.table.table
  }

  var chrome: Chrome {
    Chrome(
      title: state.title, state: isGuide ? "guide" : "preview",
      isOwnScreen: isOwnScreen || surface.fillsHolder,
      message: finder.message.isEmpty ? state.message : Message(finder.message),
      hints: keyTable.hints)
  }

  func didResize(to size: Size) {
    let beside = OutlinePanes(in: size).text?.insideMargins.columns
    let columns = Rect(size).insideMargins.columns
    _ = presenter.handle(
      .resize(PreviewRoom(rows: size.rows, columns: columns, besideOutline: beside)))
    surface.needsDrawing()
  }

  // MARK: - Drawing

  func draw(on canvas: Canvas) {
    switch state.content {
    case .nothing:
      drawNotice(PreviewWords.noNote, canvas.theme[.muted], on: canvas)
    case .problem(let message):
      drawNotice(message, canvas.theme[.warning], on: canvas)
    case .text:
      drawText(on: canvas.part(Rect(canvas.size).insideMargins))
      drawFindLine(on: canvas)
    case .outline(let selected):
      let panes = OutlinePanes(in: canvas.size)
      panes.drawDivider(on: canvas)
      if let text = panes.text { drawText(on: canvas.part(text.insideMargins)) }
      drawOutline(selected, on: canvas.part(panes.outline))
    }
  }

  private func drawNotice(_ notice: String, _ style: Style, on canvas: Canvas) {
    let canvas = canvas.part(Rect(canvas.size).insideMargins)
    for (row, text) in WordWrap.rows(of: notice, width: canvas.size.columns).enumerated() {
      canvas.text(text, row: row, style)
    }
  }

  private func drawText(on canvas: Canvas) {
    guard let layout = state.layout else { return }
    let theme = canvas.theme
    for (line, row) in layout.rowsInSight(from: state.top).enumerated() {
      let canvas = canvas.line(line)
      var column = 0
      for run in row.row.runs {
        var style = run.colors.map { Style($0) } ?? run.style.look(in: theme)
        if layout.isPart(run, of: state.selected, in: row) { style = theme[.selection] }
        column += canvas.laid(run.text, width: run.width, row: 0, column: column, style)
      }
      markFound(in: row, on: canvas)
    }
  }

  private func drawOutline(_ selected: Int, on canvas: Canvas) {
    let headings = state.layout?.text.headings ?? []
    let height = canvas.size.rows
    list.reveal(selected, count: headings.count, height: height)
    list.draw(on: canvas, count: headings.count) { index, line in
      let heading = headings[index]
      let style = line.theme[index == selected ? .selection : .text]
      if index == selected { line.fill(row: 0, style) }
      let indent = min(2 * (heading.level - 1), max(0, line.size.columns / 3))
      line.text(index == selected ? ">" : " ", row: 0, style)
      line.shortened(
        heading.title, row: 0, column: 2 + indent, style, limit: line.size.columns - 2 - indent)
    }
  }
}
