import Markdown
import Terminal

/// A note as it is meant to be read. Only the units that are visible are laid out.
@MainActor
final class PreviewScreen: Screen, PreviewView {
  let surface = Surface()
  private let presenter: any PreviewEventHandler & PreviewDataSource
  private var state = PreviewState()
  /// The text that is shown.
  private var laid: LaidText?
  /// Texts that were or may be shown, the latest first, laid out into the same width.
  private var others: [LaidText] = []
  private static let mostOthers = 8
  private var width = 0
  private var drawn = DrawnRows<ShownRow>()
  private var looks: [RunStyle: Style] = [:]
  private var list = ListWidget()

  private struct ShownRow: Equatable {
    var row: RenderedRow
    /// The link of it that is selected; its box is -1, nothing -2.
    var selected: Int
  }

  init(presenter: any PreviewEventHandler & PreviewDataSource) {
    self.presenter = presenter
    presenter.view = self
  }

  func show(_ state: PreviewState) {
    // A notice stands where rows do not know of it.
    if state.content == .text, self.state.content == .text {
      surface.needsUpdate()
    } else {
      surface.needsDrawing()
    }
    self.state = state
  }

  func reloadRows() {
    let text = presenter.text
    if laid?.text !== text {
      if let laid { keep(laid) }
      laid = nil
      if let text {
        if let index = others.firstIndex(where: { $0.text === text }) {
          laid = others.remove(at: index)
        } else {
          laid = LaidText(text)
        }
      }
    }
    surface.needsUpdate()
  }

  func mayShow(_ text: PreviewText) {
    lay(into: surface.size.columns)
    guard width > 0 else { return }
    var laid = LaidText(text)
    var height = 0
    var place: UnitPlace? = text.note.first
    while let here = place, height < visibleRows {
      height += laid.rows(of: here, width: width).count
      place = text.note.place(after: here)
    }
    keep(laid)
    // Now, while nobody waits for a frame.
    others.removeLast(max(0, others.count - Self.mostOthers))
  }

  private func keep(_ text: LaidText) {
    if others.count > 2 * Self.mostOthers { others.removeLast() }
    others.insert(text, at: 0)
  }

  func rows(of place: UnitPlace) -> [RenderedRow] {
    lay(into: surface.size.columns)
    return laid?.rows(of: place, width: width) ?? []
  }

  private func lay(into columns: Int) {
    if columns == width { return }
    laid = laid.map { LaidText($0.text) }
    others = []
    width = columns
  }

  var visibleRows: Int { surface.size.rows }

  let keyTable = PreviewKeymap.table.table(titled: "Preview")

  var chrome: Chrome {
    Chrome(
      place: state.title, message: state.message, tone: state.isWarning ? .warning : .news,
      hints: keyTable.hints)
  }

  /// A larger window has room for more of the end: scrolling by nothing moves it into sight.
  func didResize(to size: Size) {
    if state.content == .text { _ = presenter.handle(.scroll(0)) }
    surface.needsDrawing()
  }

  // MARK: - Drawing

  func draw(on canvas: Canvas) {
    switch state.content {
    case .nothing:
      drawNotice("No note selected.", canvas.theme[.muted], on: canvas)
    case .problem(let message):
      drawNotice(message, canvas.theme[.warning], on: canvas)
    case .text:
      drawText(on: canvas)
    case .outline(let selected):
      drawOutline(selected, on: canvas)
    }
  }

  private func drawNotice(_ notice: String, _ style: Style, on canvas: Canvas) {
    for (row, text) in WordWrap.rows(of: notice, width: canvas.size.columns).enumerated() {
      canvas.text(text, row: row, style)
    }
  }

  private func drawText(on canvas: Canvas) {
    let lines = drawn.begin(on: canvas)
    var line = 0
    var place: UnitPlace? = laid == nil ? nil : state.top.place
    while line < canvas.size.rows, let here = place {
      let rows = rows(of: here)
      // A wider window wraps into fewer rows: the last one stays visible.
      let hidden = here == state.top.place ? min(state.top.row, rows.count - 1) : 0
      for (index, row) in rows.enumerated().dropFirst(max(0, hidden)) {
        if line >= canvas.size.rows { break }
        show(ShownRow(row: row, selected: selected(here, row: index)), line, on: lines)
        line += 1
      }
      place = laid?.text.note.place(after: here)
    }
    for empty in line..<max(line, canvas.size.rows) { show(nil, empty, on: lines) }
  }

  /// A box is selected in the row that has it.
  private func selected(_ place: UnitPlace, row: Int) -> Int {
    guard let selected = state.selected, selected.place == place else { return -2 }
    guard selected.link == PreviewStop.box else { return selected.link }
    return row == laid?.text.note.unit(at: place).emptyRows ? PreviewStop.box : -2
  }

  private func show(_ row: ShownRow?, _ line: Int, on canvas: Canvas) {
    drawn.show(row, line: line, on: canvas, fillsLine: true) { shown, line in
      var column = 0
      for run in shown.row.runs {
        var style = look(run.style, in: line.theme)
        let isSelected =
          shown.selected >= 0
          ? run.link == shown.selected
          : shown.selected == PreviewStop.box && run.style == .marker
        if isSelected { style = line.theme[.selection] }
        column += line.text(run.text, row: 0, column: column, style)
      }
      line.fill(row: 0, column: column)
    }
  }

  private func look(_ style: RunStyle, in theme: Theme) -> Style {
    if let known = looks[style] { return known }
    let look = style.look(in: theme)
    looks[style] = look
    return look
  }

  private func drawOutline(_ selected: Int, on canvas: Canvas) {
    let headings = laid?.text.headings ?? []
    let height = canvas.size.rows
    list.reveal(selected, count: headings.count, height: height)
    var none = DrawnRows<Int>()
    list.draw(on: canvas, count: headings.count, drawn: &none) {
      $0
    } draw: { index, line in
      let heading = headings[index]
      let style = line.theme[index == selected ? .selection : .text]
      if index == selected { line.fill(row: 0, style) }
      let indent = min(2 * (heading.level - 1), max(0, line.size.columns / 3))
      line.text(index == selected ? ">" : " ", row: 0, style)
      line.shortened(
        heading.title, row: 0, column: 2 + indent, style, limit: line.size.columns - 2 - indent)
    }
  }

  // MARK: - Input

  func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      guard let command = PreviewKeymap.table.command(for: key) else { return false }
      return presenter.handle(command)
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelDown: return presenter.handle(.scroll(3))
      case .wheelUp: return presenter.handle(.scroll(-3))
      case .press: return press(mouse.at)
      // The rest is for whoever holds the preview.
      case .release, .drag: return false
      }
    case .paste, .resize, .sync, .closed:
      return false
    }
  }

  /// A link that is clicked is opened, a box ticked; a click elsewhere is for whoever holds the
  /// preview: it may move the focus here.
  private func press(_ point: Point) -> Bool {
    if case .outline = state.content {
      guard let row = list.row(atLine: point.row, count: laid?.text.headings.count ?? 0) else {
        return false
      }
      return presenter.handle(.chooseHeading(row))
    }
    guard state.content == .text, let stop = stop(at: point) else { return false }
    return presenter.handle(.press(stop))
  }

  private func stop(at point: Point) -> PreviewStop? {
    var line = 0
    var place: UnitPlace? = laid == nil ? nil : state.top.place
    while line <= point.row, let here = place {
      let rows = rows(of: here)
      let hidden = here == state.top.place ? min(state.top.row, rows.count - 1) : 0
      for (index, row) in rows.enumerated().dropFirst(max(0, hidden)) {
        if line == point.row { return stop(in: row, index, here, column: point.column) }
        line += 1
      }
      place = laid?.text.note.place(after: here)
    }
    return nil
  }

  private func stop(
    in row: RenderedRow, _ index: Int, _ place: UnitPlace, column: Int
  ) -> PreviewStop? {
    var end = 0
    for run in row.runs {
      end += run.width
      guard column < end else { continue }
      if run.link >= 0 { return PreviewStop(place: place, link: run.link) }
      let unit = laid?.text.note.unit(at: place)
      let isBox = run.style == .marker && unit?.task != nil && index == unit?.emptyRows
      return isBox ? PreviewStop(place: place, link: PreviewStop.box) : nil
    }
    return nil
  }
}
