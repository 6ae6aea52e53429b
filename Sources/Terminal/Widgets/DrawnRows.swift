/// What the lines of a window show, so that a frame draws only the lines that differ.
///
/// ```swift
/// let lines = drawn.begin(on: canvas, bar: scrollBar)
/// for line in 0..<height {
///   drawn.show(row(at: line), line: line, on: lines) { row, line in … }
/// }
/// ```
///
/// Inlinable, because rows of a type that is not known cost ten times as much.
package struct DrawnRows<Row: Equatable> {
  @usableFromInline var rows: [Row?] = []
  @usableFromInline var bar: ScrollBar?
  @usableFromInline var top: Int?

  @inlinable package init() {}

  /// Begins a frame: draws the scroll bar if there is one, and answers with the place for lines.
  @MainActor @inlinable
  package mutating func begin(on canvas: Canvas, bar: ScrollBar? = nil) -> Canvas {
    let size = canvas.size
    if canvas.isFresh || rows.count != size.rows {
      forget(height: size.rows)
    } else if (bar == nil) != (self.bar == nil) {
      canvas.erase()
      forget(height: size.rows)
    }
    guard let bar else { return canvas }
    let column = size.columns - 1
    if bar != self.bar {
      bar.draw(on: canvas.part(Rect(row: 0, column: column, rows: size.rows, columns: 1)))
      self.bar = bar
    }
    return canvas.part(Rect(row: 0, column: 0, rows: size.rows, columns: column))
  }

  @inlinable mutating func forget(height: Int) {
    rows = Array(repeating: nil, count: max(0, height))
    bar = nil
    top = nil
  }

  /// Says which row is the first: where it is a few lines from the last frame's, the lines that stay
  /// in sight are moved, and `show` finds them in their places.
  @MainActor @inlinable
  package mutating func scroll(to top: Int, on canvas: Canvas) {
    defer { self.top = top }
    guard let last = self.top, last != top, canvas.scroll(by: top - last) else { return }
    let count = min(abs(top - last), rows.count)
    let blank = [Row?](repeating: nil, count: count)
    rows = top > last ? rows.dropFirst(count) + blank : blank + rows.dropLast(count)
  }

  /// Draws a row into its line unless it stands there already; nil is an empty line.
  @MainActor @inlinable
  package mutating func show(
    _ row: Row?, line: Int, on canvas: Canvas, draw: (_ row: Row, _ line: Canvas) -> Void
  ) {
    guard line >= 0, line < rows.count, rows[line] != row else { return }
    if rows[line] != nil { canvas.fill(row: line) }
    rows[line] = row
    if let row {
      draw(row, canvas.part(Rect(row: line, column: 0, rows: 1, columns: canvas.size.columns)))
    }
  }
}
