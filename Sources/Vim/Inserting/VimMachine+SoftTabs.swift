/// Tab and Backspace with `softtabstop`.
extension VimMachine {
  /// Makes tabs of the blanks before the cursor, where they reach tab stops.
  mutating func makeTabs() {
    var bytes = text.line(cursor.line)
    var start = cursor.column
    while start > 0, isBlank(bytes[start - 1]) { start -= 1 }
    if isReplacing, cursor.line == insert.start.line { start = max(start, insert.start.column) }
    let last = cell(of: cursor)
    var (column, cell) = (start, cell(of: VimPosition(line: cursor.line, column: start)))
    var first: Int?
    while column < cursor.column {
      let next = (cell / options.tabStop + 1) * options.tabStop
      if next > last { break }
      if bytes[column] != 0x09 {
        bytes[column] = 0x09
        first = first ?? column
      }
      (column, cell) = (column + 1, next)
    }
    guard let first else { return }
    let blanks = min(cursor.column - column, last - cell)
    column += blanks
    if isReplacing { joinReplaced(cursor.column - column, behind: blanks) }
    bytes.removeSubrange(column..<cursor.column)
    changeLine(cursor.line, bytes)
    if insert.start.line == cursor.line { insert.start.column = min(insert.start.column, first) }
    cursor.column = column
    want()
  }

  /// The cell that Backspace deletes down to; nil if it deletes a single character.
  var cellOfSoftTab: Int? {
    let soft = options.softTab
    let bytes = text.line(cursor.line)
    guard soft > 0, cursor.column > 0 else { return nil }
    let last = bytes[cursor.column - 1]
    guard last == 0x09 || last == 0x20 && !insert.hasTypedBlank else { return nil }
    return (cell(of: cursor) - 1) / soft * soft
  }

  /// Deletes blanks down to a cell. Where a tab goes too far back, blanks fill the rest.
  mutating func deleteSoftTab(downTo target: Int) throws(VimFailure) {
    insert.hasTypedBlank = false
    if isReplacing { return try restoreSoftTab(downTo: target) }
    rememberTypedLine()
    let bytes = text.line(cursor.line)
    var (column, cell) = (cursor.column, cell(of: cursor))
    while cell > target, column > 0, isBlank(bytes[column - 1]) {
      column -= 1
      cell = VimChars.cell(bytes, at: column, tab: options.tabStop)
    }
    if insert.start.line == cursor.line { insert.start.column = min(insert.start.column, column) }
    let blanks = [UInt8](repeating: 0x20, count: max(0, target - cell))
    changeLine(cursor.line, bytes[..<column] + blanks + bytes[cursor.column...])
    cursor.column = column + blanks.count
    insert.hasOnlyIndent = false
    want()
  }

  private mutating func restoreSoftTab(downTo target: Int) throws(VimFailure) {
    repeat {
      try deleteBack(.character, isSingle: true)
    } while cursor.column > 0 && cell(of: cursor) > target
      && isBlank(text.line(cursor.line)[cursor.column - 1])
    if insert.start.line == cursor.line {
      insert.start.column = min(insert.start.column, cursor.column)
    }
    insertBlanks(target - cell(of: cursor))
  }

  /// Inserts blanks in replace mode, which replace nothing.
  mutating func insertBlanks(_ count: Int) {
    if count <= 0 { return want() }
    let (line, column) = (text.line(cursor.line), cursor.column)
    let blanks = [UInt8](repeating: 0x20, count: count)
    changeLine(cursor.line, line[..<column] + blanks + line[column...])
    insert.replaced += Array(repeating: .nothing, count: count)
    cursor.column += count
    want()
  }

  /// A tab instead of several blanks restores what all of them replaced.
  private mutating func joinReplaced(_ count: Int, behind kept: Int) {
    for _ in 0..<count {
      let index = insert.replaced.count - 1 - kept
      guard index > 0 else { return }
      let bytes = insert.replaced[index - 1].bytes + insert.replaced[index].bytes
      insert.replaced[index - 1] = bytes.isEmpty ? .nothing : .text(bytes)
      insert.replaced.remove(at: index)
    }
  }
}
