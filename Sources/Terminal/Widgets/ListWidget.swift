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

  /// Draws the visible rows, and a scroll bar where they are not all. What `drawn` knows to be on the
  /// canvas is left as it is.
  @MainActor
  package func draw<Row: Equatable>(
    on canvas: Canvas, count: Int, drawn: inout DrawnRows<Row>, row: (_ index: Int) -> Row,
    draw: (_ row: Row, _ line: Canvas) -> Void
  ) {
    let lines = drawn.begin(on: canvas, bar: scrollBar(on: canvas, count: count))
    for line in 0..<max(0, canvas.size.rows) {
      drawn.show(top + line < count ? row(top + line) : nil, line: line, on: lines, draw: draw)
    }
  }

  /// The same for a view that draws all of itself on an empty canvas.
  @MainActor
  package func draw(
    on canvas: Canvas, count: Int, row draw: (_ index: Int, _ line: Canvas) -> Void
  ) {
    var drawn = DrawnRows<Int>()
    self.draw(on: canvas, count: count, drawn: &drawn, row: { $0 }, draw: draw)
  }

  @MainActor
  private func scrollBar(on canvas: Canvas, count: Int) -> ScrollBar? {
    let size = canvas.size
    guard count > size.rows, size.columns > 8 else { return nil }
    return ScrollBar(first: top, visible: size.rows, total: count)
  }
}
