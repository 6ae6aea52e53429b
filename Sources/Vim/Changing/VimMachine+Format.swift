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
    setChanged(
      from: VimPlace(line: lines.lowerBound, column: 0),
      to: VimPlace(line: max(lines.lowerBound, last), column: 0))
    markChanged(VimPlace(line: lines.lowerBound, column: 0))
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
    var made: [[UInt8]] = []
    var paragraph: [[UInt8]] = []
    func flush() {
      if let first = paragraph.first {
        made += filled(first, paragraph.dropFirst())
        paragraph = []
      }
    }
    for bytes in text.lines(lines) {
      if bytes.allSatisfy(isBlank) {
        flush()
        made.append(bytes)
      } else {
        paragraph.append(bytes)
      }
    }
    flush()
    if made == text.lines(lines) { return touch(cursor) }
    replaceLines(lines, with: made)
    line.number = nil
  }

  private func filled(_ first: [UInt8], _ more: ArraySlice<[UInt8]>) -> [[UInt8]] {
    var all = first
    for next in more {
      let words = Array(next.drop(while: isBlank))
      if words.isEmpty { continue }
      if let last = all.last, !isBlank(last), words.first != UInt8(ascii: ")") { all.append(0x20) }
      all += words
    }
    return broken(all, hanging: options.autoIndent ? indentWidth(first) : 0)
  }

  /// A line in lines of the text width.
  private func broken(_ bytes: [UInt8], hanging: Int) -> [[UInt8]] {
    var (lines, rest) = ([[UInt8]](), bytes)
    while let column = breakColumn(rest) {
      let head = rest[..<column]
      let end = head.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? column
      let tail = rest[column...].drop(while: isBlank)
      lines.append(Array(rest[..<end]))
      rest = indent(hanging) + tail
    }
    return lines + [rest]
  }

  /// Where a line is cut: behind the last word that fits, or the first one where none does.
  private func breakColumn(_ bytes: [UInt8]) -> Int? {
    let tab = options.tabStop
    if VimChars.cell(bytes, at: bytes.count, tab: tab) <= width { return nil }
    let first = bytes.firstIndex { !isBlank($0) } ?? bytes.count
    var (place, cell) = (0, 0)
    var found: Int?
    while place < bytes.count {
      if isBlank(bytes[place]), place > first {
        if cell > width, found != nil { break }
        let isEnd = bytes[place...].allSatisfy(isBlank)
        if isEnd { break }
        if place == 0 || !isBlank(bytes[place - 1]) { found = place }
        if cell > width { break }
      }
      cell += VimChars.width(bytes, at: place, cell: cell, tab: tab)
      place = VimChars.next(bytes, place)
    }
    return found
  }

  /// A letter that would go beyond the text width takes the last word to a new line.
  mutating func wrapTyped(before bytes: [UInt8]) {
    guard options.textWidth > 0, let first = bytes.first, !isBlank(first), !isReplacing else {
      return
    }
    while cell(of: cursor) >= options.textWidth {
      let line = text.line(cursor.line)
      let head = Array(line[..<cursor.column]) + [UInt8(ascii: "x")]
      guard let column = breakColumn(head + (head.count > width ? [] : [])), column > 0 else {
        return
      }
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
