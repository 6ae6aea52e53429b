import Cells
import Lists
import Terminal
import Viper

/// A screen's keys and what they do.
@MainActor
final class HelpScreen: Screen, StateView {
  let surface = Surface()
  private let presenter: any HelpPresenting
  private var state = HelpState()
  private var text = ScrolledText()
  /// The rows are laid out once for each width and filter.
  private var laidOut: (width: Int, filter: String, layout: HelpLayout)?
  private var field = LabelledField("Filter: ", mark: "/", column: 8)

  init(presenter: any HelpPresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  func show(_ state: HelpState) {
    if state.isFiltering, !self.state.isFiltering { field.propose(state.filter) }
    if state.filter != self.state.filter { text = ScrolledText() }
    self.state = state
    surface.needsDrawing()
  }

  private var lineCount: Int { layout(width: surface.size.columns).lines.count }
  private var visibleLines: Int { max(0, surface.size.rows - headRows) }

  /// The filter's line.
  private var headRows: Int { state.isFiltering || !state.filter.isEmpty ? 1 : 0 }

  private var keymap: Keymap<HelpCommand> {
    state.isFiltering ? HelpKeymap.filter : HelpKeymap.table
  }

  var keyTable: KeyTable { keymap.table }

  var chrome: Chrome {
    // Nothing more comes at the end.
    let isAtEnd = text.isAtEnd(count: lineCount, visible: visibleLines)
    let hints = keyTable.hints.filter { !isAtEnd || $0.word != "more" }
    return Chrome(title: state.title, message: state.message, hints: hints)
  }

  var cursor: Point? {
    state.isFiltering ? field.cursor(row: 0, width: surface.size.columns) : nil
  }

  func preferredSize(in available: Size) -> Size {
    let width = max(1, min(HelpLayout.naturalWidth(state.rows) + 2, available.columns))
    let lines = HelpLayout(state.rows, width: max(1, width - 1)).lines.count
    return Size(columns: width, rows: max(1, min(lines, available.rows)))
  }

  func draw(on canvas: Canvas) {
    let layout = layout(width: canvas.size.columns)
    if headRows > 0 { field.draw(on: canvas, row: 0) }
    let canvas = canvas.part(
      Rect(
        row: headRows, column: 0, rows: max(0, canvas.size.rows - headRows),
        columns: canvas.size.columns))
    if layout.lines.isEmpty, !state.filter.isEmpty {
      canvas.text(HelpWords.nothingFits, row: 0, canvas.theme[.muted])
    }
    text.draw(on: canvas, count: layout.lines.count) { index, row in
      switch layout.lines[index] {
      case .gap: break
      case .heading(let title): canvas.text(title, row: row, canvas.theme[.heading])
      case .row(let keys, let summary):
        canvas.text(keys, row: row, canvas.theme[.key])
        canvas.text(summary, row: row, column: layout.summaryColumn)
      }
    }
  }

  func handle(_ event: InputEvent) -> Bool {
    if keymap.handle(event, wheel: { .scroll(.lines($0)) }, report) { return true }
    guard state.isFiltering, let change = field.take(event) else { return false }
    surface.needsDrawing()
    if case .typed(let text) = change { presenter.handle(.filter(text)) }
    return true
  }

  private func report(_ command: HelpCommand) {
    guard case .scroll(let move) = command else { return presenter.handle(command) }
    text.scroll(move, count: lineCount, visible: visibleLines)
    surface.needsDrawing()
  }

  /// The last column is left to the scroll bar, so that the lines do not move when it appears.
  private func layout(width: Int) -> HelpLayout {
    if let laidOut, laidOut.width == width, laidOut.filter == state.filter {
      return laidOut.layout
    }
    let layout = HelpLayout(state.rows, width: max(1, width - 1))
    laidOut = (width, state.filter, layout)
    return layout
  }
}

/// The rows of the help as lines of some width: keys at the left, what they do at the right,
/// wrapped; one below the other where there is no room for two columns.
private struct HelpLayout: Equatable {
  enum Line: Equatable {
    case heading(String)
    case row(keys: String, summary: String)
    case gap
  }

  let lines: [Line]
  /// Where the summaries begin.
  let summaryColumn: Int

  private static let gap = 2

  init(_ rows: [HelpLine], width: Int) {
    let keysWidth = Self.keysWidth(rows, width: width)
    let column = keysWidth == 0 ? Self.gap : keysWidth + Self.gap
    var lines: [Line] = []
    for row in rows {
      switch row {
      case .gap:
        lines.append(.gap)
      case .heading(let title):
        lines += WordWrap.rows(of: title, width: width).map(Line.heading)
      case .row(let row):
        var summary = WordWrap.rows(of: row.summary, width: max(1, width - column))[...]
        if Cells.width(of: row.keys) <= keysWidth {
          lines.append(.row(keys: row.keys, summary: summary.removeFirst()))
        } else {
          lines += WordWrap.rows(of: row.keys, width: width).map { .row(keys: $0, summary: "") }
        }
        lines += summary.map { .row(keys: "", summary: $0) }
      }
    }
    self.lines = lines
    summaryColumn = column
  }

  /// How wide the rows are when nothing is wrapped.
  static func naturalWidth(_ rows: [HelpLine]) -> Int {
    let widest = widestKeys(rows)
    return rows.reduce(0) { width, row in
      switch row {
      case .gap: width
      case .heading(let title): max(width, Cells.width(of: title))
      case .row(let row): max(width, widest + gap + Cells.width(of: row.summary))
      }
    }
  }

  /// How much room the keys get; none where the summaries need it all.
  private static func keysWidth(_ rows: [HelpLine], width: Int) -> Int {
    if naturalWidth(rows) <= width { return widestKeys(rows) }
    return width < 30 ? 0 : min(widestKeys(rows), width / 3)
  }

  private static func widestKeys(_ rows: [HelpLine]) -> Int {
    rows.reduce(0) { width, row in
      if case .row(let row) = row { max(width, Cells.width(of: row.keys)) } else { width }
    }
  }
}
