/// The commands `ys`, `S`, `cs` and `ds` for signs around text. Registers do not change.
extension VimMachine {
  /// Returns the target of `yss`: the text of lines, without the blanks at both ends.
  func textOfLines(_ last: Int) -> VimMove {
    let bytes = text.line(cursor.line)
    let start = bytes.firstIndex { !isBlank($0) } ?? bytes.count
    return VimMove(
      start: VimPosition(line: cursor.line, column: start),
      end: VimPosition(line: last, column: text.length(last)), isExact: true)
  }

  /// Puts signs around the target of an operator.
  mutating func surround(_ region: VimRegion) throws(VimFailure) {
    guard let signs = keys.signNames.new else { throw .quiet }
    switch region.shape {
    case .lines: surroundLines(region.lines, signs)
    case .characters: surround(from: region.start, to: endOfText(region), signs)
    case .block:
      let (before, after) = texts(signs)
      for number in region.lines {
        let line = text.line(number)
        let part = blockPart(of: line, region)
        if part.isShort { continue }
        changeLine(
          number,
          Array(line[..<part.start]) + before + line[part.start..<part.end] + after
            + line[part.end...])
      }
      finishSigns(at: cursor)
    }
  }

  private func texts(_ signs: VimDelimiters) -> (before: [UInt8], after: [UInt8]) {
    let (before, after) = signs.texts
    return keys.signNames.hasBlank ? (before + [0x20], [0x20] + after) : (before, after)
  }

  /// Returns the end of a region, without the blanks after a word that a motion passed.
  private func endOfText(_ region: VimRegion) -> VimPosition {
    var end = behind(region)
    if region.isVisual { return end }
    let line = text.line(end.line)
    let least = end.line == region.start.line ? region.start.column : 0
    while end.column > least, isBlank(line[end.column - 1]) { end.column -= 1 }
    return end.column > least || end.line > region.start.line ? end : behind(region)
  }

  private mutating func surround(
    from start: VimPosition, to end: VimPosition, _ signs: VimDelimiters
  ) {
    let (before, after) = texts(signs)
    replaceCharacters(from: end, to: end, with: after)
    replaceCharacters(from: start, to: start, with: before)
    finishSigns(at: start)
  }

  private mutating func surroundLines(_ lines: ClosedRange<Int>, _ signs: VimDelimiters) {
    let (before, after) = signs.lineTexts
    let indent = Array(text.line(lines.lowerBound).prefix(while: isBlank))
    cursor = VimPosition(line: lines.lowerBound)
    insertLines([indent + after], at: lines.upperBound + 1)
    insertLines([indent + before], at: lines.lowerBound)
    line.number = nil
    finishSigns(at: VimPosition(line: lines.lowerBound, column: indent.count))
    marks.positions["]"] = VimPosition(line: lines.upperBound + 2)
  }

  private mutating func finishSigns(at position: VimPosition) {
    cursor = position
    noteChange(from: position, to: position)
    rest()
    want()
  }

  // MARK: - Existing signs

  /// Handles `cs` and `ds`.
  mutating func changeSigns(_ count: Int) throws(VimFailure) {
    switch keys.signNames.old {
    case .object(let object):
      let move = try select(object, count: count, around: false)
      var region = VimRegion(start: move.start ?? cursor, end: move.end, shape: move.shape)
      region.isInclusive = move.isInclusive
      try surround(region)
    case .signs(let old):
      let pair = try pair(of: old, count)
      let new = keys.signNames.new?.replacing(pair.signs)
      let (before, after) = new.map(texts) ?? ([], [])
      replaceCharacters(from: pair.close.lowerBound, to: pair.close.upperBound, with: after)
      replaceCharacters(from: pair.open.lowerBound, to: pair.open.upperBound, with: before)
      finishSigns(at: pair.open.lowerBound)
    case nil: throw .quiet
    }
  }

  private mutating func replaceCharacters(
    from start: VimPosition, to end: VimPosition, with new: [UInt8]
  ) {
    rememberLine(start.line)
    let head = text.line(start.line).prefix(start.column)
    let tail = text.line(end.line).dropFirst(end.column)
    if end.line > start.line {
      removeLines(start.line + 1...end.line)
      line.number = nil
    }
    changeLine(start.line, Array(head) + new + Array(tail))
  }
}
