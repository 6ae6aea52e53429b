/// Deleting in insert mode.
extension VimMachine {
  enum DeletedPart { case character, word, line }

  /// `isSingle`: one character even where `softtabstop` would delete more.
  mutating func deleteBack(_ part: DeletedPart, isSingle: Bool = false) throws(VimFailure) {
    beginAfterMoving()
    if part == .character, !isSingle, let cell = cellOfSoftTab {
      return try deleteSoftTab(downTo: cell)
    }
    if isReplacing { return try restoreBack(part) }
    if cursor.column == 0 { return try joinBack() }
    let bytes = text.line(cursor.line)
    rememberTypedLine()
    let start = deletionStart(bytes, part)
    changeLine(cursor.line, bytes[..<start] + bytes[cursor.column...])
    cursor.column = start
    if cursor.line == insert.start.line, cursor.column < insert.start.column {
      insert.start.column = cursor.column
    }
    insert.hasOnlyIndent = false
    want()
  }

  /// Joins the line with the one before, at the start of a line.
  private mutating func joinBack() throws(VimFailure) {
    if cursor.line == 0 { throw .quiet }
    appendLineToPrevious()
    line.number = nil
    if insert.start.line == cursor.line + 1 {
      insert.start = cursor
    } else if insert.start.line > cursor.line {
      insert.start.line -= 1
    }
    insert.hasOnlyIndent = false
    want()
  }

  private mutating func appendLineToPrevious() {
    let before = text.line(cursor.line - 1)
    let joined = before + text.line(cursor.line)
    removeLines(cursor.line...cursor.line)
    changeLine(cursor.line - 1, joined)
    cursor = VimPosition(line: cursor.line - 1, column: before.count)
  }

  private func deletionStart(_ bytes: [UInt8], _ part: DeletedPart) -> Int {
    // Text from before this insertion is only deleted by the next key.
    let stop =
      cursor.line == insert.start.line && cursor.column > insert.start.column
      ? insert.start.column : 0
    switch part {
    case .character: return VimChars.previous(bytes, cursor.column)
    case .line:
      let indent = options.autoIndent ? bytes.prefix(while: isBlank).count : 0
      let least = indent < cursor.column ? indent : 0
      return max(stop, least)
    case .word:
      return VimWords.start(bytes, before: cursor.column, downTo: stop)
    }
  }

  /// Restores the old text in replace mode.
  private mutating func restoreBack(_ part: DeletedPart) throws(VimFailure) {
    var count = 1
    if part != .character {
      let bytes = text.line(cursor.line)
      let start = deletionStart(bytes, part)
      count = 0
      var index = cursor.column
      while index > start {
        index = VimChars.previous(bytes, index)
        count += 1
      }
      if cursor.column == 0 { count = 1 }
    }
    for _ in 0..<count { try restoreOne() }
    want()
  }

  mutating func restoreOne() throws(VimFailure) {
    guard let old = insert.replaced.popLast() else {
      // Before the start of the insertion the cursor only moves back.
      let before = text.previousPosition(cursor)
      if before == cursor { throw .quiet }
      cursor = before
      insert.start = min(insert.start, cursor)
      return
    }
    if case .lineEnd(let removed, let goesOnBelow) = old {
      return restoreLineEnd(removed, goesOnBelow: goesOnBelow)
    }
    if cursor.column == 0 { return appendLineToPrevious() }
    var before: [UInt8]?
    if case .text(let bytes) = old { before = bytes }
    let bytes = text.line(cursor.line)
    let start = VimChars.previous(bytes, cursor.column)
    changeLine(
      cursor.line,
      bytes[..<start] + (before ?? []) + bytes[(cursor.column + filled(start, before))...])
    cursor.column = start
  }

  /// Takes back a line end, and restores the bytes that it removed.
  private mutating func restoreLineEnd(_ removed: [UInt8], goesOnBelow: Bool) {
    guard cursor.line > 0 else { return }
    if !goesOnBelow {
      let start = text.length(cursor.line - 1)
      appendLineToPrevious()
      let bytes = text.line(cursor.line)
      changeLine(cursor.line, bytes[..<start] + removed + bytes[start...])
      return
    }
    let before = text.line(cursor.line - 1)
    changeLine(cursor.line - 1, before + removed)
    cursor = VimPosition(line: cursor.line - 1, column: before.count)
  }

  /// Types a line end with `gR`: the rest of the line goes, and typing continues in the next line.
  mutating func replaceLineEnd() {
    let bytes = text.line(cursor.line)
    let column = min(cursor.column, bytes.count)
    let indent =
      options.autoIndent ? self.indent(indentWidth(Array(bytes.prefix(column)))) : []
    let isLast = cursor.line == text.lastLine
    insert.replaced.append(.lineEnd(Array(bytes[column...]), goesOnBelow: !isLast))
    changeLine(cursor.line, insert.hasOnlyIndent ? [] : bytes[..<column])
    if isLast { insertLines([[]], at: cursor.line + 1) }
    line.number = nil
    cursor = VimPosition(line: cursor.line + 1, column: 0)
    for byte in indent { type([byte]) }
    insert.hasOnlyIndent = !indent.isEmpty
    want()
  }

  /// Returns the number of blanks after a character that replaced a wider one.
  private func filled(_ start: Int, _ old: [UInt8]?) -> Int {
    guard mode == .replace(byCells: true), let old else { return 0 }
    let (bytes, tab) = (text.line(cursor.line), options.tabStop)
    let first = VimChars.cell(bytes, at: start, tab: tab)
    let end = VimChars.cell(bytes[..<start] + old, at: start + old.count, tab: tab)
    let own = VimChars.width(bytes, at: start, cell: first, tab: tab)
    return min(bytes.count - cursor.column, max(0, end - first - own))
  }

  mutating func deleteAhead() throws(VimFailure) {
    let bytes = text.line(cursor.line)
    beginAfterMoving()
    rememberTypedLine()
    if cursor.column < bytes.count {
      changeLine(
        cursor.line, bytes[..<cursor.column] + bytes[VimChars.next(bytes, cursor.column)...])
    } else {
      if cursor.line == text.lastLine { throw .quiet }
      let next = text.line(cursor.line + 1)
      removeLines(cursor.line + 1...cursor.line + 1)
      changeLine(cursor.line, bytes + next)
      line.number = nil
    }
    insert.hasOnlyIndent = false
    want()
  }
}
