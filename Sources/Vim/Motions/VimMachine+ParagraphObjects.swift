/// The objects `ip ap`. Lines of blanks also separate paragraphs.
extension VimMachine {
  mutating func selectParagraphs(_ count: Int, around: Bool) throws(VimFailure) -> VimMove {
    if let growing, growing.start.line != cursor.line {
      return try growParagraphs(count, around: around, from: cursor.line)
    }
    let last = text.lastLine
    let startsBlank = text.isBlank(cursor.line)
    var start = cursor.line
    while start > 0, text.isBlank(start - 1) == startsBlank {
      if !startsBlank, text.startsParagraph(start) { break }
      start -= 1
    }
    var end = start - 1
    while end < last, text.isBlank(end + 1) { end += 1 }
    var left = startsBlank && !around ? count - 1 : count
    while left > 0 {
      left -= 1
      if end == last { throw .quiet }
      let isBlankNext = !around && text.isBlank(end + 1)
      if !isBlankNext {
        end += 1
        while end < last, !text.isBlank(end + 1), !text.startsParagraph(end + 1) { end += 1 }
      }
      if left == 0, startsBlank, around { break }
      if around || isBlankNext {
        while end < last, text.isBlank(end + 1) { end += 1 }
      }
    }
    // Without blank lines after it, includes those before.
    if around, !startsBlank, !text.isBlank(end) {
      while start > 0, text.isBlank(start - 1) { start -= 1 }
    }
    let move = VimMove(
      start: VimPosition(line: start, column: 0), end: VimPosition(line: end, column: 0),
      shape: .lines,
      isInclusive: true)
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
    for _ in 0..<(around ? 2 : 1) {
      if line == edge { break }
      let isBlank = text.isBlank(line + way)
      if wasBlank == isBlank { break }
      line += way
      while line != edge, text.isBlank(line + way) == isBlank {
        if !isBlank, text.startsParagraph(isForward ? line + 1 : line) { break }
        line += way
      }
      wasBlank = isBlank
    }
    return line
  }
}
