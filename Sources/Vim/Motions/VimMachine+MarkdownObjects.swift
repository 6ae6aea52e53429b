import TextEngine

/// Markdown objects: `i*` and `i_`, links, sections, items and fenced code.
extension VimMachine {
  // MARK: - In a line

  /// Selects the text between equal runs of a sign, as in `**strong**`; `around` includes both.
  func selectMarked(_ sign: Unicode.Scalar, around: Bool) throws(VimFailure) -> VimMove {
    let line = text.line(cursor.line)
    let spans = VimSpans.marked(line, by: UInt8(ascii: sign))
    return try selectSpan(spans, around: around)
  }

  /// Selects `[[a note]]`.
  func selectLink(around: Bool) throws(VimFailure) -> VimMove {
    try selectSpan(VimSpans.links(text.line(cursor.line)), around: around)
  }

  /// Selects the smallest span at the cursor, or the next one in the line. A selection grows to the
  /// next span around it.
  private func selectSpan(_ spans: [VimSpan], around: Bool) throws(VimFailure) -> VimMove {
    let low = min(growing?.start ?? cursor, cursor)
    let high = max(growing?.start ?? cursor, cursor)
    guard low.line == high.line else { throw .quiet }
    let holding = spans.filter { span in
      let range = around ? span.outer : span.inner
      let holds = span.outer.lowerBound <= low.column && high.column < span.outer.upperBound
      return holds
        && (startsNewObject || range.lowerBound < low.column || high.column < range.upperBound - 1)
    }
    let next = startsNewObject ? spans.first { $0.outer.lowerBound > high.column } : nil
    guard let span = holding.min(by: { $0.outer.count < $1.outer.count }) ?? next
    else { throw .quiet }
    let range = around ? span.outer : span.inner
    let start = VimPosition(line: cursor.line, column: range.lowerBound)
    if range.isEmpty { throw .quiet }
    let last = VimChars.previous(text.line(cursor.line), range.upperBound)
    return object(from: start, through: VimPosition(line: cursor.line, column: last))
  }

  /// Selects a table cell: its text, or with `around` everything between its bars and one of them.
  /// A bar belongs to the cell after it.
  func selectCell(around: Bool) throws(VimFailure) -> VimMove {
    let line = text.line(cursor.line)
    let cells = VimSpans.cells(line)
    guard
      let cell = cells.last(where: { $0.outer.lowerBound <= cursor.column + 1 }) ?? cells.first
    else { throw VimFailure(message: "There is no table in this line.") }
    var range = around ? cell.outer : cell.inner
    if around, cell == cells.last, cells.count > 1, line[range.upperBound - 1] != UInt8(ascii: "|")
    {
      // The last cell's only bar is the one before it.
      range = range.lowerBound - 1..<range.upperBound
    }
    let start = VimPosition(line: cursor.line, column: range.lowerBound)
    if range.isEmpty { return VimMove(start: start, end: start) }
    let last = VimChars.previous(line, range.upperBound)
    return object(from: start, through: VimPosition(line: cursor.line, column: last))
  }

  // MARK: - Lines

  /// Selects from a heading to the next one of its level; a count goes up to the headings above.
  func selectSection(_ count: Int, around: Bool) throws(VimFailure) -> VimMove {
    let headings = VimOutline(text).headings
    let low = min(growing?.start.line ?? cursor.line, cursor.line)
    let high = max(growing?.start.line ?? cursor.line, cursor.line)
    var left = count
    var level = Int.max
    for (index, heading) in headings.enumerated().reversed() {
      if heading.line > low || heading.level >= level { continue }
      level = heading.level
      let next = headings[(index + 1)...].first { $0.level <= heading.level }
      let lines = heading.line...((next?.line ?? text.lineCount) - 1)
      let first = around ? lines.lowerBound : lines.lowerBound + 1
      if !startsNewObject, first >= low, lines.upperBound <= high { continue }
      left -= 1
      if left == 0 { return try selectLines(first, lines.upperBound) }
    }
    throw .quiet
  }

  /// Selects the list item at the cursor: its text, or with `around` its lines and everything below
  /// it.
  func selectItem(around: Bool) throws(VimFailure) -> VimMove {
    let walk = ListWalk(text: text.rope)
    var line = min(growing?.start.line ?? cursor.line, cursor.line)
    let high = max(growing?.start.line ?? cursor.line, cursor.line)
    while let (item, head) = walk.item(at: LineNumber(line)) {
      let first = item.value
      if !around {
        let start = VimPosition(line: first, column: head.textStart)
        let end = VimPosition(line: first, column: text.length(first))
        if start == end { throw .quiet }
        return object(from: start, through: text.previousPosition(end))
      }
      let last = walk.lastLine(of: item, head).value
      let isSelected = !startsNewObject && first >= line && last <= high
      if !isSelected || first == 0 { return try selectLines(first, last) }
      // The item is already selected: use its parent.
      guard let parent = walk.parent(of: item, head) else { throw .quiet }
      line = parent.0.value
    }
    throw .quiet
  }

  /// Selects fenced code; `around` includes the fences.
  func selectCode(around: Bool) throws(VimFailure) -> VimMove {
    let outline = VimOutline(text)
    guard let fence = outline.fences.first(where: { $0.contains(cursor.line) }) else {
      throw .quiet
    }
    if around { return try selectLines(fence.lowerBound, fence.upperBound) }
    let isOpen = outline.lacksFence && fence == outline.fences.last
    return try selectLines(fence.lowerBound + 1, isOpen ? fence.upperBound : fence.upperBound - 1)
  }

  func selectLines(_ first: Int, _ last: Int) throws(VimFailure) -> VimMove {
    if first > last { throw .quiet }
    return VimMove(
      start: VimPosition(line: first, column: 0), end: VimPosition(line: last, column: 0),
      shape: .lines,
      isInclusive: true)
  }
}
