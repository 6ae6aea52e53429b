/// Moves by words, sentences, paragraphs and brackets.
extension VimMachine {
  // MARK: - Words

  mutating func moveToWord(_ count: Int, isBig: Bool) throws(VimFailure) -> VimMove {
    var walk = VimWalk(text, at: cursor)
    // In a word, `cw` is `ce`, and it stays in a word of one letter.
    if keys.pendingOperator == .change, !walk.isAtLineEnd, !walk.isBlank {
      _ = walk.toWordEnd(count: count, isBig: isBig, stays: true)
      return VimMove(end: walk.inLine, isInclusive: true)
    }
    let isFound = walk.toNextWord(
      count: count, isBig: isBig, staysInLine: keys.pendingOperator != nil)
    if !isFound, keys.pendingOperator == nil { throw failure(at: walk.position) }
    return exclusive(walk.position)
  }

  mutating func moveToWordEnd(_ count: Int, isBig: Bool) throws(VimFailure) -> VimMove {
    var walk = VimWalk(text, at: cursor)
    let isFound = walk.toWordEnd(count: count, isBig: isBig)
    if !isFound, keys.pendingOperator == nil { throw failure(at: walk.position) }
    return VimMove(end: growing == nil ? walk.inLine : walk.position, isInclusive: true)
  }

  mutating func moveWordBack(_ count: Int, isBig: Bool) throws(VimFailure) -> VimMove {
    var walk = VimWalk(text, at: cursor)
    if !walk.toWordBack(count: count, isBig: isBig) { throw failure(at: walk.position) }
    return VimMove(end: walk.position)
  }

  mutating func moveWordEndBack(_ count: Int, isBig: Bool) throws(VimFailure) -> VimMove {
    var walk = VimWalk(text, at: cursor)
    if !walk.toWordEndBack(count: count, isBig: isBig) { throw failure(at: walk.position) }
    return VimMove(end: walk.position, isInclusive: true)
  }

  // MARK: - Sentences and paragraphs

  func moveToSentence(_ count: Int, isForward: Bool) throws(VimFailure) -> VimMove {
    var walk = VimWalk(text, at: cursor)
    if !walk.toSentence(count: count, isForward: isForward) { throw .quiet }
    return exclusive(walk.position, isJump: true)
  }

  func moveToParagraph(_ count: Int, isForward: Bool) throws(VimFailure) -> VimMove {
    guard let line = text.paragraphEnd(from: cursor.line, count: count, isForward: isForward)
    else { throw .quiet }
    // There is no line after the last one, and its last character belongs to the paragraph.
    let column = line == text.lastLine ? VimChars.last(text.line(line)) : 0
    let isLast = line == text.lastLine && text.length(line) > 0
    return VimMove(end: VimPosition(line: line, column: column), isInclusive: isLast, isJump: true)
  }

  /// Handles `]]` and `[[`. After the last heading comes the end of the text.
  func moveToHeading(_ count: Int, isForward: Bool) throws(VimFailure) -> VimMove {
    let lines = headings(isForward: isForward)
    if lines.count >= count {
      return VimMove(end: VimPosition(line: lines[count - 1], column: 0), isJump: true)
    }
    if lines.count < count - 1 { throw .quiet }
    if !isForward { return VimMove(end: VimPosition(line: 0, column: 0), isJump: true) }
    let column = VimChars.last(text.line(text.lastLine))
    return VimMove(
      end: VimPosition(line: text.lastLine, column: column), isInclusive: true, isJump: true)
  }

  /// Handles `zj` and `zk`: headings begin folds.
  func moveOverHeadings(_ count: Int, isForward: Bool) throws(VimFailure) -> VimMove {
    let lines = headings(isForward: isForward)
    guard lines.count >= count else { throw .quiet }
    return VimMove(end: VimPosition(line: lines[count - 1], column: 0), shape: .lines, isJump: true)
  }

  /// Returns the lines of headings, the nearest first.
  private func headings(isForward: Bool) -> [Int] {
    let headings = VimOutline(text).headings.map(\.line)
    return isForward
      ? headings.filter { $0 > cursor.line } : headings.filter { $0 < cursor.line }.reversed()
  }

  // MARK: - Brackets

  func moveToMatch(_ count: Int?) throws(VimFailure) -> VimMove {
    if let count {
      if count > 100 { throw .quiet }
      return moveToLine((text.lineCount * count + 99) / 100 - 1)
    }
    let line = text.line(cursor.line)
    // At or before the sign of `#if`, or in its line without a bracket, to the next of its lines.
    let condition = VimCodeScan.condition(line)
    let begins = condition.map { cursor.column <= $0.column } ?? false
    let bracket = begins ? nil : VimBrackets(text: text).match(at: cursor)
    if bracket == nil, condition != nil, let found = VimCodeScan(text).match(ofLine: cursor.line) {
      return VimMove(end: found, shape: .lines, isJump: true)
    }
    guard let position = bracket else { throw .quiet }
    return VimMove(end: position, isInclusive: true, isJump: true)
  }

  /// Moves out of `count` brackets, or of as many as there are.
  func moveToUnmatched(_ bracket: Unicode.Scalar, _ count: Int) throws(VimFailure) -> VimMove {
    var position: VimPosition?
    for _ in 0..<count {
      let from = position ?? cursor
      guard let next = VimBrackets(text: text).unmatched(UInt8(ascii: bracket), from: from)
      else { break }
      position = next
    }
    guard let position else { throw .quiet }
    return VimMove(end: position, isJump: true)
  }
}

/// Handles `f F t T`, `;` and `,`.
extension VimMachine {
  mutating func find(
    _ argument: String, isForward: Bool, isTill: Bool, _ count: Int
  ) throws(VimFailure) -> VimMove {
    if argument.isEmpty { throw .quiet }
    let find = VimFind(character: Array(argument.utf8), isForward: isForward, isTill: isTill)
    // Remembered even if nothing is found. `.` does not change `;`.
    if !change.isRepeating { search.lastFind = find }
    return try go(to: find, count)
  }

  func findAgain(isReversed: Bool, _ count: Int) throws(VimFailure) -> VimMove {
    guard var find = search.lastFind else { throw .quiet }
    if isReversed { find.isForward.toggle() }
    // After `t` the cursor is next to the character: move to the next one.
    return try go(to: find, count, passesNeighbor: find.isTill && count == 1)
  }

  private func go(
    to find: VimFind, _ count: Int, passesNeighbor: Bool = false
  ) throws(VimFailure) -> VimMove {
    let line = text.line(cursor.line)
    var column = cursor.column
    var passes = passesNeighbor
    for _ in 0..<count {
      var isFound = false
      while !isFound {
        if find.isForward {
          column = VimChars.next(line, column)
          if column >= line.count { throw .quiet }
        } else {
          if column == 0 { throw .quiet }
          column = VimChars.previous(line, column)
        }
        isFound = !passes && line[column...].starts(with: find.character)
        passes = false
      }
    }
    if find.isTill {
      column =
        find.isForward
        ? VimChars.previous(line, column)
        : VimChars.start(line, column + find.character.count)
    }
    return VimMove(
      end: VimPosition(line: cursor.line, column: column), isInclusive: find.isForward)
  }
}
