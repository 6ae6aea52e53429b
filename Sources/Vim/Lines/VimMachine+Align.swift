enum VimAlignment: Sendable { case left, right, center }

/// `:left`, `:right`, `:center` and `:retab`.
extension VimMachine {
  mutating func align(_ call: VimExCall, _ alignment: VimAlignment) {
    let typed = Int(call.argument.prefix { $0.isNumber }) ?? 0
    var width = typed > 0 ? typed : options.textWidth
    if width <= 0 { width = 80 }
    let isBulk = beginBulk()
    defer { if isBulk { endBulk() } }
    for number in call.lines {
      let bytes = text.line(number)
      if alignment == .left {
        changeLine(number, withIndent(bytes, max(0, typed)))
        continue
      }
      let words = bytes.drop(while: isBlank)
      let trimmed = Array(
        bytes.prefix(bytes.count - (bytes.reversed().prefix(while: isBlank).count)))
      if words.isEmpty { continue }
      let length = cells(of: trimmed) - indentWidth(bytes)
      let free = width - length
      var indent = max(0, alignment == .center ? free / 2 : free)
      if alignment == .right, words.contains(0x09) { indent = rightIndent(trimmed, indent, width) }
      changeLine(number, withIndent(bytes, indent))
    }
    noteChange(lines: call.lines.lowerBound, through: call.lines.upperBound)
    placeCursor(onLine: cursor.line)
  }

  private func cells(of bytes: [UInt8]) -> Int {
    VimChars.cell(bytes, at: bytes.count, tab: options.tabStop)
  }

  /// Returns the indent that right-aligns a line. Tabs in the line change width as it moves.
  private func rightIndent(_ bytes: [UInt8], _ start: Int, _ width: Int) -> Int {
    var indent = start
    while indent > 0 {
      if cells(of: withIndent(bytes, indent)) <= width {
        repeat { indent += 1 } while cells(of: withIndent(bytes, indent)) <= width
        return indent - 1
      }
      indent -= 1
    }
    return 0
  }

  /// Rewrites runs of blanks that contain a tab by the settings; with `!` all runs.
  mutating func retab(_ call: VimExCall) throws(VimFailure) {
    var stop = options.tabStop
    if !call.argument.isEmpty {
      guard let typed = Int(call.argument), typed >= 0 else {
        throw VimFailure(message: "E475: Invalid argument: \(call.argument)")
      }
      if typed > 0 { stop = typed }
    }
    let isBulk = beginBulk()
    defer { if isBulk { endBulk() } }
    let tabWidth = tabWidthUnderCursor
    var changed: [Int] = []
    for number in call.lines {
      let bytes = text.line(number)
      let new = retabbed(bytes, stop: stop, isForced: call.isForced)
      if new == bytes { continue }
      changeLine(number, new)
      changed.append(number)
    }
    options.tabStop = stop
    if let first = changed.first {
      line.number = nil
      markChanged(VimPosition(line: first))
    }
    let line = text.line(cursor.line)
    if case .cell(var cell) = wanted {
      // The cursor is shown at the end of a tab.
      cell += tabWidth
      cursor.column = VimChars.column(line, ofCell: cell, tab: stop)
    } else {
      cursor.column = line.count
    }
    rest()
  }

  /// The extra cells of a tab under the cursor.
  private var tabWidthUnderCursor: Int {
    let line = text.line(cursor.line)
    guard cursor.column < line.count, line[cursor.column] == 0x09 else { return 0 }
    let first = VimChars.cell(line, at: cursor.column, tab: options.tabStop)
    guard wanted == .cell(first) else { return 0 }
    return VimChars.width(line, at: cursor.column, cell: first, tab: options.tabStop) - 1
  }

  private func retabbed(_ bytes: [UInt8], stop: Int, isForced: Bool) -> [UInt8] {
    var made: [UInt8] = []
    var (column, cell) = (0, 0)
    while column < bytes.count {
      guard isBlank(bytes[column]) else {
        let next = VimChars.next(bytes, column)
        cell += VimChars.width(bytes, at: column, cell: cell, tab: options.tabStop)
        made += bytes[column..<next]
        column = next
        continue
      }
      let start = (column: column, cell: cell)
      while column < bytes.count, isBlank(bytes[column]) {
        cell += VimChars.width(bytes, at: column, cell: cell, tab: options.tabStop)
        column += 1
      }
      let old = bytes[start.column..<column]
      let hasTab = old.contains(0x09)
      let new = blankRun(from: start.cell, to: cell, stop: stop)
      let isShorter = options.expandsTabs || hasTab || new.count < old.count
      made += (hasTab || isForced && old.count > 1) && isShorter ? new : Array(old)
    }
    return made
  }
}
