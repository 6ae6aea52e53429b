import TextEngine

/// Typing, new lines and tabs.
extension EmacsMachine {
  /// No line is indented farther.
  static let mostColumns = 10_000

  mutating func insert(_ bytes: [UInt8], times: Int) throws(EmacsFailure) {
    if times < 0 { throw failure("Nothing can be inserted \(times) times.") }
    if times * bytes.count > text.mostRepeated { throw failure("That is too much text.") }
    insert(Array(repeatElement(bytes, count: times).joined()))
  }

  mutating func selfInsert() throws(EmacsFailure) {
    if count < 0 { throw failure("Nothing can be inserted \(count) times.") }
    if count < 2 { joinUndo() }
    try insert(Array((key == "Space" ? " " : key).utf8), times: count)
  }

  mutating func newLine() throws(EmacsFailure) {
    if options.continuesItems, count == 1, continueItem() { return }
    let startsLine = isLineStart(point)
    try insertNewLines()
    if options.indentsNewLines, count > 0, !(startsLine && byte(point) == 0x0c) {
      indentNewLine()
    }
  }

  /// Continues an item or a quote on the next line, or ends an empty one. False elsewhere.
  private mutating func continueItem() -> Bool {
    let context = text.context(Selections(Selection(at: ByteOffset(point))))
    guard EditCommands.continuesItem(context), let change = EditCommands.continueLine(context),
      let edit = change.edit
    else { return false }
    // From the end backward, so that earlier offsets stay valid.
    var end = edit.inserted.byteCount
    for part in edit.changes.reversed() {
      let start = end - part.after.byteCount
      point = part.before.lowerBound.value
      delete(part.before.lowerBound.value..<part.before.upperBound.value)
      insert(edit.inserted[ByteOffset(start)..<ByteOffset(end)])
      end = start
    }
    point = change.selections.main.head.value
    return true
  }

  /// Inserts new lines without indent.
  mutating func plainNewLine() throws(EmacsFailure) { try insertNewLines() }

  private mutating func insertNewLines() throws(EmacsFailure) {
    if count < 0 { throw failure("Nothing can be inserted \(count) times.") }
    if count < 2 { joinUndo() }
    try insert(newline, times: count)
  }

  /// Indents as the previous line; deletes trailing blanks there.
  private mutating func indentNewLine() {
    let before = lineEnd(previous(point))
    let text = skipBlanksBack(before, downTo: lineStart(before))
    let wasBlank = isBlankLine(previous(point))
    let indentation = wasBlank ? 0 : indentation(previous(point))
    if text < before { delete(text..<before) }
    let now = self.indentation(point)
    if column(point) <= now {
      indentLine(to: indentation)
    } else {
      let marker = addMarker(point)
      indentLine(to: indentation)
      point = self.marker(marker)
    }
  }

  mutating func openLine() throws(EmacsFailure) {
    let start = point
    try insertNewLines()
    point = start
    point = lineEnd(point)
  }

  /// Splits the line and leaves the second half in its column.
  mutating func splitLine() throws(EmacsFailure) {
    point = skipBlanks(point)
    let (column, start) = (column(point), point)
    insert(newline)
    indentTo(column)
    point = start
  }

  mutating func quotedInsert() { keys.reading = .quoted(argument) }

  mutating func insertQuoted(_ key: String, _ argument: EmacsArgument?) throws(EmacsFailure) {
    guard let bytes = Self.quoted(key) else { throw failure("\(key) is no character.") }
    let count = max(0, argument?.value ?? 1)
    try insert(bytes == [0x0a] ? newline : bytes, times: count)
  }

  /// Returns the character that a key would send.
  static func quoted(_ key: String) -> [UInt8]? {
    switch key {
    case "Space": return [0x20]
    case "Tab": return [0x09]
    case "Enter": return [0x0d]
    case "Backspace": return [0x7f]
    case "Esc": return [0x1b]
    case "C-Space", "C-@": return [0x00]
    case "C-/", "C-_": return [0x1f]
    default:
      if key.hasPrefix("C-"), key.utf8.count == 3, let last = key.utf8.last {
        return [(last & 0xdf) & 0x1f]
      }
      return key.count == 1 ? Array(key.utf8) : nil
    }
  }

  // MARK: - Indentation

  /// Handles `M-i`: inserts blanks to the next stop.
  mutating func tabToTabStop() {
    let column = column(point)
    let stop = (column / tabWidth + 1) * tabWidth
    delete(skipBlanksBack(point, downTo: lineStart(point)), point)
    indentTo(stop)
  }

  /// Handles `Tab`: indents to the next word above, else to the next stop; or indents a region.
  mutating func indentForTab() throws(EmacsFailure) {
    if usedRegion != nil { return try indentRegion() }
    try indentRelative()
  }

  private mutating func indentRelative() throws(EmacsFailure) {
    let start = column(point)
    var above = lineStart(point)
    var found: Int?
    while above > 0, found == nil {
      above = lineStart(previous(above))
      if isLineEnd(above) { continue }
      found = above
    }
    guard let line = found else { return tabToTabStop() }
    let (here, stop) = (point, lineEnd(line))
    point = line
    moveToColumn(start)
    if column(point) > start { point = previous(point) }
    var offset = point
    point = here
    if let byte = byte(offset), byte != 0x20, byte != 0x09, offset < stop {
      while offset < stop, let byte = self.byte(offset), byte != 0x20, byte != 0x09 { offset += 1 }
    }
    offset = skipBlanks(offset, upTo: stop)
    if offset >= stop { return tabToTabStop() }
    indentTo(column(offset))
  }

  /// Handles `C-M-\`: indents every line as `Tab` would, or to a column.
  mutating func indentRegion() throws(EmacsFailure) {
    let region = try markedRange()
    command.endsRegion = true
    let wanted = argument?.value
    let last = addMarker(region.upperBound)
    let here = addMarker(point)
    point = region.lowerBound
    if wanted != nil, !isLineStart(point) { forwardLine() }
    while point < marker(last) {
      let line = self.line(point)
      if let wanted {
        delete(point, skipBlanks(point))
        if !isLineEnd(point) { indentTo(max(0, min(wanted, Self.mostColumns))) }
      } else if !(isLineStart(point) && isLineEnd(point)) {
        let start = lineStart(point)
        let isFree = start == 0 || isBlankLine(previous(start))
        indentLine(to: isFree ? 0 : indentation(previous(start)))
      }
      point = start(ofLine: line + 1)
    }
    point = marker(here)
    command.endsRegion = true
  }
}
