import Cells

/// One line with a text at the left and one at the right; the left one gives way.
package struct StatusLine: Equatable, Sendable {
  package var left: String
  package var right: String

  package init(left: String, right: String = "") {
    self.left = left
    self.right = right
  }

  /// A line as it stands in a row, for the next one to be drawn over it.
  package struct Standing {
    fileprivate var left: String
    fileprivate var columns: Int
    fileprivate var rightWidth: Int
    /// Nil where the left text gave way.
    fileprivate var leftWidth: Int?
  }

  /// `standing`: what the row shows, in these styles. Where the left text stays as it is, the right
  /// one alone is drawn.
  @MainActor
  @discardableResult
  package func draw(
    on canvas: Canvas, left leftStyle: Style, right rightStyle: Style,
    over standing: Standing? = nil
  ) -> Standing {
    let width = canvas.size.columns
    let rightWidth = min(Cells.width(of: right), max(0, width - 12))
    let leftRoom = width - 2 - (rightWidth > 0 ? rightWidth + 2 : 0)
    var leftWidth: Int?
    if let standing, standing.columns == width, standing.left == left,
      let known = standing.leftWidth, known <= leftRoom
    {
      leftWidth = known
      let wider = max(rightWidth, standing.rightWidth)
      canvas.fill(row: 0, column: width - wider - 1, width: wider, leftStyle)
    } else {
      canvas.fill(row: 0, leftStyle)
      let fitting = canvas.shortenedStart(left, row: 0, column: 1, leftStyle, limit: leftRoom)
      if fitting.isWhole, leftRoom > 0 { leftWidth = fitting.width }
    }
    if rightWidth > 0 {
      canvas.text(
        right, row: 0, column: width - rightWidth - 1, rightStyle, limit: rightWidth)
    }
    return Standing(
      left: left, columns: width, rightWidth: rightWidth, leftWidth: leftWidth)
  }
}
