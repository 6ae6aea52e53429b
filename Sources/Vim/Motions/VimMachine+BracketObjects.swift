/// The objects `i( i{ i[ i<` and their `a` forms.
extension VimMachine {
  mutating func selectBrackets(
    _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ count: Int, around: Bool
  ) throws(VimFailure) -> VimMove {
    let open = UInt8(ascii: opening)
    let close = UInt8(ascii: closing)
    // Only the search back for the opening bracket includes brackets in quotes.
    let brackets = VimBrackets(text: text, pairs: VimBrackets.withAngles)
    let all = VimBrackets(text: text, skipsQuotedBrackets: false, pairs: VimBrackets.withAngles)
    var old = (start: cursor, end: cursor)
    var from = cursor
    if startsNewObject {
      from = positionInBrackets(open)
    } else if let growing {
      old = (min(growing.start, cursor), max(growing.start, cursor))
      from = old.start
    }
    // Outside all brackets, use the next ones.
    let isInside = all.unmatched(open, from: from) != nil
    var found: VimPosition?
    for _ in 0..<count {
      let from = found ?? from
      guard
        let next = isInside
          ? all.unmatched(open, from: from) : all.next(open, from: from)
      else { throw .quiet }
      found = next
    }
    guard var start = found, var close = brackets.unmatched(close, from: start) else {
      throw .quiet
    }
    if around { return finished(from: start, through: close, linesEnd: false) }

    while true {
      let inner = inside(start, close)
      if growing != nil, inner.start == close { throw .quiet }
      let isSame = inner.start >= old.start && inner.end <= old.end && inner.start != inner.end
      if !isSame || growing == nil {
        return finished(from: inner.start, through: inner.end, linesEnd: inner.linesEnd)
      }
      // The pair is already selected: use the next one around it.
      var before = VimWalk(text, at: old.start)
      before.skipBack()
      guard let next = brackets.unmatched(open, from: before.position),
        let end = brackets.unmatched(UInt8(ascii: closing), from: next)
      else { throw .quiet }
      (start, close) = (next, end)
    }
  }

  /// Returns where the search back for a bracket starts: after an opening one at the cursor.
  private func positionInBrackets(_ open: UInt8) -> VimPosition {
    var walk = VimWalk(text, at: cursor)
    if open == UInt8(ascii: "{") {
      while walk.isInIndent, walk.step() == .inLine {}
    }
    if walk.byte == open { walk.position.column += 1 }
    return walk.position
  }

  /// Returns the text between brackets, without the indent before the closing one.
  private func inside(
    _ open: VimPosition, _ close: VimPosition
  ) -> (start: VimPosition, end: VimPosition, linesEnd: Bool) {
    var start = VimWalk(text, at: open)
    start.skip()
    var end = VimWalk(text, at: close)
    var linesEnd = end.column == 0
    end.skipBack()
    while end.isInIndent {
      linesEnd = true
      if end.skipBack() != .inLine { break }
    }
    return (start.position, end.position, linesEnd)
  }

  /// `linesEnd`: the closing bracket is alone on its line, so the ending before it counts.
  private func finished(from start: VimPosition, through end: VimPosition, linesEnd: Bool)
    -> VimMove
  {
    var walk = VimWalk(text, at: end)
    if growing != nil {
      if linesEnd, !walk.isAtLineEnd { walk.step() }
      return object(from: start, through: walk.position)
    }
    if linesEnd {
      walk.skip()
      return object(from: start, to: walk.position, isJump: true)
    }
    if start <= end { return object(from: start, through: onCharacter(end), isJump: true) }
    return VimMove(start: start, end: start, isJump: true)
  }
}
