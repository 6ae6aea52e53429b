import Cells
import Terminal
import Viper

/// What differs: lines with a sign before them, wrapped at words.
@MainActor
final class DifferenceScreen: Screen, DifferenceView {
  let surface = Surface()
  private let presenter: any DifferencePresenting
  private var state = DifferenceState()
  /// The rows never change, so they are laid out once for each width.
  private var laidOut: (width: Int, lines: [Line])?

  private struct Line {
    var kind: DifferenceRow.Kind
    var sign: String
    var text: String
  }

  private static let signWidth = 2

  init(presenter: any DifferencePresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  func show(_ state: DifferenceState) {
    self.state = state
    surface.needsDrawing()
  }

  var lineCount: Int { lines(width: surface.size.columns).count }
  var visibleLines: Int { surface.size.rows }

  let keyTable = DifferenceKeymap.table.table(titled: "Difference")

  var chrome: Chrome {
    Chrome(
      place: state.title, state: "+\(state.added) -\(state.removed)", message: state.problem,
      tone: .warning, hints: keyTable.hints)
  }

  func draw(on canvas: Canvas) {
    let lines = lines(width: canvas.size.columns)
    let height = canvas.size.rows
    let first = min(state.firstLine, max(0, lines.count - height))
    for (row, line) in lines.dropFirst(first).prefix(height).enumerated() {
      let style = canvas.theme[Self.role(of: line.kind)]
      canvas.text(line.sign, row: row, style)
      canvas.text(line.text, row: row, column: Self.signWidth, style)
    }
    ScrollBar(first: first, visible: height, total: lines.count).draw(atEdgeOf: canvas)
  }

  func handle(_ event: InputEvent) -> Bool {
    DifferenceKeymap.table.handle(event, wheel: { .scroll(.lines($0)) }, presenter.handle)
  }

  private static func role(of kind: DifferenceRow.Kind) -> Role {
    switch kind {
    case .same: .text
    case .added: .message
    case .removed: .warning
    case .gap: .muted
    }
  }

  /// The last column is left to the scroll bar, so that the lines stand still when it appears.
  private func lines(width: Int) -> [Line] {
    if let laidOut, laidOut.width == width { return laidOut.lines }
    var lines: [Line] = []
    for index in 0..<presenter.rowCount {
      let row = presenter.row(at: index)
      let sign =
        switch row.kind {
        case .same: ""
        case .added: "+"
        case .removed: "-"
        case .gap: "…"
        }
      let parts = WordWrap.rows(
        of: Cells.visible(row.text), width: max(1, width - 1 - Self.signWidth))
      for (number, part) in parts.enumerated() {
        lines.append(Line(kind: row.kind, sign: number == 0 ? sign : "", text: part))
      }
    }
    laidOut = (width, lines)
    return lines
  }
}
