/// Changes of whole lines: joining, shifting, and lines for undo.
extension VimMachine {
  /// Saves a line for `U` before its first change.
  mutating func rememberLine(_ number: Int) {
    if line.number == number { return }
    line.number = number
    line.bytes = text.line(number)
    line.column = cursor.line == number ? cursor.column : 0
  }

  // MARK: - Joining

  /// Joins lines. The cursor goes where the last two were joined.
  mutating func joinLines(_ lines: ClosedRange<Int>, plainly: Bool) {
    if lines.count < 2 { return }
    var joined = text.line(lines.lowerBound)
    var piece = joined
    var meeting = joined.count
    for number in lines.dropFirst() {
      var next = text.line(number)
      let whole = next.count
      if plainly {
        meeting = joined.count
      } else {
        next = Array(next.drop(while: isBlank))
        let blanks = joined.isEmpty ? 0 : blanksToJoin(piece, to: next)
        piece = next
        meeting = joined.count
        joined += [UInt8](repeating: 0x20, count: blanks)
      }
      // Marks move with their characters.
      let step = joined.count - (whole - next.count)
      marks.each { position in
        position.line == number
          ? VimPosition(line: lines.lowerBound, column: max(0, position.column + step)) : position
      }
      joined += next
    }
    let start = VimPosition(line: lines.lowerBound, column: text.length(lines.lowerBound))
    rememberLine(lines.lowerBound)
    changeLine(lines.lowerBound, joined)
    removeLines(lines.lowerBound + 1...lines.upperBound)
    line.number = nil
    cursor = VimPosition(line: lines.lowerBound, column: meeting)
    setChanged(from: start, to: VimPosition(line: lines.lowerBound, column: joined.count))
    markChanged(VimPosition(line: lines.lowerBound))
    rest()
    want()
  }

  /// The number of blanks between a line and the text that it is joined with.
  private func blanksToJoin(_ line: [UInt8], to next: [UInt8]) -> Int {
    guard let first = next.first, first != UInt8(ascii: ")") else { return 0 }
    guard let last = line.last else { return 1 }
    if last == 0x09 { return 0 }
    let isSpace = last == 0x20
    guard options.joinsWithTwoBlanks, let end = isSpace ? line.dropLast().last : last,
      ".!?".utf8.contains(end)
    else { return isSpace ? 0 : 1 }
    return isSpace ? 1 : 2
  }

  // MARK: - Indent

  /// Returns the width of a line's indent, in cells.
  func indentWidth(_ line: [UInt8]) -> Int {
    let blanks = line.prefix(while: isBlank).count
    return VimChars.cell(line, at: blanks, tab: options.tabStop)
  }

  func indent(_ cells: Int) -> [UInt8] {
    blankRun(from: 0, to: max(0, cells), stop: options.tabStop)
  }

  func withIndent(_ line: [UInt8], _ cells: Int) -> [UInt8] {
    indent(cells) + line.drop(while: isBlank)
  }

  /// Shifts lines by steps of indent; empty ones do not change.
  mutating func shiftLines(_ lines: ClosedRange<Int>, by steps: Int) {
    for number in lines {
      let bytes = text.line(number)
      if bytes.isEmpty {
        touch(VimPosition(line: number))
        continue
      }
      if lines.count == 1 { rememberLine(number) }
      changeLine(number, withIndent(bytes, shifted(indentWidth(bytes), by: steps)))
    }
    noteChange(toEndOf: lines)
  }

  func shifted(_ width: Int, by steps: Int) -> Int {
    let step = options.step
    guard options.shiftRound else { return max(0, width + steps * step) }
    let whole = width / step
    if steps > 0 { return (whole + steps) * step }
    // First to the next stop on the left, then the rest of the count.
    let first = width % step == 0 ? whole : whole + 1
    return max(0, (first + steps) * step)
  }

  /// Shifts the text from a block's left side on.
  mutating func shiftBlock(_ region: VimRegion, by steps: Int) {
    let tab = options.tabStop
    let amount = abs(steps) * options.step
    for number in region.lines {
      var bytes = text.line(number)
      if bytes.isEmpty { continue }
      let part = blockPart(of: bytes, region)
      // Starts at the block's left side; a tab that begins before it counts from its own start.
      var column = part.start
      if steps > 0 {
        // Blanks right before it are replaced by those of the shift.
        while column > 0, isBlank(bytes[column - 1]) { column -= 1 }
      }
      let first = VimChars.cell(bytes, at: column, tab: tab)
      if part.isShort,
        cell(of: VimPosition(line: number, column: part.start)) < region.cells.lowerBound
      {
        continue
      }
      let blanks = bytes[column...].prefix(while: isBlank).count
      let end = VimChars.cell(bytes, at: column + blanks, tab: tab)
      if steps > 0 {
        let new = blankRun(from: first, to: end + amount, stop: tab)
        bytes.replaceSubrange(column..<column + blanks, with: new)
      } else {
        let least = max(first, region.cells.lowerBound)
        let target = max(least, end - amount)
        let new = [UInt8](repeating: 0x20, count: target - first)
        bytes.replaceSubrange(column..<column + blanks, with: new)
      }
      changeLine(number, bytes)
    }
    noteChange(toEndOf: region.lines)
    cursor = region.start
    goToLeftSide(of: region)
    want()
  }

  /// Returns blanks from one cell to another, with tabs if the settings want them.
  func blankRun(from first: Int, to last: Int, stop: Int) -> [UInt8] {
    let tabs = options.expandsTabs ? 0 : max(0, last / stop - first / stop)
    let start = tabs > 0 ? last / stop * stop : first
    return [UInt8](repeating: 0x09, count: tabs) + [UInt8](repeating: 0x20, count: last - start)
  }
}
