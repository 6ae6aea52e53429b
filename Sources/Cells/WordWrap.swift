/// Breaks text into rows that fit into a number of cells: at words where it can, within a word
/// where it must, and on either side of a wide character.
package enum WordWrap {
  /// The rows of a text with line breaks of its own; an empty line is a row too.
  package static func rows(ofText text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { rows(of: String($0), width: width) }
  }

  /// The rows of one line, at least one. Blanks at a break are left out; an indent is kept.
  package static func rows(of line: String, width: Int) -> [String] {
    guard width > 0 else { return [line] }
    var wrapping = Wrapping(width: width)
    for glyph in Cells.glyphs(in: line) {
      if glyph.kind == .tab {
        wrapping.addTab()
      } else {
        wrapping.add(glyph.text, width: glyph.width, isBlank: glyph.text == " ")
      }
    }
    return wrapping.finish()
  }
}

/// A line on its way into rows.
private struct Wrapping {
  private struct Piece {
    var text: String
    var width: Int
    var isBlank: Bool
  }

  private let width: Int
  private var rows: [String] = []
  private var row: [Piece] = []
  private var rowWidth = 0
  /// How many pieces of the row stay if it is broken at its last good place.
  private var breakAt: Int?
  private var hasText = false
  /// After a break the blanks that caused it are dropped.
  private var dropsBlanks = false

  init(width: Int) {
    self.width = width
  }

  mutating func addTab() {
    for _ in 0..<(4 - rowWidth % 4) { add(" ", width: 1, isBlank: true) }
  }

  mutating func add(_ text: String, width pieceWidth: Int, isBlank: Bool) {
    if isBlank, dropsBlanks { return }
    // A wide character (an ideograph, say) may be parted from what stands before it.
    if pieceWidth > 1, hasText { breakAt = row.count }
    if rowWidth + pieceWidth > width, !row.isEmpty {
      if isBlank {
        endRow(keeping: row.count)
        dropsBlanks = true
        return
      }
      endRow(keeping: breakAt ?? row.count)
    }
    dropsBlanks = false
    row.append(Piece(text: text, width: pieceWidth, isBlank: isBlank))
    rowWidth += pieceWidth
    if !isBlank { hasText = true }
    if hasText, isBlank || pieceWidth > 1 { breakAt = row.count }
  }

  mutating func finish() -> [String] {
    if !row.isEmpty || rows.isEmpty { rows.append(row.map(\.text).joined()) }
    return rows
  }

  private mutating func endRow(keeping count: Int) {
    var kept = row.prefix(count)
    while kept.last?.isBlank == true { kept.removeLast() }
    rows.append(kept.map(\.text).joined())
    row = Array(row.dropFirst(count))
    rowWidth = row.reduce(0) { $0 + $1.width }
    hasText = row.contains { !$0.isBlank }
    breakAt = nil
  }
}
