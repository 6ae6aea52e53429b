import TextEngine

/// Moves over the rows of the screen, which are lines if none is wrapped.
extension VimMachine {
  /// A row, as a part of a line.
  private struct Row {
    var line: Int
    var start: Int
    var end: Int
  }

  // MARK: - `gj gk g0 g^ g$`

  mutating func moveRows(_ count: Int) throws(VimFailure) -> VimMove {
    try moveRows(count, wanted: wanted)
  }

  private mutating func moveRows(_ count: Int, wanted: VimColumn) throws(VimFailure) -> VimMove {
    var row = row(at: cursor)
    var goal = 0
    if case .cell(let cell) = wanted { goal = max(0, cell - self.cell(of: start(of: row))) }
    var isDone = true
    for _ in 0..<abs(count) {
      guard let next = count > 0 ? rowAfter(row) : rowBefore(row) else {
        isDone = false
        break
      }
      row = next
    }
    var column = VimColumn.end
    var end = self.end(of: row)
    if wanted != .end {
      let cell = self.cell(of: start(of: row)) + goal
      end = min(end, position(inLine: row.line, at: .cell(cell)))
      column = .cell(cell)
    }
    if isDone { return VimMove(end: end, isInclusive: wanted == .end, wanted: column) }
    cursor = end
    self.wanted = column
    throw .quiet
  }

  func moveToRowStart(isToText: Bool) -> VimMove {
    var walk = VimWalk(text, at: start(of: row(at: cursor)))
    while isToText, walk.isBlank, walk.column + 1 < walk.line.count { walk.step() }
    return VimMove(end: walk.position)
  }

  mutating func moveToRowEnd(_ count: Int) throws(VimFailure) -> VimMove {
    if count > 1 { return try moveRows(count - 1, wanted: .end) }
    return VimMove(end: end(of: row(at: cursor)), isInclusive: true)
  }

  // MARK: - `gm gM`

  func moveToRowMiddle() -> VimMove {
    let start = cell(of: start(of: row(at: cursor)))
    return move(toCell: start + text.key.rows.columns / 2)
  }

  /// Goes to the middle of the line, or as far as a count says, in percent.
  func moveToLineMiddle(_ count: Int?) -> VimMove {
    let end = cell(of: VimPosition(line: cursor.line, column: text.length(cursor.line)))
    let percent = count.flatMap { $0 <= 100 ? $0 : nil } ?? 50
    return move(toCell: end * percent / 100)
  }

  private func move(toCell cell: Int) -> VimMove {
    VimMove(end: position(inLine: cursor.line, at: .cell(cell)))
  }

  // MARK: - Rows

  private func row(at position: VimPosition) -> Row {
    let length = text.length(position.line)
    // `rows` describes the text before the key.
    guard text.key.edits.isEmpty, let range = text.key.rows.row?(text.offset(of: position)) else {
      return Row(line: position.line, start: 0, end: length)
    }
    let start = text.offset(of: VimPosition(line: position.line, column: 0))
    return Row(
      line: position.line, start: max(0, range.lowerBound - start),
      end: min(length, range.upperBound - start))
  }

  private func start(of row: Row) -> VimPosition { VimPosition(line: row.line, column: row.start) }

  /// Returns the last cursor position in a row.
  private func end(of row: Row) -> VimPosition {
    let end = VimPosition(line: row.line, column: row.end)
    if row.end >= text.length(row.line) { return onCharacter(end) }
    let last = VimChars.previous(text.line(row.line), row.end)
    return VimPosition(line: row.line, column: max(row.start, last))
  }

  private func rowAfter(_ row: Row) -> Row? {
    if row.end < text.length(row.line), row.end > row.start {
      return self.row(at: VimPosition(line: row.line, column: row.end))
    }
    return row.line < text.lastLine ? self.row(at: VimPosition(line: row.line + 1, column: 0)) : nil
  }

  private func rowBefore(_ row: Row) -> Row? {
    if row.start > 0 { return self.row(at: VimPosition(line: row.line, column: row.start - 1)) }
    if row.line == 0 { return nil }
    return self.row(at: VimPosition(line: row.line - 1, column: text.length(row.line - 1)))
  }

  // MARK: - `H M L`

  /// Moves to the first, middle or last visible line; without a screen, all lines count as visible.
  func moveOnScreen(_ motion: VimMotion, _ count: Int) -> VimMove {
    let seen = linesSeen
    switch motion {
    case .screenTop:
      return moveToLine(min(seen.lowerBound + count - 1, seen.upperBound), inside: seen)
    case .screenBottom:
      let line = max(seen.upperBound - min(count - 1, seen.upperBound), seen.lowerBound)
      return moveToLine(line, inside: seen)
    default: return moveToLine(middleLine(of: seen))
    }
  }

  /// Moves to a line, but not into the lines that `scrolloff` keeps around the cursor.
  private func moveToLine(_ line: Int, inside seen: ClosedRange<Int>) -> VimMove {
    let most = min(options.screen.rowsAround, (seen.count - 1) / 2)
    if keys.pendingOperator != nil || most == 0 { return moveToLine(line) }
    let low = seen.lowerBound + (seen.lowerBound == 0 ? 0 : most)
    let high = seen.upperBound - (seen.upperBound == text.lastLine ? 0 : most)
    return moveToLine(min(max(line, low), high))
  }

  var linesSeen: ClosedRange<Int> {
    guard let top = text.key.rows.top else { return 0...text.lastLine }
    let first = text.position(of: top).line
    var (line, left) = (first, text.key.rows.height)
    while line <= text.lastLine {
      left -= rowCount(ofLine: line, most: left + 1)
      if left < 0 { break }
      line += 1
    }
    return first...max(first, line - 1)
  }

  private func middleLine(of lines: ClosedRange<Int>) -> Int {
    let height = text.key.rows.height
    if text.key.rows.row == nil { return lines.lowerBound + (lines.count - 1) / 2 }
    let counts = lines.map { rowCount(ofLine: $0, most: height) }
    let half = (counts.reduce(0, +) + 1) / 2
    var used = 0
    for (index, count) in counts.enumerated() {
      used += count
      if used >= half { return lines.lowerBound + index }
    }
    return lines.upperBound
  }

  private func rowCount(ofLine line: Int, most: Int) -> Int {
    var row = row(at: VimPosition(line: line, column: 0))
    var count = 1
    while count < most, let next = rowAfter(row), next.line == line {
      row = next
      count += 1
    }
    return count
  }
}
