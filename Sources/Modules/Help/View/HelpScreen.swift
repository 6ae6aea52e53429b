import Terminal
import Viper

/// The keys of a place and what they do.
@MainActor
final class HelpScreen: Screen, HelpView {
  let surface = Surface()
  private let presenter: any HelpEventHandler & HelpDataSource
  private var state = HelpState()
  /// The rows never change, so they are laid out once for each width.
  private var laidOut: (width: Int, layout: HelpLayout)?

  init(presenter: any HelpEventHandler & HelpDataSource) {
    self.presenter = presenter
    presenter.view = self
  }

  func show(_ state: HelpState) {
    self.state = state
    surface.needsDrawing()
  }

  var lineCount: Int { layout(width: surface.size.columns).lines.count }
  var visibleLines: Int { surface.size.rows }

  let keyTable = HelpKeymap.table.table(titled: "Help")

  var chrome: Chrome {
    Chrome(place: state.title, message: state.problem, tone: .warning, hints: keyTable.hints)
  }

  func preferredSize(in available: Size) -> Size {
    let width = max(1, min(HelpLayout.naturalWidth(rows) + 2, available.columns))
    let lines = HelpLayout(rows, width: max(1, width - 1)).lines.count
    return Size(columns: width, rows: max(1, min(lines, available.rows)))
  }

  func draw(on canvas: Canvas) {
    let layout = layout(width: canvas.size.columns)
    let height = canvas.size.rows
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
    HelpKeymap.table.handle(event, wheel: { .scroll(.lines($0)) }, presenter.handle)
  }

  private var rows: [HelpLine] {
    (0..<presenter.rowCount).map { presenter.row(at: $0) }
  }

  /// The last column is left to the scroll bar, so that the lines stand still when it appears.
  private func layout(width: Int) -> HelpLayout {
    if let laidOut, laidOut.width == width { return laidOut.layout }
    let layout = HelpLayout(rows, width: max(1, width - 1))
    laidOut = (width, layout)
    return layout
  }
}
