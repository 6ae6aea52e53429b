import Cells
import Terminal

/// A line in memory that a row is drawn on to learn what it says.
@MainActor
final class RowText: Window {
  private struct Piece {
    var column: Int
    var text: String
    var style: Style
    /// Where it begins in the whole text, in bytes.
    var start = 0
  }

  let frame: Rect
  private var pieces: [Piece] = []

  init(columns: Int) {
    frame = Rect(row: 0, column: 0, rows: 1, columns: columns)
  }

  /// All that was drawn, from left to right. What does not touch is a blank apart.
  func text() -> String {
    pieces.sort { $0.column < $1.column }
    var (text, end) = ("", 0)
    for index in pieces.indices {
      if pieces[index].column > end { text += " " }
      pieces[index].start = text.utf8.count
      text += pieces[index].text
      end = pieces[index].column + Cells.width(of: pieces[index].text)
    }
    return text
  }

  /// The cells of these bytes of the text, with the style that they were drawn in.
  func cells(of match: Range<Int>) -> [(column: Int, width: Int, style: Style)] {
    pieces.compactMap { piece in
      let whole = piece.start..<(piece.start + piece.text.utf8.count)
      let part = match.clamped(to: whole)
      guard !part.isEmpty else { return nil }
      let (low, high) = (part.lowerBound - piece.start, part.upperBound - piece.start)
      return (
        piece.column + Cells.width(of: piece.text, bytes: 0..<low),
        Cells.width(of: piece.text, bytes: low..<high), piece.style
      )
    }
  }

  func erase(_ style: Style) { pieces = [] }

  /// The first cell is the sign of the selected row.
  func put(_ text: String, width: Int, at point: Point, style: Style) {
    if point.column > 0 { pieces.append(Piece(column: point.column, text: text, style: style)) }
  }

  func fill(_ character: Unicode.Scalar, width: Int, at point: Point, style: Style) {}
  func restyle(width: Int, at point: Point, style: Style) {}
  func place(at frame: Rect) {}
}
