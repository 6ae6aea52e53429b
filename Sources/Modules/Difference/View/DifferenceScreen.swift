import Cells
import Comparing
import Lists
import Terminal
import Viper

/// Draws the changed lines, each with a sign before it, wrapped at words.
@MainActor
final class DifferenceScreen: Screen, StateView {
  let surface = Surface()
  private let presenter: any DifferencePresenting
  private var state = DifferenceState()
  private var text = ScrolledText()
  /// The layout for one width. The rows never change.
  private var laidOut: (width: Int, lines: [Line])?

  private struct Line {
    var kind: DifferenceLine.Kind
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

  let keyTable = DifferenceKeymap.table.table

  var chrome: Chrome {
    let added = state.rows.count { $0.kind == .added }
    let removed = state.rows.count { $0.kind == .removed }
    return Chrome(
      title: state.title, state: "+\(added) -\(removed)", message: state.message,
      hints: keyTable.hints)
  }

  func draw(on canvas: Canvas) {
    let lines = lines(width: canvas.size.columns)
    text.draw(on: canvas, count: lines.count) { index, row in
      let style = canvas.theme[Self.role(of: lines[index].kind)]
      canvas.text(lines[index].sign, row: row, style)
      canvas.text(lines[index].text, row: row, column: Self.signWidth, style)
    }
  }

  func handle(_ event: InputEvent) -> Bool {
    DifferenceKeymap.table.handle(event, wheel: { .scroll(.lines($0)) }) { command in
      guard case .scroll(let move) = command else { return presenter.handle(command) }
      let size = surface.size
      text.scroll(move, count: lines(width: size.columns).count, visible: size.rows)
      surface.needsDrawing()
    }
  }

  private static func role(of kind: DifferenceLine.Kind) -> Role {
    switch kind {
    case .same: .text
    case .added: .message
    case .removed: .warning
    case .gap: .muted
    }
  }

  /// Lays out the lines without the last column, so that a scroll bar does not move them.
  private func lines(width: Int) -> [Line] {
    if let laidOut, laidOut.width == width { return laidOut.lines }
    var lines: [Line] = []
    for row in state.rows {
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
