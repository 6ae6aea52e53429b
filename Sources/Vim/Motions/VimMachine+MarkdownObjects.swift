import TextEngine

/// What only Markdown has: `i*` and `i_`, links, sections, items and fenced code.
extension VimMachine {
  // MARK: - In a line

  /// Between two equal runs of a sign, as in `**strong**`; `around` takes the signs too.
  func selectMarked(_ sign: Unicode.Scalar, around: Bool) throws(VimFailure) -> VimMove {
    let line = text.line(cursor.line)
    let spans = VimSpans.marked(line, by: UInt8(ascii: sign))
    return try selectSpan(spans, around: around)
  }

  /// `[[a note]]`.
  func selectLink(around: Bool) throws(VimFailure) -> VimMove {
    try selectSpan(VimSpans.links(text.line(cursor.line)), around: around)
  }

  /// The smallest one that the cursor is in, or the next of the line. What is selected grows to the
  /// next one around it.
  private func selectSpan(_ spans: [VimSpan], around: Bool) throws(VimFailure) -> VimMove {
    let low = min(growing?.start ?? cursor, cursor)
    let high = max(growing?.start ?? cursor, cursor)
    guard low.line == high.line else { throw .quiet }
    let holding = spans.filter { span in
      let range = around ? span.outer : span.inner
      let holds = span.outer.lowerBound <= low.column && high.column < span.outer.upperBound
      return holds
        && (selectsFresh || range.lowerBound < low.column || high.column < range.upperBound - 1)
    }
    let next = selectsFresh ? spans.first { $0.outer.lowerBound > high.column } : nil
    guard let span = holding.min(by: { $0.outer.count < $1.outer.count }) ?? next
    else { throw .quiet }
    let range = around ? span.outer : span.inner
    let start = VimPlace(line: cursor.line, column: range.lowerBound)
    if range.isEmpty { throw .quiet }
    let last = VimChars.previous(text.line(cursor.line), range.upperBound)
    return object(from: start, through: VimPlace(line: cursor.line, column: last))
  }

  /// A table's cell: its text, or with `around` all between its bars and one of them. A bar belongs to
  /// the cell behind it.
  func selectCell(around: Bool) throws(VimFailure) -> VimMove {
    let line = text.line(cursor.line)
    let cells = VimSpans.cells(line)
    guard
      let cell = cells.last(where: { $0.outer.lowerBound <= cursor.column + 1 }) ?? cells.first
    else { throw VimFailure(message: "There is no table in this line.") }
    var range = around ? cell.outer : cell.inner
    if around, cell == cells.last, cells.count > 1, line[range.upperBound - 1] != UInt8(ascii: "|")
    {
      // Its one bar is the one before.
      range = range.lowerBound - 1..<range.upperBound
    }
    let start = VimPlace(line: cursor.line, column: range.lowerBound)
    if range.isEmpty { return VimMove(start: start, end: start) }
    let last = VimChars.previous(line, range.upperBound)
    return object(from: start, through: VimPlace(line: cursor.line, column: last))
  }

  // MARK: - Lines

  /// From a heading to the next one of its level; more of them go up to the headings above.
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
      if !selectsFresh, first >= low, lines.upperBound <= high { continue }
      left -= 1
      if left == 0 { return try selectLines(first, lines.upperBound) }
    }
    throw .quiet
  }

  /// The list item that the cursor is in: its text, or with `around` its lines and what is below
  /// it.
  func selectItem(around: Bool) throws(VimFailure) -> VimMove {
    let items = VimItems(text: text)
    var line = min(growing?.start.line ?? cursor.line, cursor.line)
    let high = max(growing?.start.line ?? cursor.line, cursor.line)
    while let item = items.item(at: line) {
      if !around {
        let end = VimPlace(line: item.line, column: text.length(item.line))
        let start = VimPlace(line: item.line, column: item.textStart)
        if start == end { throw .quiet }
        return object(
          from: start,
          through: VimPlace(
            line: end.line, column: VimChars.previous(text.line(end.line), end.column)))
      }
      let last = items.lastLine(of: item)
      let isSelected = !selectsFresh && item.line >= line && last <= high
      if !isSelected || item.line == 0 { return try selectLines(item.line, last) }
      // It was selected already: the item that it is below.
      guard let parent = items.parent(of: item) else { throw .quiet }
      line = parent
    }
    throw .quiet
  }

  /// Fenced code; `around` takes the fences too.
  func selectCode(around: Bool) throws(VimFailure) -> VimMove {
    let outline = VimOutline(text)
    guard let fence = outline.fences.first(where: { $0.contains(cursor.line) }) else {
      throw .quiet
    }
    if around { return try selectLines(fence.lowerBound, fence.upperBound) }
    let isOpen = outline.lacksFence && fence == outline.fences.last
    return try selectLines(fence.lowerBound + 1, isOpen ? fence.upperBound : fence.upperBound - 1)
  }

  private func selectLines(_ first: Int, _ last: Int) throws(VimFailure) -> VimMove {
    if first > last { throw .quiet }
    return VimMove(
      start: VimPlace(line: first, column: 0), end: VimPlace(line: last, column: 0), shape: .lines,
      isInclusive: true)
  }
}
