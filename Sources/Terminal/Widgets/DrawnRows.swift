/// What the lines of a window show, so that a frame draws only the lines that differ.
///
/// ```swift
/// let lines = drawn.begin(on: canvas, bar: scrollBar)
/// for line in 0..<height {
///   drawn.show(row(at: line), line: line, on: lines) { row, line in … }
/// }
/// ```
///
/// Public, because the compiler makes a version for a type of row of another part only of what is
/// public; the one for any type costs ten times as much.
public struct DrawnRows<Row: Equatable> {
  @usableFromInline var rows: [Row?] = []
  /// The lines that the scroll bar's thumb covers; nil where there is none.
  @usableFromInline var thumb: Range<Int>?
  @usableFromInline var top: Int?

  @inlinable public init() {}

  /// Begins a frame: draws the scroll bar if there is one, and answers with the place for lines.
  @MainActor @inlinable
  public mutating func begin(on canvas: Canvas, bar: ScrollBar? = nil) -> Canvas {
    if canvas.startsEmpty || rows.count != canvas.lineCount {
      forget(height: canvas.lineCount)
    } else if (bar == nil) != (thumb == nil) {
      canvas.blankAll()
      forget(height: canvas.lineCount)
    }
    guard let bar else { return canvas }
    canvas.show(bar, instead: &thumb)
    return canvas.besideBar
  }

  @inlinable mutating func forget(height: Int) {
    rows = Array(repeating: nil, count: max(0, height))
    thumb = nil
    top = nil
  }

  /// Says which row is the first: where it is a few lines from the last frame's, the lines that stay
  /// in sight are moved, and `show` finds them in their places.
  @MainActor @inlinable
  public mutating func scroll(to top: Int, on canvas: Canvas) {
    guard top != self.top else { return }
    defer { self.top = top }
    if let last = self.top { scroll(by: top - last, on: canvas) }
  }

  /// The same for rows without a number: how many lines up they go, or down where negative. Answers
  /// with the lines that are to be shown anew: without a move these are all.
  @MainActor @inlinable @discardableResult
  public mutating func scroll(by lines: Int, on canvas: Canvas) -> Range<Int> {
    guard canvas.moveLines(by: lines) else { return 0..<rows.count }
    let blank = [Row?](repeating: nil, count: min(abs(lines), rows.count))
    rows = lines > 0 ? rows.dropFirst(blank.count) + blank : blank + rows.dropLast(blank.count)
    return lines > 0 ? rows.count - blank.count..<rows.count : 0..<blank.count
  }

  /// Which row stands in a line; nil for none.
  @inlinable public func row(at line: Int) -> Row? {
    rows.indices.contains(line) ? rows[line] : nil
  }

  /// Draws a row into its line unless it stands there already; nil is an empty line. The line is
  /// blank before, unless `draw` says that it fills all of it itself.
  @MainActor @inlinable
  public mutating func show(
    _ row: Row?, line: Int, on canvas: Canvas, fillsLine: Bool = false,
    draw: (_ row: Row, _ line: Canvas) -> Void
  ) {
    show(row, line: line, on: canvas) { row, old, place in
      if old != nil, !fillsLine { canvas.blank(line: line) }
      draw(row, place)
    }
  }

  /// The same for rows that are drawn over what their line shows: `draw` is told which row that is,
  /// nil where the line is blank.
  @MainActor @inlinable
  public mutating func show(
    _ row: Row?, line: Int, on canvas: Canvas,
    over draw: (_ row: Row, _ old: Row?, _ line: Canvas) -> Void
  ) {
    guard line >= 0, line < rows.count, rows[line] != row else { return }
    let old = rows[line]
    rows[line] = row
    if let row { draw(row, old, canvas.line(line)) } else { canvas.blank(line: line) }
  }
}

/// What the rows need of a canvas, as code in other parts can call it.
extension Canvas {
  @usableFromInline var startsEmpty: Bool { isFresh }
  @usableFromInline var lineCount: Int { max(0, size.rows) }
  @usableFromInline func blankAll() { erase() }
  @usableFromInline func blank(line: Int) { fill(row: line) }
  @usableFromInline func moveLines(by lines: Int) -> Bool { scroll(by: lines) }

  @usableFromInline func line(_ line: Int) -> Canvas {
    part(Rect(row: line, column: 0, rows: 1, columns: size.columns))
  }

  /// All but the last column.
  @usableFromInline var besideBar: Canvas {
    part(Rect(row: 0, column: 0, rows: size.rows, columns: size.columns - 1))
  }

  @usableFromInline func show(_ bar: ScrollBar, instead drawn: inout Range<Int>?) {
    let thumb = bar.thumb(height: size.rows)
    guard thumb != drawn else { return }
    bar.draw(
      on: part(Rect(row: 0, column: size.columns - 1, rows: size.rows, columns: 1)), instead: drawn)
    drawn = thumb
  }
}
