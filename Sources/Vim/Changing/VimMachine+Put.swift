import TextEngine

/// Putting registers into the text.
extension VimMachine {
  struct Putting {
    var count = 1
    var isAfter = true
    /// Leaves the cursor after the new text.
    var goesBehind = false
    /// Gives lines the indent of the cursor's line.
    var indents = false
    /// Puts any text as lines.
    var asLines = false
    /// Fills the short lines of a block with blanks.
    var fills = true
    /// Splits the line to put lines in between.
    var splits = false
  }

  mutating func put(_ register: Character?, _ how: Putting) throws(VimFailure) {
    guard var content = try value(ofRegister: register) else {
      // Even without text to put, there is a step to undo.
      touch(cursor)
      throw .quiet
    }
    if how.asLines { content.shape = .lines }
    try put(content, how)
  }

  mutating func put(_ content: VimRegister, _ how: Putting) throws(VimFailure) {
    try check(content, count: how.count)
    switch content.shape {
    case .lines: putLines(content, how)
    case .block: putBlock(content, how)
    case .characters: putCharacters(content, how)
    }
  }

  /// Throws where putting it `count` times would make too much text. Once is always allowed.
  func check(_ content: VimRegister, count: Int) throws(VimFailure) {
    if count > 1, content.byteCount > text.key.mostRepeated / count { throw .tooMuchText }
  }

  mutating func putLines(of content: VimRegister, below line: Int) {
    var content = content
    content.shape = .lines
    cursor.line = max(0, line)
    rest()
    putLines(content, Putting(isAfter: line >= 0))
    // `:put` leaves the cursor in the last new line.
    cursor.line = line + content.lines.count
    placeCursor(onLine: cursor.line)
  }

  private mutating func putLines(_ content: VimRegister, _ how: Putting) {
    var how = how
    if how.splits {
      let bytes = text.line(cursor.line)
      var column = min(cursor.column, bytes.count)
      if how.isAfter, column < bytes.count { column = VimChars.next(bytes, column) }
      insertLines([Array(bytes[column...])], at: cursor.line + 1)
      changeLine(cursor.line, Array(bytes[..<column]))
      how.isAfter = true
    }
    let at = cursor.line + (how.isAfter ? 1 : 0)
    let lines = how.indents ? indented(content.lines) : content.lines
    let all = (0..<how.count).flatMap { _ in lines }
    insertLines(all, at: at)
    line.number = nil
    let last = lines.last ?? []
    noteChange(lines: at, through: at + all.count - 1, column: VimChars.last(last))
    if how.goesBehind {
      cursor = VimPosition(line: at + all.count)
      if cursor.line > text.lastLine {
        cursor = VimPosition(line: text.lastLine)
      }
      want()
    } else {
      placeCursor(onLine: at)
    }
  }

  /// Returns lines with the indent of the cursor's line; deeper lines stay deeper.
  private func indented(_ lines: [[UInt8]]) -> [[UInt8]] {
    guard let first = lines.first else { return lines }
    let wanted = indentWidth(text.line(cursor.line))
    let step = wanted - indentWidth(first)
    return lines.map { line in
      line.isEmpty ? line : withIndent(line, max(0, indentWidth(line) + step))
    }
  }

  private mutating func putCharacters(_ content: VimRegister, _ how: Putting) {
    if content.lines == [[]] {
      touch(cursor)
      setChanged(from: cursor, to: cursor)
      rest()
      return want()
    }
    let bytes = text.line(cursor.line)
    var column = min(cursor.column, bytes.count)
    if how.isAfter, column < bytes.count { column = VimChars.next(bytes, column) }
    let start = VimPosition(line: cursor.line, column: column)
    if content.lines.count == 1, let piece = content.lines.first {
      let all = Array((0..<how.count).map { _ in piece }.joined())
      rememberLine(cursor.line)
      changeLine(cursor.line, Array(bytes[..<column]) + all + Array(bytes[column...]))
      let end = VimPosition(line: cursor.line, column: column + all.count)
      let lastColumn = VimChars.previous(text.line(cursor.line), end.column)
      noteChange(from: start, to: VimPosition(line: cursor.line, column: lastColumn))
      // Between `C-o` and further typing, the cursor goes after the text too.
      let isBehind = how.goesBehind || insert.oneCommand != nil
      cursor.column = isBehind ? end.column : lastColumn
      rest()
      return want()
    }
    var lines: [[UInt8]] = [[]]
    for _ in 0..<how.count {
      lines[lines.count - 1] += content.lines[0]
      lines += content.lines.dropFirst()
    }
    let lastLength = lines[lines.count - 1].count
    lines[0] = Array(bytes[..<column]) + lines[0]
    lines[lines.count - 1] += bytes[column...]
    changeLine(cursor.line, lines[0])
    insertLines(Array(lines.dropFirst()), at: cursor.line + 1)
    line.number = nil
    let end = VimPosition(line: cursor.line + lines.count - 1, column: lastLength)
    let last = text.line(end.line)
    noteChange(
      from: start,
      to: VimPosition(line: end.line, column: max(0, VimChars.previous(last, lastLength)))
    )
    cursor = how.goesBehind ? end : start
    rest()
    want()
  }

  /// Puts one piece into every line of a block.
  mutating func putInBlock(_ piece: [UInt8], _ how: Putting, _ region: VimRegion) {
    let all = Array((0..<how.count).map { _ in piece }.joined())
    for number in region.lines where number <= text.lastLine {
      let bytes = text.line(number)
      let column = VimChars.column(bytes, ofCell: region.cells.lowerBound, tab: options.tabStop)
      if VimChars.cell(bytes, at: column, tab: options.tabStop) < region.cells.lowerBound {
        continue
      }
      changeLine(number, bytes[..<column] + all + bytes[column...])
    }
    let first = VimChars.column(
      text.line(region.start.line), ofCell: region.cells.lowerBound, tab: options.tabStop)
    let start = VimPosition(line: region.start.line, column: first)
    cursor.column = max(0, start.column + all.count - 1)
    // `gv` selects only what the first line got.
    noteChange(from: start, to: VimPosition(line: cursor.line, column: cursor.column))
    if how.goesBehind { cursor.column = start.column + all.count }
    rest()
    want()
  }

  private mutating func putBlock(_ content: VimRegister, _ how: Putting) {
    let bytes = text.line(cursor.line)
    var cell = VimChars.cell(bytes, at: cursor.column, tab: options.tabStop)
    if how.isAfter, cursor.column < bytes.count {
      cell += VimChars.width(bytes, at: cursor.column, cell: cell, tab: options.tabStop)
      cursor.column = VimChars.next(bytes, cursor.column)
    }
    let top = cursor.line
    var end = cursor
    for (index, piece) in content.lines.enumerated() {
      let number = top + index
      if number > text.lastLine { insertLines([[]], at: number) }
      let (made, last) = line(
        number, with: piece, atCell: cell, width: how.fills ? content.width : 0, how.count)
      changeLine(number, made)
      end = VimPosition(line: number, column: last)
    }
    let start = VimPosition(
      line: top,
      column: min(
        text.length(top), VimChars.column(text.line(top), ofCell: cell, tab: options.tabStop)))
    noteChange(from: start, to: end)
    line.number = nil
    cursor = how.goesBehind ? VimPosition(line: end.line, column: end.column + 1) : start
    want()
  }

  /// Returns a line with a piece of a block inserted at a cell; fills up short lines with blanks.
  private func line(
    _ number: Int, with piece: [UInt8], atCell cell: Int, width: Int, _ count: Int
  ) -> (bytes: [UInt8], last: Int) {
    var bytes = text.line(number)
    let tab = options.tabStop
    let isShort = VimChars.column(bytes, ofCell: cell, tab: tab) >= bytes.count
    let column = VimChars.start(&bytes, atCell: cell, tab: tab)
    let end = VimChars.cell(piece, at: piece.count, tab: tab, from: cell)
    let missing = max(0, width - (end - cell))
    var new: [UInt8] = []
    for index in 0..<count {
      new += piece
      if index < count - 1 || !isShort { new += [UInt8](repeating: 0x20, count: missing) }
    }
    bytes.insert(contentsOf: new, at: column)
    return (bytes, max(column, column + new.count - 1))
  }
}
