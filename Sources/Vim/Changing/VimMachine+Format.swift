import TextEngine

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
      cursor = text.place(of: old)
      rest()
      want()
    } else {
      placeCursor(onLine: max(lines.lowerBound, last))
    }
  }

  /// Fills paragraphs up to the text width as vim does: only lines without text end one, and blanks within
  /// a line stay.
  private mutating func formatLines(_ lines: ClosedRange<Int>) {
    let rule = FillRule(
      width: width, tabWidth: options.tabStop, keepsBlanks: true, joinsBare: { $1 == ")" })
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

  /// Where a line is cut: behind the last word that fits, or the first one where none does.
  private func breakColumn(_ line: [UInt8], before end: Int) -> Int? {
    let first = line.firstIndex { !isBlank($0) } ?? end
    let stops = (0..<end).filter { $0 > first && isBlank(line[$0]) && !isBlank(line[$0 - 1]) }
    return stops.last { VimChars.cell(line, at: $0, tab: options.tabStop) <= width } ?? stops.first
  }

  /// A letter that would go beyond the text width takes the last word to a new line.
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
      cursor = VimPlace(line: cursor.line + 1, column: indent.count + behind)
      insert.hasOnlyIndent = false
    }
  }
}
