import TextEngine

/// Moves left, right, up and down, and to lines and columns by number.
extension VimMachine {
  /// Moves to the end of the last line, or of the line with a number.
  func moveToTextEnd(_ number: Int?) -> VimMove {
    let line = min(max(0, (number ?? text.lineCount) - 1), text.lastLine)
    let column = VimChars.last(text.line(line))
    return VimMove(
      end: VimPosition(line: line, column: column), isInclusive: true, wanted: .end, isJump: true)
  }

  // MARK: - Left and right

  func moveLeft(_ count: Int, wraps: Bool) throws(VimFailure) -> VimMove {
    var walk = VimWalk(text, at: cursor)
    var isExact = false
    for index in 0..<count {
      if walk.stepLeft() { continue }
      guard wraps, walk.position.line > 0 else {
        if index == 0, keys.pendingOperator == nil { throw .quiet }
        break
      }
      let line = walk.position.line - 1
      let end = VimPosition(line: line, column: text.length(line))
      let isCut = keys.pendingOperator == .delete || keys.pendingOperator == .change
      // Text deleted across the start of a line includes the line ending.
      if isCut, end.column > 0 { isExact = true }
      walk.position = isCut ? end : onCharacter(end)
    }
    return VimMove(end: walk.position, isExact: isExact)
  }

  func moveRight(_ count: Int, wraps: Bool) throws(VimFailure) -> VimMove {
    var walk = VimWalk(text, at: cursor)
    var isInclusive = false
    for index in 0..<count {
      if stepRight(&walk) { continue }
      if wraps, walk.position.line < walk.lastLine {
        // The last character counts before the line ends.
        if keys.pendingOperator != nil, !isInclusive, !walk.isInEmptyLine {
          isInclusive = true
        } else {
          walk.position = VimPosition(line: walk.position.line + 1, column: 0)
          isInclusive = false
        }
        continue
      }
      if keys.pendingOperator != nil {
        if !walk.isInEmptyLine { isInclusive = true }
      } else if index == 0 {
        throw .quiet
      }
      break
    }
    return VimMove(end: walk.position, isInclusive: isInclusive)
  }

  /// Moves to the next character of the line; past the last one only with a selection.
  private func stepRight(_ walk: inout VimWalk) -> Bool {
    if walk.isAtLineEnd { return false }
    let next = VimChars.next(walk.line, walk.column)
    if next >= walk.line.count, growing == nil { return false }
    walk.position.column = next
    return true
  }

  // MARK: - Up and down

  /// Returns the line at a distance, limited to the text; fails if the cursor cannot move at all.
  private func line(by count: Int) throws(VimFailure) -> Int {
    let last = text.lastLine
    if count > 0 && cursor.line >= last || count < 0 && cursor.line == 0 { throw .quiet }
    return min(max(0, cursor.line + count), last)
  }

  func moveLines(_ count: Int) throws(VimFailure) -> VimMove {
    let line = try line(by: count)
    return VimMove(end: position(inLine: line, at: wanted), shape: .lines, wanted: wanted)
  }

  func moveToText(by count: Int) throws(VimFailure) -> VimMove {
    VimMove(end: firstText(ofLine: try line(by: count)), shape: .lines)
  }

  /// Handles `_`. With yank, the cursor does not move to the first text.
  func moveToTextHere(_ count: Int) throws(VimFailure) -> VimMove {
    let line = try line(by: count - 1)
    if keys.pendingOperator == .yank {
      return VimMove(end: position(inLine: line, at: wanted), shape: .lines, wanted: wanted)
    }
    return VimMove(end: firstText(ofLine: line), shape: .lines)
  }

  // MARK: - To lines and bytes

  func moveToLine(_ number: Int) -> VimMove {
    let line = min(max(0, number), text.lastLine)
    if options.startsOfLine {
      return VimMove(end: firstText(ofLine: line), shape: .lines, isJump: true)
    }
    return VimMove(
      end: position(inLine: line, at: wanted), shape: .lines, wanted: wanted, isJump: true)
  }

  /// Handles `go`: bytes count from 1, and a line ending is one byte.
  func moveToByte(_ number: Int) -> VimMove {
    let offset = ByteOffset(number - 1)
    let end = VimPosition(line: text.lastLine, column: text.length(text.lastLine))
    if offset > text.offset(of: end) {
      return VimMove(end: onCharacter(end), shape: keys.lastShape, wanted: .end, isJump: true)
    }
    let position = text.position(of: offset)
    let start = VimChars.start(text.line(position.line), position.column)
    return VimMove(
      end: onCharacter(VimPosition(line: position.line, column: start)), shape: keys.lastShape,
      isJump: true)
  }

  // MARK: - Columns

  func moveToLineEnd(_ count: Int) throws(VimFailure) -> VimMove {
    let line = try line(by: count - 1)
    return VimMove(end: position(inLine: line, at: .end), isInclusive: true, wanted: .end)
  }

  mutating func moveToLastText(_ count: Int) throws(VimFailure) -> VimMove {
    guard let line = try? line(by: count - 1) else {
      // From then on, vim stays at the ends of lines.
      wanted = .end
      throw .quiet
    }
    var walk = VimWalk(text, at: VimPosition(line: line, column: text.length(line)))
    walk.stepLeft()
    while walk.isBlank, walk.stepLeft() {}
    // A block made by an operator extends to the end of each line.
    return VimMove(
      end: walk.position, isInclusive: true, wanted: keys.pendingOperator == nil ? nil : .end)
  }

  /// Handles `|`: the column stays wanted even if the line is too short.
  func moveToColumn(_ count: Int?) -> VimMove {
    let wanted = VimColumn.cell(max(0, (count ?? 1) - 1))
    return VimMove(end: position(inLine: cursor.line, at: wanted), wanted: wanted)
  }
}
