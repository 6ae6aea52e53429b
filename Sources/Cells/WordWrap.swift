/// Breaks text into rows of a given width: between words if possible, within a word if necessary,
/// and next to a wide character where `LineBreaks` allows it.
package enum WordWrap {
  /// Returns the rows of a text with line breaks; an empty line is a row too.
  package static func rows(ofText text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { rows(of: String($0), width: width) }
  }

  /// Returns the rows of one line, at least one. Blanks at a break are dropped; an indent stays.
  package static func rows(of line: String, width: Int) -> [String] {
    guard width > 0 else { return [line] }
    var wrapping = Wrapping(width: width)
    for glyph in Cells.glyphs(in: line) {
      if glyph.kind == .tab {
        wrapping.addTab()
      } else {
        let sign = LineBreaks.Sign(glyph.text.unicodeScalars.first, width: glyph.width, glyph.kind)
        wrapping.add(glyph.text, sign, isBlank: glyph.text == " ")
      }
    }
    return wrapping.finish()
  }
}

/// The state of wrapping one line.
private struct Wrapping {
  private struct Piece {
    var text: String
    var sign: LineBreaks.Sign
    var isBlank: Bool
  }

  private let width: Int
  private var rows: [String] = []
  private var row: [Piece] = []
  private var rowWidth = 0
  /// The number of pieces that stay in the row if it breaks at its last break.
  private var breakAt: Int?
  private var hasText = false
  /// Whether blanks are dropped, because they come directly after a break.
  private var dropsBlanks = false

  init(width: Int) {
    self.width = width
  }

  mutating func addTab() {
    let blank = LineBreaks.Sign(" ", width: 1, .text)
    for _ in 0..<(4 - rowWidth % 4) { add(" ", blank, isBlank: true) }
  }

  mutating func add(_ text: String, _ sign: LineBreaks.Sign, isBlank: Bool) {
    if isBlank, dropsBlanks { return }
    if hasText, !isBlank, let last = row.last, !last.isBlank,
      LineBreaks.mayBreak(between: last.sign, and: sign)
    {
      breakAt = row.count
    }
    while rowWidth + sign.width > width, !row.isEmpty {
      if isBlank {
        endRow(keeping: row.count)
        dropsBlanks = true
        return
      }
      endRow(keeping: breakAt ?? row.count)
    }
    dropsBlanks = false
    row.append(Piece(text: text, sign: sign, isBlank: isBlank))
    rowWidth += sign.width
    if !isBlank { hasText = true }
    if hasText, isBlank { breakAt = row.count }
  }

  mutating func finish() -> [String] {
    if !row.isEmpty || rows.isEmpty { rows.append(row.map(\.text).joined()) }
    return rows
  }

  private mutating func endRow(keeping count: Int) {
    var visible = row.prefix(count)
    while visible.last?.isBlank == true { visible.removeLast() }
    rows.append(visible.map(\.text).joined())
    row = Array(row.dropFirst(count))
    rowWidth = row.reduce(0) { $0 + $1.sign.width }
    hasText = row.contains { !$0.isBlank }
    breakAt = nil
  }
}
