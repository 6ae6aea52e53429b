/// A list that draws only its visible rows. It knows the number of rows and the selected one, and
/// asks for each visible row.
package struct ListWidget: Equatable, Sendable {
  /// The first visible row.
  package private(set) var top = 0

  package init() {}

  /// Scrolls as little as possible to make the selected row visible, without empty lines at the
  /// end. `hasHeading` tells which rows begin with a line of their own; it is asked about the
  /// visible rows only.
  package mutating func reveal(
    _ selected: Int?, count: Int, height: Int, hasHeading: (_ row: Int) -> Bool = { _ in false }
  ) {
    guard height > 0 else { return }
    if top > count - height { top = min(top, Self.top(showing: count - 1, at: height, hasHeading)) }
    guard let selected else { return }
    top = max(min(top, selected), Self.top(showing: selected, at: height, hasHeading))
  }

  /// Returns the first row above which there is no room if `last` is in the last line.
  private static func top(showing last: Int, at height: Int, _ hasHeading: (Int) -> Bool) -> Int {
    var (row, lines) = (last + 1, 0)
    while row > 0 {
      lines += hasHeading(row - 1) ? 2 : 1
      if lines > height { return min(row, max(0, last)) }
      row -= 1
    }
    return 0
  }

  /// Returns the row at a line of the list, for the mouse.
  package func row(
    atLine line: Int, count: Int, hasHeading: (_ row: Int) -> Bool = { _ in false }
  ) -> Int? {
    var (row, left) = (top, line)
    while left >= 0, row < count {
      left -= hasHeading(row) ? 2 : 1
      if left < 0 { return left == -1 ? row : nil }
      row += 1
    }
    return nil
  }

  /// Draws the visible rows, and a scroll bar if not all are visible. Lines that `drawn` knows to
  /// be on the canvas are not drawn again.
  @MainActor
  package func draw<Row: Equatable>(
    on canvas: Canvas, count: Int, drawn: inout DrawnRows<Row>, row: (_ index: Int) -> Row,
    draw: (_ row: Row, _ line: Canvas) -> Void
  ) {
    self.draw(on: canvas, count: count, drawn: &drawn, heading: { _ in nil }, row: row, draw: draw)
  }

  /// The same, with a line above each row that has a heading.
  @MainActor
  package func draw<Row: Equatable>(
    on canvas: Canvas, count: Int, drawn: inout DrawnRows<Row>,
    heading: (_ index: Int) -> Row?, row: (_ index: Int) -> Row,
    draw: (_ row: Row, _ line: Canvas) -> Void
  ) {
    let height = max(0, canvas.size.rows)
    let isCut =
      count > height
      || count > 0 && Self.top(showing: count - 1, at: height) { heading($0) != nil } > 0
    let lines = drawn.begin(on: canvas, bar: isCut ? scrollBar(on: canvas, count: count) : nil)
    var (index, line) = (top, 0)
    while line < height {
      if index < count, let heading = heading(index) {
        drawn.show(heading, line: line, on: lines, draw: draw)
        line += 1
        if line == height { break }
      }
      drawn.show(index < count ? row(index) : nil, line: line, on: lines, draw: draw)
      (index, line) = (index + 1, line + 1)
    }
  }

  /// The least number of lines that leaves room for headings.
  package static let roomForHeadings = 12

  private enum Line: Equatable {
    case row(Int)
    case heading(String)
  }

  /// Draws the list in a view that always draws everything on an empty canvas.
  @MainActor
  package func draw(
    on canvas: Canvas, count: Int, heading: (_ index: Int) -> String? = { _ in nil },
    row draw: (_ index: Int, _ line: Canvas) -> Void
  ) {
    var drawn = DrawnRows<Line>()
    self.draw(on: canvas, count: count, drawn: &drawn) { index in
      heading(index).map { .heading($0) }
    } row: {
      .row($0)
    } draw: { shown, line in
      switch shown {
      case .row(let index): draw(index, line)
      case .heading(let name): line.heading(name)
      }
    }
  }

  @MainActor
  private func scrollBar(on canvas: Canvas, count: Int) -> ScrollBar? {
    let size = canvas.size
    guard size.columns > 8 else { return nil }
    return ScrollBar(first: top, visible: min(size.rows, count - 1), total: count)
  }
}

extension ListWidget {
  /// Makes several rows visible; if they do not fit, the first ones win.
  package mutating func reveal(
    rows: Range<Int>?, count: Int, height: Int, hasHeading: (_ row: Int) -> Bool = { _ in false }
  ) {
    reveal(rows.map { $0.upperBound - 1 }, count: count, height: height, hasHeading: hasHeading)
    reveal(rows?.lowerBound, count: count, height: height, hasHeading: hasHeading)
  }

  package enum Gesture: Equatable, Sendable {
    /// The wheel: the number of rows to scroll, positive for down.
    case scroll(Int)
    case press(row: Int)
  }

  /// Returns nil if the event means nothing to a list in this frame.
  package func gesture(
    _ mouse: MouseEvent, in frame: Rect, count: Int,
    hasHeading: (_ row: Int) -> Bool = { _ in false }
  ) -> Gesture? {
    switch mouse.action {
    case .wheelUp: .scroll(-3)
    case .wheelDown: .scroll(3)
    case .press:
      frame.contains(mouse.at)
        ? row(atLine: mouse.at.row - frame.row, count: count, hasHeading: hasHeading)
          .map { .press(row: $0) } : nil
    case .release, .drag: nil
    }
  }
}

extension Canvas {
  /// Draws the name of a section into the first line.
  package func heading(_ name: String) {
    shortened(name, row: 0, column: 1, theme[.heading], limit: size.columns - 2)
  }
}

/// A column that shows which part of a long view is visible.
public struct ScrollBar: Equatable, Sendable {
  package var first: Int
  package var visible: Int
  package var total: Int

  package init(first: Int, visible: Int, total: Int) {
    self.first = first
    self.visible = visible
    self.total = total
  }

  /// Returns the lines of the thumb in a bar of this height. It reaches the end together with the
  /// text.
  package func thumb(height: Int) -> Range<Int> {
    guard total > visible, height > 0 else { return 0..<max(0, height) }
    let length = max(1, height * visible / total)
    let end = total - visible
    let start = (height - length) * min(max(0, first), end) / end
    return start..<start + length
  }

  /// Draws the bar in the last column of a view, unless all is visible.
  @MainActor
  package func draw(atEdgeOf canvas: Canvas) {
    guard total > visible, canvas.size.columns > 1 else { return }
    draw(
      on: canvas.part(
        Rect(
          row: 0, column: canvas.size.columns - 1, rows: canvas.size.rows, columns: 1)))
  }

  /// Draws the thumb; `drawn` is the thumb as it was drawn last.
  @MainActor
  package func draw(on canvas: Canvas, instead drawn: Range<Int>? = nil) {
    let thumb = thumb(height: canvas.size.rows)
    let lines =
      drawn.map { min($0.lowerBound, thumb.lowerBound)..<max($0.upperBound, thumb.upperBound) }
      ?? 0..<canvas.size.rows
    let style = canvas.theme[.border]
    for line in lines {
      canvas.fill(row: line, width: 1, with: thumb.contains(line) ? "▐" : " ", style)
    }
  }
}
