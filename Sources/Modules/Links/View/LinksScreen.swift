import Cells
import Lists
import Terminal
import Viper

/// Draws the links of a note: rows in sections, or the graph.
@MainActor
final class LinksScreen: ListScreen {
  var parts: ListParts<LinksState, LinksCommand, LinksRow>
  private var picture = GraphPicture()

  init(presenter: any LinksPresenting) {
    parts = ListParts(presenter, LinksState())
    presenter.view = self
  }

  var keymap: Keymap<LinksCommand> { state.graph == nil ? LinksKeymap.rows : LinksKeymap.graph }

  var chrome: Chrome {
    Chrome(
      title: LinksWords.title(of: state.title, middle: state.graph?.middle),
      state: status, message: state.message,
      hints: keyTable.hints)
  }

  private var status: String {
    if let graph = state.graph {
      if graph.isLoading { return LinksWords.searching }
      let (left, right) = (graph.left, graph.right)
      return LinksWords.counts(
        in: left.titles.count + left.more, out: right.titles.count + right.more)
    }
    if state.counts.contains(nil) { return LinksWords.searching }
    let count = state.counts[LinkSection.backlinks.rawValue] ?? 0
    return counted(count, "backlink")
  }

  // MARK: - Drawing

  func draw(on canvas: Canvas) {
    if let graph = state.graph { return picture.draw(graph, on: canvas) }
    drawList(on: canvas)
  }

  /// Never shown, because each section has a row.
  var emptyText: String { "" }

  func draw(_ row: LinksRow, as look: RowLook, on line: Canvas) {
    switch row {
    case .section(let name, let count, let isFolded):
      let used = line.text(
        "\(isFolded ? "▸" : "▾") \(name)", row: 0, column: 1, look[.heading])
      line.text(count, row: 0, column: used + 2, look.quiet)
    case .remark(let text):
      line.shortened(text, row: 0, column: 3, look.quiet, limit: line.size.columns - 4)
    case .link(let link): draw(link, as: look, on: line)
    }
  }

  private func draw(_ link: LinksRow.Line, as look: RowLook, on line: Canvas) {
    let columns = LinksColumns(width: line.size.columns)
    let title = link.isEmbed ? "\(link.title) (embedded)" : link.title
    line.shortened(title, row: 0, column: columns.title, look.base, limit: columns.titleWidth)
    guard columns.contextWidth > 0 else { return }
    var marked = look[.link]
    marked.attributes.formUnion(line.theme[.match].attributes)
    let part = line.part(
      Rect(row: 0, column: columns.context, rows: 1, columns: columns.contextWidth))
    LinkContext(link, width: columns.contextWidth).draw(on: part, quiet: look.quiet, marked: marked)
  }

  // MARK: - Input

  func handle(_ mouse: MouseEvent) -> Bool {
    state.graph == nil ? handleInList(mouse) : clickGraph(mouse)
  }

  private func clickGraph(_ mouse: MouseEvent) -> Bool {
    if let lines = mouse.wheelLines {
      presenter.handle(.graph(lines < 0 ? .up : .down))
      return true
    }
    guard mouse.action == .press, let node = picture.node(at: mouse.at) else { return false }
    presenter.handle(.graph(node == state.graph?.selected ? .center : .select(node)))
    return true
  }
}

/// The columns of a link's row: the note's title and, if there is room, the line.
private struct LinksColumns: Equatable {
  let title = 3
  let titleWidth: Int
  let context: Int
  let contextWidth: Int

  init(width: Int) {
    if width < 32 {
      titleWidth = max(0, width - 4)
      context = width
      contextWidth = 0
      return
    }
    titleWidth = min(36, width * 3 / 10)
    context = title + titleWidth + 1
    contextWidth = max(0, width - context - 1)
  }
}

/// The line around a link, shifted so that the link is visible.
private struct LinkContext {
  private var before: String
  private let link: String
  private let after: String
  private let width: Int

  init(_ line: LinksRow.Line, width: Int) {
    (before, link, after, self.width) = (line.before, line.link, line.after, width)
    let room = width - Cells.width(of: link)
    let used = Cells.width(of: before)
    // Without room for the link after it, keep only the text next to the link.
    if used > max(width / 2, room) { before = before.end(fitting: max(1, width / 3)) }
  }

  @MainActor
  func draw(on canvas: Canvas, quiet: Style, marked: Style) {
    var column = canvas.text(before, row: 0, quiet)
    column += canvas.shortened(link, row: 0, column: column, marked, limit: width - column)
    canvas.shortened(after, row: 0, column: column, quiet, limit: width - column)
  }
}
