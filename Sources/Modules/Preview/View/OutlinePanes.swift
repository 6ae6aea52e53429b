import Terminal

/// The frames of the text and the headings while a heading is being chosen: side by side, or only
/// the headings in a narrow window.
struct OutlinePanes: Equatable {
  let outline: Rect
  let text: Rect?

  /// The least width of the text next to the headings.
  private static let narrowest = 40
  private static let column = 20...36

  init(in size: Size) {
    let width = min(Self.column.upperBound, max(Self.column.lowerBound, size.columns / 3))
    let left = size.columns - width - 1
    guard left >= Self.narrowest else {
      outline = Rect(size)
      text = nil
      return
    }
    outline = Rect(row: 0, column: 0, rows: size.rows, columns: width)
    text = Rect(row: 0, column: width + 1, rows: size.rows, columns: left)
  }

  @MainActor
  func drawDivider(on canvas: Canvas) {
    guard let text else { return }
    for row in 0..<canvas.size.rows {
      canvas.fill(
        row: row, column: text.column - 1, width: 1, with: "│", canvas.theme[.border])
    }
  }
}

extension Rect {
  /// The least width that leaves room for margins.
  private static let roomForMargins = 24

  /// The area of a text, with a blank column at either side if there is room.
  var insideMargins: Rect {
    guard columns >= Self.roomForMargins else { return self }
    return Rect(row: row, column: column + 1, rows: rows, columns: columns - 2)
  }
}
