import Terminal
import Viper

/// Draws two fields, and below them how the day is read.
@MainActor
final class TaskFormScreen: Screen {
  let surface = Surface()
  private let presenter: any TaskFormPresenting
  private var state = TaskFormState()
  /// The fields; the day begins with the proposed one.
  private var fields: [TextField]
  /// The position of the cursor in the last frame.
  private(set) var cursor: Point?

  private static let labels = ["Task", "Day"]
  private static let left = 6

  init(presenter: any TaskFormPresenting, day: String) {
    self.presenter = presenter
    fields = [TextField(), TextField(day, isProposed: true)]
    presenter.view = self
  }

  private var isOfDay: Bool { state.fixedWords != nil }

  var keyTable: KeyTable { isOfDay ? TaskFormKeymap.dayMap.table : TaskFormKeymap.map.table }

  var chrome: Chrome {
    Chrome(
      title: isOfDay ? "Day" : "New task", state: state.isSaving ? "saving…" : "",
      message: state.problem, tone: .warning, hints: keyTable.hints)
  }

  func preferredSize(in available: Size) -> Size {
    Size(columns: min(60, available.columns), rows: min(3, available.rows))
  }

  /// Returns the first visible row: in a low box, the focused field.
  private func top(_ rows: Int) -> Int { rows < 2 ? state.field.rawValue : 0 }

  func draw(on canvas: Canvas) {
    let (width, rows) = (canvas.size.columns, canvas.size.rows)
    let left = width < 20 ? 0 : Self.left
    let top = top(rows)
    cursor = nil
    for (number, field) in fields.enumerated() {
      let row = number - top
      guard row >= 0, row < rows else { continue }
      let isActive = number == state.field.rawValue
      if left > 0 {
        canvas.text(
          Self.labels[number], row: row, column: 0, canvas.theme[isActive ? .key : .text])
      }
      if number == TaskFormField.words.rawValue, let words = state.fixedWords {
        canvas.shortened(
          words, row: row, column: left, canvas.theme[.muted], limit: width - left)
        continue
      }
      let column = field.draw(
        on: canvas, row: row, column: left, width: width - left, isActive: isActive)
      if isActive { cursor = Point(row: row, column: min(column, max(0, width - 1))) }
    }
    if rows > 2 {
      canvas.shortened(
        state.reading, row: 2, column: left, canvas.theme[.muted], limit: width - left)
    }
  }

  func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      let map = isOfDay ? TaskFormKeymap.dayMap : TaskFormKeymap.map
      if let command = map.command(for: key) {
        presenter.handle(command)
        return true
      }
      return type(event)
    case .paste: return type(event)
    case .mouse(let mouse):
      if mouse.action == .press,
        let field = TaskFormField(rawValue: mouse.at.row + top(surface.size.rows))
      {
        presenter.handle(.select(field))
        let left = surface.size.columns < 20 ? 0 : Self.left
        fields[field.rawValue].click(
          at: mouse.at.column, from: left, width: surface.size.columns - left)
        surface.needsDrawing()
      }
      return true
    case .resize, .sync, .closed: return false
    }
  }

  private func type(_ event: InputEvent) -> Bool {
    // Ignore typing: the form is about to close.
    if state.isSaving { return true }
    var field = fields[state.field.rawValue]
    guard field.handle(event) else { return false }
    fields[state.field.rawValue] = field
    surface.needsDrawing()
    presenter.handle(.edit(state.field, field.text))
    return true
  }
}

extension TaskFormScreen: StateView {
  func show(_ state: TaskFormState) {
    self.state = state
    surface.needsDrawing()
  }
}
