import Terminal

/// The fields of the find bar.
struct EditorBarFields {
  private var find = TextField()
  private var replacement = TextField()
  private static let labels = (find: "Find", replacement: "With")

  /// Takes over texts of the state that differ from the fields.
  mutating func follow(_ bar: EditorBar) {
    if find.text != bar.find { find = TextField(bar.find) }
    if let text = bar.replacement, replacement.text != text { replacement = TextField(text) }
  }

  /// The command for a key or paste in the field; nil if it has none.
  mutating func handle(_ event: InputEvent, in bar: EditorBar) -> EditorBarCommand? {
    let field = bar.focus == .find ? \Self.find : \Self.replacement
    guard self[keyPath: field].handle(event) else { return nil }
    return .type(self[keyPath: field].text, in: bar.focus)
  }

  func cursor(in bar: EditorBar, _ area: Rect) -> Point {
    let row = area.endRow - bar.rows + (bar.focus == .find ? 0 : 1)
    let (column, width) = Self.field(in: area.columns, bar)
    let field = bar.focus == .find ? find : replacement
    return Point(row: row, column: area.column + field.cursorColumn(from: column, width: width))
  }

  @MainActor
  func draw(_ bar: EditorBar, on canvas: Canvas) {
    let (column, width) = Self.field(in: canvas.size.columns, bar)
    for row in 0..<canvas.size.rows { canvas.fill(row: row) }
    canvas.text(Self.labels.find, row: 0, column: 0, canvas.theme[.key], limit: column)
    find.draw(on: canvas, row: 0, column: column, width: width)
    let said = Self.said(bar)
    canvas.text(
      said, row: 0, column: column + width + 1,
      canvas.theme[bar.problem.isEmpty ? .muted : .warning])
    guard bar.replacement != nil else { return }
    canvas.text(Self.labels.replacement, row: 1, column: 0, canvas.theme[.key], limit: column)
    replacement.draw(on: canvas, row: 1, column: column, width: width)
  }

  /// The text behind the field: a problem, or the count and the options.
  private static func said(_ bar: EditorBar) -> String {
    if !bar.problem.isEmpty { return bar.problem }
    let chosen = [
      bar.matchesCase ? "Aa" : nil, bar.wholeWords ? "words" : nil, bar.isPattern ? "regex" : nil,
    ].compactMap(\.self)
    return ([bar.count] + chosen).filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// The field gets the columns that its label and the remark leave, at least one.
  private static func field(in columns: Int, _ bar: EditorBar) -> (column: Int, width: Int) {
    let column = columns >= 20 ? labels.find.count + 1 : 0
    let remark = bar.problem.isEmpty ? 24 : columns / 2
    return (column, max(1, columns >= 50 ? columns - column - remark : columns - column))
  }
}
