import Cells

extension RowMoves {
  /// Rows where nothing is wrapped: each line is one. For tests, and where there is no screen.
  package static func lines(of text: Rope, height: Int = 24, tabWidth: Int = 4) -> RowMoves {
    RowMoves(
      height: height,
      move: { place, goal, rows in
        let line = text.line(at: place)
        let columns = LineColumns(text, line, tabWidth: tabWidth)
        let goal = goal ?? Column(columns.column(of: place))
        let target = LineNumber(min(max(0, line.value + rows), text.lastLine.value))
        // Past the first or last line there are only the ends.
        if line.value + rows < 0 { return (.zero, goal) }
        if line.value + rows > text.lastLine.value { return (text.end, goal) }
        return (LineColumns(text, target, tabWidth: tabWidth).place(at: goal.value), goal)
      },
      bounds: { text.content(at: $0) })
  }
}

/// The cells of one line.
private struct LineColumns {
  /// Lines are not measured farther than this.
  static let farthest = 1 << 16
  let start: ByteOffset
  let glyphs: [Glyph]
  let tabWidth: Int

  init(_ text: Rope, _ line: LineNumber, tabWidth: Int) {
    let content = text.content(of: line)
    start = content.lowerBound
    let end = min(content.upperBound, start + Self.farthest)
    glyphs = Cells.glyphs(inUTF8: text.bytes(in: start..<end)[...])
    self.tabWidth = tabWidth
  }

  func column(of place: ByteOffset) -> Int {
    walk { bytes, _, _ in start + bytes >= place }.column
  }

  func place(at column: Int) -> ByteOffset {
    start + walk { _, now, width in now + width > column }.bytes
  }

  private func walk(until isThere: (Int, Int, Int) -> Bool) -> (bytes: Int, column: Int) {
    var (bytes, column) = (0, 0)
    for glyph in glyphs {
      let width = glyph.kind == .tab ? tabWidth - column % tabWidth : glyph.width
      if isThere(bytes, column, width) { break }
      bytes += glyph.byteCount
      column += width
    }
    return (bytes, column)
  }
}
