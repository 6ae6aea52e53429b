package import Terminal
package import Viper

/// Lines of text that scroll in a view. The view holds the position, because only it knows the
/// count of lines at its width.
@MainActor
package struct ScrolledText {
  private var first = 0

  package init() {}

  package mutating func scroll(_ move: ScrollMove, count: Int, visible: Int) {
    first = move.first(from: first, of: count, visible: visible)
  }

  /// Returns whether the last line is visible.
  package func isAtEnd(count: Int, visible: Int) -> Bool { first + visible >= count }

  /// Draws the visible lines, and a scroll bar if there are more.
  package func draw(on canvas: Canvas, count: Int, line: (_ index: Int, _ row: Int) -> Void) {
    let height = canvas.size.rows
    let first = max(0, min(first, count - height))
    for row in 0..<max(0, min(height, count - first)) { line(first + row, row) }
    ScrollBar(first: first, visible: height, total: count).draw(atEdgeOf: canvas)
  }
}
