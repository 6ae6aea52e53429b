/// The drawn lines of a window, so that a frame draws only the lines that differ.
///
/// ```swift
/// let lines = drawn.begin(on: canvas, bar: scrollBar)
/// for line in 0..<height {
///   drawn.show(row(at: line), line: line, on: lines) { row, line in … }
/// }
/// ```
package struct DrawnRows<Row: Equatable> {
  private var rows: [Row?] = []
  /// The lines of the scroll bar's thumb; nil without a scroll bar.
  private var thumb: Range<Int>?

  package init() {}

  /// Begins a frame: draws the scroll bar, if any, and returns the canvas for the lines.
  @MainActor
  package mutating func begin(on canvas: Canvas, bar: ScrollBar? = nil) -> Canvas {
    if canvas.isFresh || rows.count != max(0, canvas.size.rows) {
      forget(height: canvas.size.rows)
    } else if (bar == nil) != (thumb == nil) {
      canvas.erase()
      forget(height: canvas.size.rows)
    }
    guard let bar else { return canvas }
    let size = canvas.size
    let thumb = bar.thumb(height: size.rows)
    if thumb != self.thumb {
      bar.draw(
        on: canvas.part(Rect(row: 0, column: size.columns - 1, rows: size.rows, columns: 1)),
        instead: self.thumb)
      self.thumb = thumb
    }
    return canvas.part(Rect(row: 0, column: 0, rows: size.rows, columns: size.columns - 1))
  }

  private mutating func forget(height: Int) {
    rows = Array(repeating: nil, count: max(0, height))
    thumb = nil
  }

  /// Draws a row into its line unless the line shows it already; nil is an empty line. The line is
  /// blanked first, except with `fillsLine`, when `draw` fills all of it.
  @MainActor
  package mutating func show(
    _ row: Row?, line: Int, on canvas: Canvas, fillsLine: Bool = false,
    draw: (_ row: Row, _ line: Canvas) -> Void
  ) {
    guard line >= 0, line < rows.count, rows[line] != row else { return }
    if rows[line] != nil, row == nil || !fillsLine { canvas.fill(row: line) }
    rows[line] = row
    guard let row else { return }
    draw(row, canvas.line(line))
  }
}
