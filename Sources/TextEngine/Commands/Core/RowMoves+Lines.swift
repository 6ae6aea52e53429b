extension RowMoves {
  /// Lines are not measured farther than this.
  private static let farthest = 1 << 16

  /// Rows where nothing is wrapped: each line is one. For tests, and where there is no screen.
  package static func lines(of text: Rope, height: Int = 24, tabWidth: Int = 4) -> RowMoves {
    @Sendable func measured(_ line: Range<ByteOffset>, _ measure: (CellRuler) -> Int) -> Int {
      let near = line.lowerBound..<min(line.upperBound, line.lowerBound + farthest)
      return text.bytes(in: near).withUnsafeBufferPointer {
        measure(CellRuler(tabWidth: tabWidth, bytes: $0))
      }
    }
    return RowMoves(
      height: height,
      move: { place, goal, rows in
        let line = text.content(at: place)
        let goal =
          goal ?? Column(measured(line) { $0.column(of: place - line.lowerBound, from: 0) })
        let target = text.line(at: place).value + rows
        // Past the first or last line there are only the ends.
        if target < 0 { return (.zero, goal) }
        if target > text.lastLine.value { return (text.end, goal) }
        let content = text.content(of: LineNumber(target))
        let bytes = measured(content) { $0.glyph(at: goal.value, from: 0).index }
        return (content.lowerBound + bytes, goal)
      },
      bounds: { text.content(at: $0) })
  }

  /// The rows of a screen, asked on any thread: what is learned of them on the way is forgotten.
  package static func shown(_ rows: TextRows, height: Int) -> RowMoves {
    let (text, folds, known) = (rows.text, rows.folds, rows.cache.known)
    let rows: @Sendable () -> TextRows = { TextRows(text, folds: folds, cache: RowCache(known)) }
    var moves = RowMoves(
      height: height,
      move: { place, goal, count in
        let rows = rows()
        let goal = goal ?? rows.column(of: place)
        return (rows.place(place, movedByRows: count, goal: goal), goal)
      },
      // Home and End mean the line as it is written, not the row that it is shown in.
      bounds: { text.content(at: $0) })
    moves.row = { rows().row(at: $0).bytes }
    return moves
  }
}
