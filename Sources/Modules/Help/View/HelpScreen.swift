import Terminal
import Viper

/// The keys of a place and what they do.
@MainActor
final class HelpScreen: Screen, HelpView {
  let surface = Surface()
  private let presenter: any HelpPresenting
  private var state = HelpState()
  /// The rows are laid out once for each width and filter.
  private var laidOut: (width: Int, filter: String, layout: HelpLayout)?
  private var field = LabelledField("Filter: ", mark: "/", column: 8)

  init(presenter: any HelpPresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  func show(_ state: HelpState) {
    if state.isFiltering, !self.state.isFiltering { field.propose(state.filter) }
    self.state = state
    surface.needsDrawing()
  }

  var lineCount: Int { layout(width: surface.size.columns).lines.count }
  var visibleLines: Int { max(0, surface.size.rows - headRows) }

  /// The filter's line.
  private var headRows: Int { state.isFiltering || !state.filter.isEmpty ? 1 : 0 }

  private static let usualTable = HelpKeymap.table.table(titled: "Help")
  private static let filterTable = HelpKeymap.filter.table(titled: "Help's filter")

  var keyTable: KeyTable { state.isFiltering ? Self.filterTable : Self.usualTable }

  var chrome: Chrome {
    // Nothing more comes at the end.
    let isAtEnd = state.firstLine + visibleLines >= lineCount
    let hints = keyTable.hints.filter { !isAtEnd || $0.word != "more" }
    return Chrome(place: state.title, message: state.problem, tone: .warning, hints: hints)
  }

  var cursor: Point? {
    state.isFiltering ? field.cursor(row: 0, width: surface.size.columns) : nil
  }

  func preferredSize(in available: Size) -> Size {
    let width = max(1, min(HelpLayout.naturalWidth(rows) + 2, available.columns))
    let lines = HelpLayout(rows, width: max(1, width - 1)).lines.count
    return Size(columns: width, rows: max(1, min(lines, available.rows)))
  }

  func draw(on canvas: Canvas) {
    let layout = layout(width: canvas.size.columns)
    if headRows > 0 { field.draw(on: canvas, row: 0) }
    let canvas = canvas.part(
      Rect(
        row: headRows, column: 0, rows: max(0, canvas.size.rows - headRows),
        columns: canvas.size.columns))
    let height = canvas.size.rows
    if layout.lines.isEmpty, !state.filter.isEmpty {
      canvas.text("No key does that.", row: 0, canvas.theme[.muted])
    }
    let first = min(state.firstLine, max(0, layout.lines.count - height))
    for (row, line) in layout.lines.dropFirst(first).prefix(height).enumerated() {
      switch line {
      case .gap:
        break
      case .heading(let title):
        canvas.text(title, row: row, canvas.theme[.heading])
      case .row(let keys, let summary):
        canvas.text(keys, row: row, canvas.theme[.key])
        canvas.text(summary, row: row, column: layout.summaryColumn)
      }
    }
    ScrollBar(first: first, visible: height, total: layout.lines.count).draw(atEdgeOf: canvas)
  }

  func handle(_ event: InputEvent) -> Bool {
    let keymap = state.isFiltering ? HelpKeymap.filter : HelpKeymap.table
    if keymap.handle(event, wheel: { .scroll(.lines($0)) }, presenter.handle) { return true }
    guard state.isFiltering, let change = field.take(event) else { return false }
    surface.needsDrawing()
    if case .typed(let text) = change { presenter.handle(.filter(text)) }
    return true
  }

  private var rows: [HelpLine] {
    (0..<presenter.rowCount).map { presenter.row(at: $0) }
  }

  /// The last column is left to the scroll bar, so that the lines stand still when it appears.
  private func layout(width: Int) -> HelpLayout {
    if let laidOut, laidOut.width == width, laidOut.filter == state.filter {
      return laidOut.layout
    }
    let layout = HelpLayout(rows, width: max(1, width - 1))
    laidOut = (width, state.filter, layout)
    return layout
  }
}
