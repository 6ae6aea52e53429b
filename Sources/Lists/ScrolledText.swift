package import Terminal
package import Viper

/// Lines of which a view shows some at a time. How far they are scrolled is the view's own: only it knows
/// how many there are in its width.
@MainActor
package struct ScrolledText {
  private var first = 0

  package init() {}

  package mutating func scroll(_ move: ScrollMove, count: Int, visible: Int) {
    first = move.first(from: first, of: count, visible: visible)
  }

  /// Whether nothing more comes below.
  package func isAtEnd(count: Int, visible: Int) -> Bool { first + visible >= count }

  /// Draws the lines in sight, and a bar at the edge where they are not all.
  package func draw(on canvas: Canvas, count: Int, line: (_ index: Int, _ row: Int) -> Void) {
    let height = canvas.size.rows
    let first = max(0, min(first, count - height))
    for row in 0..<max(0, min(height, count - first)) { line(first + row, row) }
    ScrollBar(first: first, visible: height, total: count).draw(atEdgeOf: canvas)
  }
}
