import Cells

/// A line with a text at the left and one at the right. The left one is shortened first. The right
/// one loses whole parts, because a truncated count looks like another number.
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
    let shown = shownRight(in: width)
    canvas.fill(row: 0, leftStyle)
    canvas.shortened(left, row: 0, column: 1, leftStyle, limit: leftRoom(in: width))
    if !shown.isEmpty {
      let column = width - Cells.width(of: shown) - 1
      canvas.text(shown, row: 0, column: column, rightStyle, limit: width - column)
    }
  }

  /// Returns the number of cells for the left text, from column 1 on.
  package func leftRoom(in width: Int) -> Int {
    let shown = shownRight(in: width)
    return max(0, width - 2 - (shown.isEmpty ? 0 : Cells.width(of: shown) + 2))
  }

  /// Returns as many parts as fit, from the first on.
  private func shownRight(in width: Int) -> String {
    let room = max(0, width - 10)
    if Cells.width(of: right) <= room { return right }
    let ends = right.indices.filter { index in
      [", ", " · ", "  "].contains { right[index...].hasPrefix($0) }
    }
    return ends.map { String(right[..<$0]) }.last { Cells.width(of: $0) <= room } ?? ""
  }
}
