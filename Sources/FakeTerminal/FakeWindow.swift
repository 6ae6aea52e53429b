import Cells
package import Terminal

/// A window that is a grid of cells in memory, with the manners of an ncurses window.
@MainActor
package final class FakeWindow: Window {
  package private(set) var frame: Rect
  /// What was drawn on it; row and column count from the window's top left.
  package private(set) var grid: FakeFrame
  private let colours: ColourDepth

  package init(_ frame: Rect, colours: ColourDepth = .full) {
    self.frame = frame
    self.colours = colours
    grid = FakeFrame(size: frame.size)
  }

  package func place(at frame: Rect) {
    self.frame = frame
    grid = FakeFrame(size: frame.size)
  }

  package func erase(_ style: Style) {
    let blank = FakeCell(style: style.adapted(to: colours))
    for row in 0..<frame.rows {
      for column in 0..<frame.columns {
        grid.set(blank, at: Point(row: row, column: column))
      }
    }
  }

  package func put(_ text: String, width: Int, at point: Point, style: Style) {
    let style = style.adapted(to: colours)
    var place = point
    for (text, width) in Self.cells(of: text) {
      grid.set(FakeCell(text, style: style), isWide: width == 2, at: place)
      place.column += width
    }
  }

  /// Splits a safe text into what stands in one cell, or two: a base and its marks.
  private static func cells(of text: String) -> [(text: String, width: Int)] {
    if Cells.isPlain(text) { return text.map { (String($0), 1) } }
    return Cells.glyphs(in: text).flatMap { glyph -> [(text: String, width: Int)] in
      let scalars = glyph.text.unicodeScalars
      // A flag is two letters of one cell each; an escape is as many cells as it has characters.
      let isFlag = scalars.count > 1 && scalars.allSatisfy { (0x1f1e6...0x1f1ff) ~= $0.value }
      if isFlag || glyph.width > 2 { return scalars.map { (String($0), 1) } }
      return glyph.width > 0 ? [(glyph.text, glyph.width)] : []
    }
  }
}
