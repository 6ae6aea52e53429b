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
    let items = VimItems(text: text)
    var line = min(growing?.start.line ?? cursor.line, cursor.line)
    let high = max(growing?.start.line ?? cursor.line, cursor.line)
    while let item = items.item(at: line) {
      if !around {
        let end = VimPosition(line: item.line, column: text.length(item.line))
        let start = VimPosition(line: item.line, column: item.textStart)
        if start == end { throw .quiet }
        return object(
          from: start,
          through: VimPosition(
            line: end.line, column: VimChars.previous(text.line(end.line), end.column)))
      }
      let last = items.lastLine(of: item)
      let isSelected = !startsNewObject && item.line >= line && last <= high
      if !isSelected || item.line == 0 { return try selectLines(item.line, last) }
      // The item is already selected: use its parent.
      guard let parent = items.parent(of: item) else { throw .quiet }
      line = parent
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

  private func selectLines(_ first: Int, _ last: Int) throws(VimFailure) -> VimMove {
    if first > last { throw .quiet }
    return VimMove(
      start: VimPosition(line: first, column: 0), end: VimPosition(line: last, column: 0),
      shape: .lines,
      isInclusive: true)
  }
}

/// Markdown list items, by their signs and indents.
private struct VimItems {
  struct Item: Equatable {
    var line: Int
    var indent: Int
    /// The start of the text, after the sign and the box.
    var textStart: Int
  }

  let text: VimText

  /// Returns the item that contains a line.
  func item(at number: Int) -> Item? {
    if let own = item(onLine: number) { return own }
    var line = number
    var indent = text.isBlank(number) ? Int.max : self.indent(of: text.line(number))
    while line > 0, indent > 0 {
      line -= 1
      if text.isBlank(line) { continue }
      if let item = item(onLine: line), item.indent < indent { return item }
      indent = min(indent, self.indent(of: text.line(line)))
    }
    return nil
  }

  /// Returns the line of an item's parent.
  func parent(of item: Item) -> Int? {
    for line in stride(from: item.line - 1, through: 0, by: -1) {
      if text.isBlank(line) { continue }
      if let other = self.item(onLine: line) {
        if other.indent < item.indent { return line }
      } else if indent(of: text.line(line)) == 0 {
        return nil
      }
    }
    return nil
  }

  /// Returns the last line below an item, without trailing blank lines.
  func lastLine(of item: Item) -> Int {
    var last = item.line
    var line = item.line + 1
    while line <= text.lastLine {
      if !text.isBlank(line) {
        if indent(of: text.line(line)) <= item.indent { break }
        last = line
      }
      line += 1
    }
    return last
  }

  private func indent(of line: [UInt8]) -> Int {
    line.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
  }

  /// Reads `- `, `* `, `+ `, `1. ` or `1) `, and a box after it.
  private func item(onLine number: Int) -> Item? {
    let line = text.line(number)
    let indent = indent(of: line)
    var column = indent
    let digits = line[column...].prefix { $0 >= 0x30 && $0 <= 0x39 }.count
    let signs = digits > 0 ? ".)" : "-*+"
    column += digits
    guard column < line.count, signs.utf8.contains(line[column]) else { return nil }
    column += 1
    if column < line.count, line[column] != UInt8(ascii: " ") { return nil }
    let hasBox =
      column + 3 < line.count && line[column + 1] == UInt8(ascii: "[")
      && line[column + 3] == UInt8(ascii: "]")
    if hasBox { column += 4 }
    while column < line.count, line[column] == UInt8(ascii: " ") { column += 1 }
    return Item(line: number, indent: indent, textStart: column)
  }
}
