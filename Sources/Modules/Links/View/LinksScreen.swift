import Terminal
import Viper

/// How a note hangs together with the others, over a window: rows in sections, or the graph.
@MainActor
final class LinksScreen: Screen {
  let surface = Surface()
  private let presenter: any LinksPresenting
  private var state = LinksState()
  private var list = ListWidget()
  private var drawn = DrawnRows<ShownRow>()
  /// Raised when the rows may be different ones.
  private var edition = 0
  private var picture = GraphPicture()

  /// What a line shows, as little of it as tells one from another.
  private struct ShownRow: Equatable {
    var index: Int
    var edition: Int
    var isSelected: Bool
  }

  init(presenter: any LinksPresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  var keyTable: KeyTable { state.graph == nil ? LinksKeymap.rowsTable : LinksKeymap.graphTable }

  var chrome: Chrome {
    Chrome(
      place: state.graph == nil ? "Links of \(state.title)" : "Around \(state.graph?.middle ?? "")",
      state: status, message: state.message, tone: state.isWarning ? .warning : .news,
      hints: keyTable.hints)
  }

  private var status: String {
    if let graph = state.graph {
      if graph.isLoading { return "looking…" }
      let (left, right) = (graph.left, graph.right)
      return "\(left.titles.count + left.more) in, \(right.titles.count + right.more) out"
    }
    if state.counts.contains(nil) { return "looking…" }
    let count = state.counts[LinkSection.backlinks.rawValue] ?? 0
    return count == 1 ? "1 backlink" : "\(count) backlinks"
  }

  // MARK: - Drawing

  func draw(on canvas: Canvas) {
    if let graph = state.graph { return picture.draw(graph, on: canvas) }
    list.reveal(state.selected, count: state.rowCount, height: canvas.size.rows)
    list.draw(on: canvas, count: state.rowCount, drawn: &drawn) { index in
      ShownRow(index: index, edition: edition, isSelected: index == state.selected)
    } draw: { shown, line in
      draw(presenter.row(at: shown.index), isSelected: shown.isSelected, on: line)
    }
  }

  private func draw(_ row: LinksRow, isSelected: Bool, on line: Canvas) {
    let theme = line.theme
    let base = theme[isSelected ? .selection : .text]
    if isSelected { line.fill(row: 0, base) }
    line.text(isSelected ? ">" : " ", row: 0, base)
    switch row {
    case .section(let name, let count, let isFolded):
      let head = isSelected ? base : theme[.heading]
      let used = line.text("\(isFolded ? "▸" : "▾") \(name)", row: 0, column: 1, head)
      line.text(count, row: 0, column: used + 2, isSelected ? base : theme[.muted])
    case .remark(let text):
      line.shortened(
        text, row: 0, column: 3, isSelected ? base : theme[.muted], limit: line.size.columns - 4)
    case .link(let link): draw(link, base: base, isSelected: isSelected, on: line)
    }
  }

  private func draw(_ link: LinksRow.Line, base: Style, isSelected: Bool, on line: Canvas) {
    let columns = LinksColumns(width: line.size.columns)
    let title = link.isEmbed ? "\(link.title) (embedded)" : link.title
    line.shortened(title, row: 0, column: columns.title, base, limit: columns.titleWidth)
    guard columns.contextWidth > 0 else { return }
    let quiet = isSelected ? base : line.theme[.muted]
    var marked = isSelected ? base : line.theme[.link]
    marked.attributes.formUnion(line.theme[.match].attributes)
    let part = line.part(
      Rect(row: 0, column: columns.context, rows: 1, columns: columns.contextWidth))
    LinkContext(link, width: columns.contextWidth).draw(on: part, quiet: quiet, marked: marked)
  }

  // MARK: - Input

  func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      let map = state.graph == nil ? LinksKeymap.rows : LinksKeymap.graph
      guard let command = map.command(for: key) else { return false }
      presenter.handle(command)
    case .mouse(let mouse): return state.graph == nil ? click(mouse) : clickGraph(mouse)
    case .paste, .resize, .sync, .closed: return false
    }
    return true
  }

  private func click(_ mouse: MouseEvent) -> Bool {
    if let lines = mouse.wheelLines {
      presenter.handle(.move(lines))
      return true
    }
    guard mouse.action == .press,
      let row = list.row(atLine: mouse.at.row, count: state.rowCount)
    else { return false }
    // A click on the selected row opens it: the second half of a double click.
    presenter.handle(row == state.selected ? .open : .select(row))
    return true
  }

  private func clickGraph(_ mouse: MouseEvent) -> Bool {
    if let lines = mouse.wheelLines {
      presenter.handle(.graph(lines < 0 ? .up : .down))
      return true
    }
    guard mouse.action == .press, let place = picture.place(at: mouse.at) else { return false }
    presenter.handle(.graph(place == state.graph?.selected ? .center : .select(place)))
    return true
  }
}

extension LinksScreen: ListView {
  var visibleRows: Int { surface.size.rows }

  func show(_ state: LinksState) {
    guard state != self.state else { return }
    if state.graph != self.state.graph {
      drawn = DrawnRows()
      surface.needsDrawing()
    } else {
      surface.needsUpdate()
    }
    self.state = state
  }

  func reloadRows() {
    edition += 1
    surface.needsUpdate()
  }
}
