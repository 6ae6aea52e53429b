/// A text field with a label, on one line above a list.
package struct LabeledField: Equatable, Sendable {
  private let label: String
  /// Replaces the label in a narrow line.
  private let mark: String
  private let column: Int
  private var field: TextField

  /// The text begins at `column`, or after a longer label.
  package init(_ label: String, mark: String, column: Int = 2, text: String = "") {
    self.label = label
    self.mark = mark
    self.column = column
    field = TextField(text)
  }

  package var text: String {
    get { field.text }
    set { field = TextField(newValue) }
  }

  /// Proposes a text, which the first typed character replaces.
  package mutating func propose(_ text: String) { field = TextField(text, isProposed: true) }

  /// Handles a click in the field's line, which is drawn in `width`.
  package mutating func click(at column: Int, width: Int) {
    field.click(at: column, from: start(width), width: room(width))
  }

  /// Returns the text's first column in a line of this width: a narrow line has no room for the
  /// label.
  package func start(_ width: Int) -> Int { width >= 40 ? column : min(column, 2) }

  private func room(_ width: Int) -> Int { max(1, width - start(width) - 1) }

  /// Draws the field. `width` is less than the canvas has if something follows the field.
  @MainActor
  package func draw(on canvas: Canvas, row: Int, width: Int? = nil) {
    let width = width ?? canvas.size.columns
    let start = start(width)
    canvas.text(start > 2 ? label : mark, row: row, column: 0, canvas.theme[.key])
    field.draw(on: canvas, row: row, column: start, width: room(width))
  }

  package func cursor(row: Int, width: Int) -> Point {
    Point(row: row, column: field.cursorColumn(from: start(width), width: room(width)))
  }

  package enum Change: Equatable, Sendable {
    /// The text is the same; the cursor may have moved.
    case moved
    case typed(String)
  }

  /// Handles an event; nil if it means nothing to a field.
  package mutating func take(_ event: InputEvent) -> Change? {
    let before = field.text
    guard field.handle(event) else { return nil }
    return field.text == before ? .moved : .typed(field.text)
  }
}
