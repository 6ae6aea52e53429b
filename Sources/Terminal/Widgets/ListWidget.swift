/// A list that draws only what is visible. It knows how many rows there are and which is selected;
/// the rows themselves are asked for one by one.
package struct ListWidget: Equatable, Sendable {
  /// The first row on the screen.
  package private(set) var top = 0

  package init() {}

  /// Scrolls as little as needed so that the selected row is visible and no space is wasted.
  package mutating func reveal(_ selected: Int?, count: Int, height: Int) {
    guard height > 0 else { return }
    top = min(top, max(0, count - height))
    guard let selected else { return }
    if selected < top { top = selected }
    if selected >= top + height { top = selected - height + 1 }
  }

  /// Which row stands at a line of the list, for the mouse.
  package func row(atLine line: Int, count: Int) -> Int? {
    let row = top + line
    return line >= 0 && row < count ? row : nil
  }

  /// Draws the visible rows, and a scroll bar where they are not all.
  @MainActor
  package func draw(
    on canvas: Canvas, count: Int, row draw: (_ index: Int, _ canvas: Canvas) -> Void
  ) {
    let height = canvas.size.rows
    let hasBar = count > height && canvas.size.columns > 8
    let width = canvas.size.columns - (hasBar ? 1 : 0)
    for line in 0..<max(0, min(height, count - top)) {
      draw(top + line, canvas.part(Rect(row: line, column: 0, rows: 1, columns: width)))
    }
    if hasBar {
      ScrollBar(first: top, visible: height, total: count)
        .draw(on: canvas.part(Rect(row: 0, column: width, rows: height, columns: 1)))
    }
  }
}
