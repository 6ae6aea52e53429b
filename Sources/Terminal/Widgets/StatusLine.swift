import Cells

/// One line with a text at the left and one at the right; the left one gives way.
package struct StatusLine: Equatable, Sendable {
  package var left: String
  package var right: String

  package init(left: String, right: String = "") {
    self.left = left
    self.right = right
  }

  @MainActor
  package func draw(on canvas: Canvas, left leftStyle: Style, right rightStyle: Style) {
    let width = canvas.size.columns
    let rightWidth = min(Cells.width(of: right), max(0, width - 12))
    canvas.fill(row: 0, leftStyle)
    canvas.shortened(
      left, row: 0, column: 1, leftStyle,
      limit: width - 2 - (rightWidth > 0 ? rightWidth + 2 : 0))
    if rightWidth > 0 {
      canvas.text(
        right, row: 0, column: width - rightWidth - 1, rightStyle, limit: rightWidth)
    }
  }
}
