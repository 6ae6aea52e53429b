import Cells
import Lists
import Terminal
import Viper

/// Draws a screen's keys and what they do.
@MainActor
final class HelpScreen: Screen, StateView {
  let surface = Surface()
  private let presenter: any HelpPresenting
  private var state = HelpState()
  private var text = ScrolledText()
  /// The layout for one width and filter.
  private var laidOut: (width: Int, filter: String, layout: HelpLayout)?
  private var field = LabeledField("Filter: ", mark: "/", column: 8)

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

  /// The height of the filter's line.
  private var headRows: Int { state.isFiltering || !state.filter.isEmpty ? 1 : 0 }

  private var keymap: Keymap<HelpCommand> {
    state.isFiltering ? HelpKeymap.filter : HelpKeymap.table
  }

  var keyTable: KeyTable { keymap.table }

  var chrome: Chrome {
    // At the end there is no more to show.
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

  /// Lays out the rows without the last column, so that a scroll bar does not move them.
  private func layout(width: Int) -> HelpLayout {
    if let laidOut, laidOut.width == width, laidOut.filter == state.filter {
      return laidOut.layout
    }
    let layout = HelpLayout(state.rows, width: max(1, width - 1))
    laidOut = (width, state.filter, layout)
    return layout
  }
}

/// The rows as lines of a width: the keys at the left, their summaries at the right, wrapped.
/// Without room for two columns, the summaries go below the keys.
private struct HelpLayout: Equatable {
  enum Line: Equatable {
    case heading(String)
    case row(keys: String, summary: String)
    case gap
  }

  let lines: [Line]
  /// The first column of the summaries.
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

  /// Returns the width of the rows without wrapping.
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

  /// Returns the width of the keys' column; 0 if the summaries need all the room.
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
