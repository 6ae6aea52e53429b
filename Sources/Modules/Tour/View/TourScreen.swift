import Cells
import Terminal
import Viper

/// Draws a step of the tour in a box.
@MainActor
final class TourScreen: Screen, StateView {
  let surface = Surface()
  private let presenter: any TourPresenting
  private var state = TourState()

  init(presenter: any TourPresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  func show(_ state: TourState) {
    self.state = state
    surface.needsDrawing()
  }

  let keyTable = TourKeymap.map.table

  var chrome: Chrome {
    Chrome(
      title: TourWords.title(state.number + 1, of: state.count), message: state.problem,
      tone: .warning,
      hints: keyTable.hints)
  }

  /// Returns the same size for all steps, so that the box does not move.
  func preferredSize(in available: Size) -> Size {
    Size(columns: max(1, min(52, available.columns)), rows: max(1, min(8, available.rows)))
  }

  func draw(on canvas: Canvas) {
    let theme = canvas.theme
    let width = max(1, canvas.size.columns)
    // Without room for both, the instruction matters more than the title.
    var row = 0
    if canvas.size.rows > 3 {
      canvas.text(state.title, row: 0, theme[.heading])
      if state.wasDone { canvas.text(TourWords.right, row: 1, theme[.message]) }
      row = 2
    }
    for line in WordWrap.rows(ofText: state.text, width: width) {
      canvas.text(line, row: row)
      row += 1
    }
  }

  func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      if let command = TourKeymap.map.command(for: key) {
        presenter.handle(command)
        return true
      }
      // Global keys work here too, except for those that the step asks for.
      let isWanted = state.keys.contains(key.name)
      guard isWanted || key.typed != nil else { return false }
      presenter.handle(.press(key.name))
      return true
    case .mouse(let mouse):
      if mouse.action == .press { presenter.handle(.next) }
      return true
    case .paste: return true
    case .resize, .sync, .closed: return false
    }
  }
}
