import Cells
package import Terminal

/// How a row is drawn, selected or not. Making one draws what all rows begin with.
@MainActor
package struct RowLook {
  package let isSelected: Bool
  package let base: Style
  /// For what matters less.
  package let quiet: Style
  private let theme: Theme

  package init(_ isSelected: Bool, on line: Canvas, base role: Role = .text) {
    self.isSelected = isSelected
    theme = line.theme
    base = theme[isSelected ? .selection : role]
    quiet = isSelected ? base : theme[.muted]
    if isSelected { line.fill(row: 0, base) }
    line.text(isSelected ? ">" : " ", row: 0, base)
  }

  /// A selected row has one look from end to end.
  package subscript(role: Role) -> Style { isSelected ? base : theme[role] }
}

extension Canvas {
  /// What a list says where it has no rows.
  @MainActor
  package func paragraphs(_ text: String) {
    let width = max(1, size.columns - 3)
    for (row, line) in WordWrap.rows(ofText: text, width: width).enumerated() where row < size.rows
    {
      self.text(line, row: row, column: 2, theme[.muted])
    }
  }
}
