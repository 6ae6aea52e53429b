import TextEngine

/// Commands that the engine already has for our own keys.
extension VimMachine {
  /// Handles `gc`: toggles comments, line by line; in code, those of its language.
  mutating func comment(_ lines: ClosedRange<Int>) throws(VimFailure) {
    let full = lines.filter { !text.line($0).allSatisfy(isBlank) }
    let positions = full.map { number in
      Selection(at: text.offset(of: VimPosition(line: number, column: text.length(number))))
    }
    guard let selections = Selections(positions, main: 0) else { throw .quiet }
    let change = EditCommands.run(.toggleComment, in: text.key.context(selections))
    if let problem = change?.problem { throw VimFailure(message: problem) }
    if lines.count == 1 { rememberLine(lines.lowerBound) } else { line.number = nil }
    if let edit = change?.edit { apply(edit) }
    noteChange(lines: lines.lowerBound, through: lines.upperBound)
    placeCursor(onLine: lines.lowerBound)
  }

  /// Handles `gq`: fills paragraphs, but not other Markdown lines.
  mutating func reflow(_ lines: ClosedRange<Int>) throws(VimFailure) {
    let start = text.offset(of: VimPosition(line: lines.lowerBound))
    let last = lines.upperBound
    let end = text.offset(of: VimPosition(line: last, column: text.length(last)))
    var context = text.key.context(Selections(Selection(anchor: start, head: end)))
    context.textWidth = width
    context.joinsWithTwoBlanks = options.joinsWithTwoBlanks
    let change = EditCommands.run(.reflow, in: context)
    if let problem = change?.problem { throw VimFailure(message: problem) }
    line.number = nil
    if let edit = change?.edit { apply(edit) } else { touch(cursor) }
  }

  // MARK: - Continuing items and quotes

  /// Handles Enter in an item or a quote: continues it, or ends an empty one. False elsewhere.
  mutating func continueItem() -> Bool {
    guard options.continuesItems, !isReplacing else { return false }
    beginAfterMoving()
    let context = text.key.context(Selections(Selection(at: text.offset(of: cursor))))
    guard EditCommands.continuesItem(context) else { return false }
    return take(EditCommands.continueLine(context))
  }

  /// Handles `o` and `O`: opens a line that continues an item or a quote. False elsewhere.
  mutating func openItem(below: Bool) -> Bool {
    guard options.continuesItems else { return false }
    let context = text.key.context(Selections(Selection(at: text.offset(of: cursor))))
    guard take(EditCommands.openItem(context, below: below)) else { return false }
    noteChange(from: VimPosition(line: cursor.line), to: cursor)
    return true
  }

  private mutating func take(_ change: TextChange?) -> Bool {
    guard let change, let edit = change.edit else { return false }
    apply(edit)
    let head = change.selections.main.head
    // The cursor is after the last line ending, where vim has no line.
    if head == text.rope.end, text.rope.content(at: head).isEmpty { text.addLine() }
    cursor = text.position(of: head)
    line.number = nil
    insert.hasOnlyIndent = false
    want()
    return true
  }
}

/// `gq`, `gw`, typing beyond the text width, and `gc`.
extension VimMachine {
  var width: Int { options.textWidth > 0 ? options.textWidth : 79 }

  mutating func format(_ region: VimRegion, staying: Bool) throws(VimFailure) {
    cursor = keys.cursorBefore ?? cursor
    let old = text.offset(of: cursor)
    let lines = region.lines
    let grown = text.lineCount
    if options.knowsMarkdown { try reflow(lines) } else { formatLines(lines) }
    let last = lines.upperBound + text.lineCount - grown
    noteChange(lines: lines.lowerBound, through: max(lines.lowerBound, last))
    if staying {
      cursor = text.position(of: old)
      rest()
      want()
    } else {
      placeCursor(onLine: max(lines.lowerBound, last))
    }
  }

  /// Fills paragraphs up to the text width as vim does: only blank lines end one, and blanks within
  /// a line stay.
  private mutating func formatLines(_ lines: ClosedRange<Int>) {
    let rule = FillRule(
      width: width, tabWidth: options.tabStop, keepsBlanks: true,
      joinsWithTwoBlanks: options.joinsWithTwoBlanks, joinsWithoutBlank: { $1 == ")" })
    for run in lines.split(whereSeparator: text.isBlank) {
      // The first line of a paragraph gets the indent that the settings make.
      let (first, line) = (run[run.startIndex], text.line(run[run.startIndex]))
      let indented = withIndent(line, indentWidth(line))
      if indented != line { changeLine(first, indented) }
    }
    var rope = text.rope
    let changes = lines.split(whereSeparator: text.isBlank).flatMap { run in
      rule.changes(
        to: run.map { rope.content(of: LineNumber($0)) }, of: rope,
        prefix: options.autoIndent ? indent(indentWidth(text.line(run[run.startIndex]))) : [],
        ending: text.key.format.ending.bytes)
    }
    if changes.isEmpty { return touch(cursor) }
    let last = text.lastLine
    rope.apply(DraftReplacement.edit(changes, in: rope))
    let filled = VimText(key: KeyText(rope))
    let end = lines.upperBound + filled.lastLine - last
    replaceLines(lines, with: filled.lines(lines.lowerBound...end))
    line.number = nil
  }

  /// Returns where to break a line: after the last word that fits, or else after the first.
  private func breakColumn(_ line: [UInt8], before end: Int) -> Int? {
    let first = line.firstIndex { !isBlank($0) } ?? end
    let stops = (0..<end).filter { $0 > first && isBlank(line[$0]) && !isBlank(line[$0 - 1]) }
    return stops.last { VimChars.cell(line, at: $0, tab: options.tabStop) <= width } ?? stops.first
  }

  /// Moves the last word to a new line if a typed letter would go beyond the text width.
  mutating func wrapTyped(before bytes: [UInt8]) {
    guard options.textWidth > 0, let first = bytes.first, !isBlank(first), !isReplacing else {
      return
    }
    while cell(of: cursor) >= options.textWidth {
      let line = text.line(cursor.line)
      guard let column = breakColumn(line, before: cursor.column) else { return }
      let end = line[..<column].lastIndex { !isBlank($0) }.map { $0 + 1 } ?? column
      let start = column + line[column...].prefix(while: isBlank).count
      if start > cursor.column { return }
      let indent = options.autoIndent ? Array(line.prefix(while: isBlank)) : []
      let behind = cursor.column - start
      changeLine(cursor.line, Array(line[..<end]))
      insertLines([indent + line[start...]], at: cursor.line + 1)
      self.line.number = nil
      cursor = VimPosition(line: cursor.line + 1, column: indent.count + behind)
      insert.hasOnlyIndent = false
    }
  }
}
