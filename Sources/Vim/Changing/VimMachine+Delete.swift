import TextEngine

/// Deleting, yanking and changing.
extension VimMachine {
  mutating func delete(_ region: VimRegion) {
    var region = region
    if text.rope.isEmpty { return }
    if region.isEmpty {
      // Not a failure, and still a step to undo.
      touch(region.start)
      return rest(at: region.start)
    }
    if endsInBlankLine(region) { region.shape = .lines }
    if region.shape != .lines, region.lineCount == 1, text.length(region.start.line) == 0 {
      return rest(at: region.start)
    }
    guard VimRegisters.isWritable(region.register) else {
      effects.append(.bell)
      return rest(at: region.start)
    }
    if region.register != "_" { store(region, isDeleted: true) }
    remove(region)
    if region.shape == .block {
      rest()
      want()
    }
  }

  private mutating func rest(at position: VimPosition) {
    cursor = position
    rest()
    want()
  }

  /// Whether a region counts as whole lines: several lines with only blanks around it.
  private func endsInBlankLine(_ region: VimRegion) -> Bool {
    guard region.shape == .characters, !region.isVisual, region.lineCount > 1, !region.isForced
    else { return false }
    let line = text.line(region.end.line)
    var rest = line[min(region.end.column, line.count)...]
    if region.isInclusive, !rest.isEmpty {
      rest = rest.dropFirst(VimChars.length(line, at: region.end.column))
    }
    let before = text.line(region.start.line).prefix(while: isBlank)
    return rest.allSatisfy(isBlank) && before.count >= region.start.column
  }

  /// Removes the text, which registers already have.
  private mutating func remove(_ region: VimRegion) {
    cursor = region.start
    switch region.shape {
    case .lines:
      let wasWanted = wanted
      removeLines(region.lines)
      cursor.line = min(region.start.line, text.lastLine)
      if options.startsOfLine {
        placeCursor(onLine: cursor.line)
      } else {
        wanted = wasWanted
        goToWanted()
      }
      line.number = nil
      let position = VimPosition(line: region.start.line)
      setChanged(from: position, to: position)
      markChanged(VimPosition(line: min(region.start.line, text.lastLine)))
    case .block:
      for number in region.lines {
        let line = text.line(number)
        let part = blockPart(of: line, region)
        if part.isEmpty { continue }
        rememberLine(number)
        changeLine(number, Array(line[..<part.start]) + part.outside + Array(line[part.end...]))
        if number == region.start.line { cursor.column = part.start + part.leading }
      }
      setChanged(
        from: VimPosition(line: region.start.line, column: cursor.column),
        to: VimPosition(line: region.end.line, column: cursor.column))
      markChanged(cursor)
      want()
    case .characters:
      rememberLine(region.start.line)
      removeCharacters(from: region.start, to: behind(region))
      if region.lineCount > 1 { line.number = nil }
      noteChange(from: region.start, to: region.start)
      rest()
      want()
    }
  }

  /// Returns the position after the last character.
  func behind(_ region: VimRegion) -> VimPosition {
    let line = text.line(region.end.line)
    let column = min(region.end.column, line.count)
    let more = region.isInclusive ? VimChars.length(line, at: column) : 0
    return VimPosition(line: region.end.line, column: column + more)
  }

  mutating func removeCharacters(from start: VimPosition, to end: VimPosition) {
    let head = text.line(start.line).prefix(start.column)
    let tail = text.line(end.line).dropFirst(end.column)
    if end.line > start.line { removeLines(start.line + 1...end.line) }
    changeLine(start.line, Array(head) + Array(tail))
  }

  /// `trims`: without the blanks at the ends of a block's lines.
  mutating func yank(_ region: VimRegion, trims: Bool = false) {
    if !VimRegisters.isWritable(region.register) {
      effects.append(.bell)
      return rest(at: region.start)
    }
    if region.register != "_" { store(region, isDeleted: false, trims: trims) }
    cursor = region.start
    switch region.shape {
    case .lines:
      setChanged(
        from: VimPosition(line: region.start.line),
        to: VimPosition(line: region.end.line, column: VimMarks.lineEnd))
    case .characters, .block: setChanged(from: region.start, to: region.end)
    }
    if region.shape == .block {
      cursor.column = min(
        cursor.column,
        VimChars.column(
          text.line(cursor.line), ofCell: region.cells.lowerBound, tab: options.tabStop))
    }
    want()
  }

  // MARK: - Changing

  mutating func changeRegion(_ region: VimRegion) throws(VimFailure) {
    switch region.shape {
    case .lines:
      if region.register != "_", !text.rope.isEmpty { store(region, isDeleted: true) }
      let indent = options.autoIndent ? text.line(region.start.line).prefix(while: isBlank) : []
      if region.lineCount > 1 {
        removeLines(region.start.line + 1...region.end.line)
        line.number = nil
      }
      rememberLine(region.start.line)
      changeLine(region.start.line, Array(indent))
      cursor = VimPosition(line: region.start.line, column: indent.count)
      setChanged(from: VimPosition(line: region.start.line), to: cursor)
      markChanged(cursor)
      beginInsertion(.insert)
      insert.hasOnlyIndent = options.autoIndent
    case .characters:
      var region = region
      if !region.isEmpty {
        if region.register != "_", !text.rope.isEmpty { store(region, isDeleted: true) }
        let isEmptyLine = region.lineCount == 1 && text.length(region.start.line) == 0
        if isEmptyLine { touch(region.start) } else { remove(region) }
      } else {
        touch(region.start)
      }
      region.start.line = min(region.start.line, text.lastLine)
      cursor = region.start
      cursor.column = min(cursor.column, text.length(cursor.line))
      beginInsertion(.insert)
    case .block:
      if region.register != "_", !text.rope.isEmpty { store(region, isDeleted: true) }
      remove(region)
      let lines = Array(region.lines.dropFirst())
      beginInsertion(.insert)
      insert.blockEdge.line = region.start.line
      insert.block = VimBlockInsertion(
        lines: lines, cell: region.cells.lowerBound, column: cursor.column, pads: false,
        kind: .change, length: text.length(region.start.line))
    }
  }

  // MARK: - Blocks

  /// Returns the part of a line that is in a block.
  func blockPart(of line: [UInt8], _ region: VimRegion) -> VimBlockPart {
    VimBlockPart(line, region.cells, tab: options.tabStop)
  }
}

/// The part of a line in a block: its bytes, and the cells of partly included characters.
struct VimBlockPart {
  /// The first affected byte, and the end of the last one.
  var start: Int
  var end: Int
  /// Cells outside the block, left and right, of a tab or a wide character: they become blanks.
  var leading = 0
  var trailing = 0
  /// Cells inside the block without a character of their own.
  var inner = 0
  var isShort = false

  var isEmpty: Bool { start == end }
  var outside: [UInt8] { [UInt8](repeating: 0x20, count: leading + trailing) }

  init(_ line: [UInt8], _ cells: ClosedRange<Int>, tab: Int) {
    var (index, cell) = (0, 0)
    while index < line.count {
      let width = VimChars.width(line, at: index, cell: cell, tab: tab)
      if cell + width > cells.lowerBound { break }
      cell += width
      index = VimChars.next(line, index)
    }
    start = index
    end = index
    isShort = index >= line.count
    if isShort { return }
    leading = max(0, cells.lowerBound - cell)
    while index < line.count, cell <= cells.upperBound {
      let width = VimChars.width(line, at: index, cell: cell, tab: tab)
      cell += width
      index = VimChars.next(line, index)
    }
    end = index
    if cells.upperBound != .max { trailing = max(0, cell - 1 - cells.upperBound) }
  }

  /// Returns the text of the block in this line, with blanks for partly included characters.
  func inside(_ line: [UInt8], tab: Int) -> [UInt8] {
    if leading == 0, trailing == 0 { return Array(line[start..<end]) }
    var bytes: [UInt8] = []
    var index = start
    var first = VimChars.cell(line, at: start, tab: tab)
    let low = first + leading
    var last = first
    var ends: [(start: Int, end: Int, cell: Int, width: Int)] = []
    while index < end {
      let width = VimChars.width(line, at: index, cell: first, tab: tab)
      ends.append((index, VimChars.next(line, index), first, width))
      first += width
      last = first
      index = VimChars.next(line, index)
    }
    let high = last - trailing
    for part in ends {
      if part.cell >= low, part.cell + part.width <= high {
        bytes += line[part.start..<part.end]
      } else {
        let count = min(high, part.cell + part.width) - max(low, part.cell)
        bytes += [UInt8](repeating: 0x20, count: max(0, count))
      }
    }
    return bytes
  }
}
