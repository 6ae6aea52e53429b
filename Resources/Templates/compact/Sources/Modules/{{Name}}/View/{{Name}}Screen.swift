import Cells
import Lists
import Terminal
import Viper

/// Draws the text.
@MainActor
final class {{Name}}Screen: Screen {
  let surface = Surface()
  private let presenter: any {{Name}}Presenting
  private var state = {{Name}}State()

  init(presenter: any {{Name}}Presenting) {
    self.presenter = presenter
    presenter.view = self
  }

  let keyTable = {{Name}}Keymap.map.table

  var chrome: Chrome {
    Chrome(title: "{{Words}}", message: state.message, hints: keyTable.hints)
  }

  /// Returns the size of the text, for a box.
  func preferredSize(in available: Size) -> Size {
    Size(columns: min(max(1, Cells.width(of: state.text)), available.columns), rows: 1)
  }

  func draw(on canvas: Canvas) {
    canvas.shortened(state.text, row: 0, limit: canvas.size.columns)
  }

  func handle(_ event: InputEvent) -> Bool {
    guard case .key(let key) = event, let command = {{Name}}Keymap.map.command(for: key)
    else { return false }
    presenter.handle(command)
    return true
  }
}

extension {{Name}}Screen: StateView {
  func show(_ state: {{Name}}State) {
    if state != self.state { surface.needsDrawing() }
    self.state = state
  }
}
