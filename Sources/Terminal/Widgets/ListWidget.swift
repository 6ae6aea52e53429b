/// A list that draws only what is visible. It knows how many rows there are and which is selected;
/// the rows themselves are asked for one by one.
public struct ListWidget: Equatable, Sendable {
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

  /// Draws the visible rows, and a scroll bar where they are not all. What `drawn` knows to stand
  /// on the canvas is left as it is.
  @MainActor @inlinable
  public func draw<Row: Equatable>(
    on canvas: Canvas, count: Int, drawn: inout DrawnRows<Row>, row: (_ index: Int) -> Row,
    draw: (_ row: Row, _ line: Canvas) -> Void
  ) {
    self.draw(on: canvas, count: count, drawn: &drawn, row: row) { row, old, line in
      if old != nil { line.blank(line: 0) }
      draw(row, line)
    }
  }

  /// The same for rows that are drawn over what their line shows, nil where that is blank.
  @MainActor @inlinable
  public func draw<Row: Equatable>(
    on canvas: Canvas, count: Int, drawn: inout DrawnRows<Row>, row: (_ index: Int) -> Row,
    over draw: (_ row: Row, _ old: Row?, _ line: Canvas) -> Void
  ) {
    let first = firstRow
    let lines = drawn.begin(on: canvas, bar: scrollBar(on: canvas, count: count))
    drawn.scroll(to: first, on: lines)
    for line in 0..<canvas.lineCount {
      let row = first + line < count ? row(first + line) : nil
      drawn.show(row, line: line, on: lines, over: draw)
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

  @usableFromInline var firstRow: Int { top }

  @MainActor @usableFromInline func scrollBar(on canvas: Canvas, count: Int) -> ScrollBar? {
    let size = canvas.size
    guard count > size.rows, size.columns > 8 else { return nil }
    return ScrollBar(first: top, visible: size.rows, total: count)
  }
}
