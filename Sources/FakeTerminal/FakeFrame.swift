package import Terminal

/// One cell of a frame: its text with combining marks, and its style.
package struct FakeCell: Hashable, Sendable {
  package var text: String
  package var style: Style
  /// Whether this is the right half of the wide character before it; then its text is empty.
  package var isContinuation: Bool

  package init(_ text: String = " ", style: Style = .plain, isContinuation: Bool = false) {
    self.text = text
    self.style = style
    self.isContinuation = isContinuation
  }

  /// The visible part of the style. A blank shows only its background and underline, and terminals
  /// differ in how they store the rest.
  package var visibleStyle: Style {
    guard text == " " else { return style }
    let attributes = style.attributes.intersection([.reverse, .underline])
    return Style(
      attributes, foreground: attributes.isEmpty ? .standard : style.foreground,
      background: style.background)
  }

  package func looksLike(_ other: FakeCell) -> Bool {
    text == other.text && isContinuation == other.isContinuation
      && visibleStyle == other.visibleStyle
  }
}

/// The content of a terminal at one moment, cell by cell.
package struct FakeFrame: Equatable, Sendable {
  package private(set) var rows: [[FakeCell]]
  /// The cursor's position; nil if it is hidden.
  package var cursor: Point?
  package let size: Size

  package init(size: Size) {
    self.size = size
    let row = Array(repeating: FakeCell(), count: max(0, size.columns))
    rows = Array(repeating: row, count: max(0, size.rows))
  }

  /// The cell at a point; nil outside the frame.
  package subscript(point: Point) -> FakeCell? {
    guard rows.indices.contains(point.row), rows[point.row].indices.contains(point.column) else {
      return nil
    }
    return rows[point.row][point.column]
  }

  package func style(at point: Point) -> Style? { self[point]?.style }

  /// A row as text, with its trailing blanks; empty outside the frame.
  package func rowText(_ row: Int) -> String {
    guard rows.indices.contains(row) else { return "" }
    return rows[row].reduce(into: "") { $0 += $1.text }
  }

  /// All rows, one a line, with their trailing blanks.
  package var text: String {
    rows.indices.map(rowText).joined(separator: "\n")
  }

  /// Sets a cell. If it covers half of a wide character, the other half becomes a blank, as on a
  /// real terminal; so does a wide character without room for its right half.
  package mutating func set(_ cell: FakeCell, isWide: Bool = false, at point: Point) {
    let (row, column) = (point.row, point.column)
    guard rows.indices.contains(row), rows[row].indices.contains(column) else { return }
    guard isWide else {
      clear(row, column)
      rows[row][column] = cell
      return
    }
    guard column + 1 < rows[row].count else {
      clear(row, column)
      rows[row][column] = FakeCell(style: cell.style)
      return
    }
    clear(row, column)
    clear(row, column + 1)
    rows[row][column] = cell
    rows[row][column + 1] = FakeCell("", style: cell.style, isContinuation: true)
  }

  mutating func restyle(width: Int, at point: Point, _ style: Style) {
    guard rows.indices.contains(point.row) else { return }
    for column in rows[point.row].indices.clamped(to: point.column..<point.column + width) {
      rows[point.row][column].style = style
    }
  }

  /// Whether the cell has a right half in the next one.
  package func isWide(_ row: Int, _ column: Int) -> Bool {
    column + 1 < rows[row].count && rows[row][column + 1].isContinuation
  }

  private mutating func clear(_ row: Int, _ column: Int) {
    if rows[row][column].isContinuation, column > 0 {
      rows[row][column - 1].text = " "
      rows[row][column] = FakeCell(style: rows[row][column].style)
    } else if isWide(row, column) {
      rows[row][column + 1] = FakeCell(style: rows[row][column + 1].style)
    }
  }
}
