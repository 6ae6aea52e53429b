/// The objects `ip ap`. Lines of blanks also separate paragraphs.
extension VimMachine {
  mutating func selectParagraphs(_ count: Int, around: Bool) throws(VimFailure) -> VimMove {
    if let growing, growing.start.line != cursor.line {
      return try growParagraphs(count, around: around, from: cursor.line)
    }
    let last = text.lastLine
    let startsBlank = text.isBlank(cursor.line)
    var start = text.edge(from: cursor.line, isForward: false)
    var end = startsBlank ? text.edge(from: start, isForward: true) : start - 1
    var left = startsBlank && !around ? count - 1 : count
    while left > 0 {
      left -= 1
      if end == last { throw .quiet }
      end = text.edge(from: end + 1, isForward: true)
      if around, left > 0 || !startsBlank, end < last, text.isBlank(end + 1) {
        end = text.edge(from: end + 1, isForward: true)
      }
    }
    // Without blank lines after it, includes those before.
    if around, !startsBlank, !text.isBlank(end), start > 0, text.isBlank(start - 1) {
      start = text.edge(from: start - 1, isForward: false)
    }
    let move = try selectLines(start, end)
    guard let growing else { return move }
    if growing.shape == .lines, start == cursor.line {
      return try growParagraphs(count, around: around, from: start)
    }
    var grown = move
    if growing.start.line == start { grown.start = growing.start }
    return grown
  }

  /// Extends a selection of lines, away from its start.
  private mutating func growParagraphs(
    _ count: Int, around: Bool, from line: Int
  ) throws(VimFailure) -> VimMove {
    let start = growing?.start ?? cursor
    let isForward = line >= start.line
    let edge = isForward ? text.lastLine : 0
    var line = line
    for _ in 0..<count {
      if line == edge {
        cursor = VimPosition(line: line, column: 0)
        throw .quiet
      }
      line = lineAfterParagraph(line, around: around, isForward: isForward, edge: edge)
    }
    return VimMove(
      start: start, end: VimPosition(line: line, column: 0), shape: growing?.shape ?? .lines,
      isInclusive: true)
  }

  /// Returns the last line of the next paragraph or of blank lines; `around` includes both.
  private func lineAfterParagraph(
    _ begin: Int, around: Bool, isForward: Bool, edge: Int
  ) -> Int {
    let way = isForward ? 1 : -1
    var line = begin
    var wasBlank: Bool?
    for _ in 0..<(around ? 2 : 1) where line != edge {
      let isBlank = text.isBlank(line + way)
      if wasBlank == isBlank { break }
      line = text.edge(from: line + way, isForward: isForward)
      wasBlank = isBlank
    }
    return line
  }
}
