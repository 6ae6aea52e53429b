/// The objects `iw aw iW aW`.
extension VimMachine {
  mutating func selectWords(
    _ count: Int, isBig: Bool, around: Bool
  ) throws(VimFailure) -> VimMove {
    var walk = VimWalk(text, at: cursor)
    var start = growing?.start ?? cursor
    var first = start
    var takesBlanks = false
    var isInclusive = true
    var left = count
    if startsNewObject {
      walk.toStartInLine(isBig: isBig)
      first = walk.position
      takesBlanks = try firstWord(&walk, isBig: isBig, around: around)
      start = first
      left -= 1
    }
    while left > 0 {
      isInclusive = true
      if growing != nil, walk.position < start {
        if !oneWordBack(&walk, isBig: isBig, around: around) { throw fail(at: walk, start) }
      } else {
        guard let isWhole = oneWordOn(&walk, isBig: isBig, around: around, isLast: left == 1)
        else { throw fail(at: walk, start) }
        isInclusive = isWhole
      }
      left -= 1
    }
    let endsInText = walk.kind(isBig: isBig) != VimClasses.blank
    if takesBlanks, endsInText || walk.column == 0 && !isInclusive {
      start = blanks(before: first, isBig: isBig) ?? start
    }
    if growing != nil { return grown(from: start, through: walk.position) }
    if isInclusive { return object(from: start, through: onCharacter(walk.position)) }
    return object(from: start, to: walk.position)
  }

  /// Moves to the end of the first object. Returns whether blanks are needed on one side.
  private mutating func firstWord(
    _ walk: inout VimWalk, isBig: Bool, around: Bool
  ) throws(VimFailure) -> Bool {
    if (walk.kind(isBig: isBig) == VimClasses.blank) == around {
      if walk.toWordEnd(count: 1, isBig: isBig, stays: true, stopsAtEmptyLine: true) {
        return false
      }
      throw failure(at: walk.position)
    }
    _ = walk.toNextWord(count: 1, isBig: isBig, staysInLine: true)
    // After a word that ends its line, this is the next line.
    if walk.column == 0 { walk.skipBack() } else { walk.stepLeft() }
    return around
  }

  private func oneWordBack(_ walk: inout VimWalk, isBig: Bool, around: Bool) -> Bool {
    if walk.skipBack() == .none { return false }
    if around != (walk.kind(isBig: isBig) != VimClasses.blank) {
      return walk.toWordBack(count: 1, isBig: isBig, stays: true)
    }
    if !walk.toWordEndBack(count: 1, isBig: isBig, staysInLine: true) { return false }
    walk.skip()
    return true
  }

  /// Moves over one word. Returns whether its last character is included; nil if there is no word.
  private func oneWordOn(
    _ walk: inout VimWalk, isBig: Bool, around: Bool, isLast: Bool
  ) -> Bool? {
    if walk.skip() == .none { return nil }
    if around != (walk.kind(isBig: isBig) == VimClasses.blank) {
      let isFound = walk.toNextWord(count: 1, isBig: isBig, staysInLine: true)
      if !isFound, !isLast { return nil }
      return walk.stepLeft()
    }
    return walk.toWordEnd(count: 1, isBig: isBig, stays: true, stopsAtEmptyLine: true) ? true : nil
  }

  /// Returns the start of the blanks before a word; nil if they are the indent.
  private func blanks(before position: VimPosition, isBig: Bool) -> VimPosition? {
    var walk = VimWalk(text, at: position)
    if !walk.stepLeft() { return nil }
    walk.toStartInLine(isBig: isBig)
    return walk.kind(isBig: isBig) == VimClasses.blank && walk.column > 0 ? walk.position : nil
  }

  /// Returns a failure of a growing selection, and selects what was found so far.
  private mutating func fail(at walk: VimWalk, _ start: VimPosition) -> VimFailure {
    if growing != nil { visual.start = start }
    return failure(at: walk.position)
  }
}
