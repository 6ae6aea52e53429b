import Cells
import Terminal

/// A window over a grid of cells in memory that behaves like an ncurses window.
@MainActor
final class FakeWindow: Window {
  package private(set) var frame: Rect
  /// The drawn cells; row and column count from the window's top left.
  private(set) var grid: FakeFrame
  private(set) var textCount = 0
  private let colors: ColorDepth

  init(_ frame: Rect, colors: ColorDepth = .full) {
    self.frame = frame
    self.colors = colors
    grid = FakeFrame(size: frame.size)
  }

  package func setFrame(_ frame: Rect) {
    self.frame = frame
    grid = FakeFrame(size: frame.size)
  }

  package func erase(_ style: Style) {
    let blank = FakeCell(style: style.adapted(to: colors))
    for row in 0..<frame.rows {
      for column in 0..<frame.columns {
        grid.set(blank, at: Point(row: row, column: column))
      }
    }
  }

  package func put(_ text: String, width: Int, at point: Point, style: Style) {
    textCount += 1
    write(text, at: point, style: style)
  }

  private func write(_ text: String, at point: Point, style: Style) {
    let style = style.adapted(to: colors)
    var spot = point
    let cells =
      Cells.isPlain(text)
      ? text.map { Cell(text: String($0), width: 1) } : Cells.glyphs(in: text).flatMap(\.cells)
    for cell in cells {
      grid.set(FakeCell(cell.text, style: style), isWide: cell.width == 2, at: spot)
      spot.column += cell.width
    }
  }

  package func fill(_ character: Unicode.Scalar, width: Int, at point: Point, style: Style) {
    write(String(repeating: Character(character), count: width), at: point, style: style)
  }

  package func restyle(width: Int, at point: Point, style: Style) {
    grid.restyle(width: width, at: point, style.adapted(to: colors))
  }
}
