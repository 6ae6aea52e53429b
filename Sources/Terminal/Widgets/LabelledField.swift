/// A field with what it is for before it, on one line above a list.
package struct LabelledField: Equatable, Sendable {
  private let label: String
  /// Replaces the label where there is no room for it.
  private let mark: String
  private let column: Int
  private var field: TextField

  /// `column` is where the text begins, at least behind the label.
  package init(_ label: String, mark: String, column: Int = 2, text: String = "") {
    self.label = label
    self.mark = mark
    self.column = column
    field = TextField(text)
  }

  /// What has been typed.
  package var text: String {
    get { field.text }
    set { field = TextField(newValue) }
  }

  /// Puts a text there that gives way to what is typed.
  package mutating func propose(_ text: String) { field = TextField(text, isProposed: true) }

  /// A click in its line; `width` as it is drawn.
  package mutating func click(at column: Int, width: Int) {
    field.click(at: column, from: start(width), width: room(width))
  }

  /// Where the text begins in a line of this width: a narrow one has no room for words.
  package func start(_ width: Int) -> Int { width >= 40 ? column : min(column, 2) }

  private func room(_ width: Int) -> Int { max(1, width - start(width) - 1) }

  /// `width` is less than the canvas has where something follows the field.
  @MainActor
  package func draw(on canvas: Canvas, row: Int, width: Int? = nil) {
    let width = width ?? canvas.size.columns
    let start = start(width)
    canvas.text(start > 2 ? label : mark, row: row, column: 0, canvas.theme[.key])
    field.draw(on: canvas, row: row, column: start, width: room(width))
  }

  /// The position of the terminal's cursor.
  package func cursor(row: Int, width: Int) -> Point {
    Point(row: row, column: field.cursorColumn(from: start(width), width: room(width)))
  }

  /// What an event did to the field.
  package enum Change: Equatable, Sendable {
    /// The text is the same; the cursor may have moved.
    case moved
    case typed(String)
  }

  /// Nil where the event means nothing to a field.
  package mutating func take(_ event: InputEvent) -> Change? {
    let before = field.text
    guard field.handle(event) else { return nil }
    return field.text == before ? .moved : .typed(field.text)
  }
}
