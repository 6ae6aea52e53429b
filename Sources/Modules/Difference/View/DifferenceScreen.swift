import Cells
import Comparing
import Lists
import Terminal
import Viper

/// Draws the changed lines, each with a sign before it, wrapped at words; or the rows of a list, cut at the
/// width.
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

  private var keymap: Keymap<DifferenceCommand> {
    state.isList ? DifferenceKeymap.list : DifferenceKeymap.table
  }

  var keyTable: KeyTable { keymap.table }

  var chrome: Chrome {
    if state.isList {
      let hints = keyTable.hints.filter { !isAtEnd || $0.word != "more" }
      return Chrome(title: state.title, message: state.message, hints: hints)
    }
    let added = state.rows.count { $0.kind == .added }
    let removed = state.rows.count { $0.kind == .removed }
    return Chrome(
      title: state.title, state: "+\(added) -\(removed)", message: state.message,
      hints: keyTable.hints)
  }

  private var isAtEnd: Bool {
    let size = surface.size
    return text.isAtEnd(count: lines(width: size.columns).count, visible: size.rows)
  }

  func draw(on canvas: Canvas) {
    let lines = lines(width: canvas.size.columns)
    text.draw(on: canvas, count: lines.count) { index, row in
      let style = canvas.theme[Self.role(of: lines[index].kind)]
      canvas.text(lines[index].sign, row: row, style)
      canvas.text(lines[index].text, row: row, column: state.isList ? 0 : Self.signWidth, style)
    }
  }

  func handle(_ event: InputEvent) -> Bool {
    if keymap.handle(event, wheel: { .scroll(.lines($0)) }, perform) { return true }
    guard state.isList, case .key(let key) = event, key.typed != nil else { return false }
    presenter.handle(.pass(key.name))
    return true
  }

  private func perform(_ command: DifferenceCommand) {
    switch command {
    case .scroll(let move): scroll(move)
    case .scrollOrClose(let move): if isAtEnd { presenter.handle(.close) } else { scroll(move) }
    case .close, .pass: presenter.handle(command)
    }
  }

  private func scroll(_ move: ScrollMove) {
    let size = surface.size
    text.scroll(move, count: lines(width: size.columns).count, visible: size.rows)
    surface.needsDrawing()
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
    if state.isList {
      // The canvas cuts them.
      lines = state.rows.map { Line(kind: .same, sign: "", text: Cells.visible($0.text)) }
      laidOut = (width, lines)
      return lines
    }
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
