/// Moves by words. Each function returns false if the text ends before it moves over a word.
extension VimWalk {
  /// Moves as `w` does. With `staysInLine` the last word ends with its line, as operators want.
  mutating func toNextWord(count: Int, isBig: Bool, staysInLine: Bool) -> Bool {
    for left in stride(from: count - 1, through: 0, by: -1) {
      let stops = staysInLine && left == 0
      let first = kind(isBig: isBig)
      let isLastLine = position.line == lastLine
      let step = self.step()
      if step == .none || !step.isInLine && isLastLine { return false }
      if !step.isInLine && stops { return true }
      if first != VimClasses.blank {
        while kind(isBig: isBig) == first {
          let step = self.step()
          if step == .none || stops && !step.isInLine { return true }
        }
      }
      // An empty line is a word.
      while kind(isBig: isBig) == VimClasses.blank, !isInEmptyLine {
        let step = self.step()
        if step == .none || stops && !step.isInLine { return true }
      }
    }
    return true
  }

  /// Moves as `b` does. With `stays` the start of a word counts as a step.
  mutating func toWordBack(count: Int, isBig: Bool, stays: Bool = false) -> Bool {
    var stays = stays
    for _ in 0..<count {
      let first = kind(isBig: isBig)
      if stepBack() == .none { return false }
      defer { stays = false }
      if !stays || first == VimClasses.blank || first == kind(isBig: isBig) {
        while kind(isBig: isBig) == VimClasses.blank, !isInEmptyLine {
          if stepBack() == .none { return true }
        }
        if isInEmptyLine { continue }
        if skipAll(of: kind(isBig: isBig), isBig: isBig, isForward: false) { return true }
      }
      step()
    }
    return true
  }

  /// Moves as `e` does. With `stays` the end of a word counts as a step.
  mutating func toWordEnd(
    count: Int, isBig: Bool, stays: Bool = false, stopsAtEmptyLine: Bool = false
  )
    -> Bool
  {
    var stays = stays
    for _ in 0..<count {
      let first = kind(isBig: isBig)
      if step() == .none { return false }
      defer { stays = false }
      if first != VimClasses.blank, kind(isBig: isBig) == first {
        if skipAll(of: first, isBig: isBig, isForward: true) { return false }
      } else if !stays || first == VimClasses.blank {
        while kind(isBig: isBig) == VimClasses.blank {
          if stopsAtEmptyLine, isInEmptyLine { break }
          if step() == .none { return false }
        }
        if stopsAtEmptyLine, isInEmptyLine { continue }
        if skipAll(of: kind(isBig: isBig), isBig: isBig, isForward: true) { return false }
      }
      stepBack()
    }
    return true
  }

  /// Moves as `ge` does. With `staysInLine` it ends with the line.
  mutating func toWordEndBack(count: Int, isBig: Bool, staysInLine: Bool = false) -> Bool {
    for _ in 0..<count {
      let first = kind(isBig: isBig)
      var step = stepBack()
      if step == .none { return false }
      if staysInLine, step == .toOtherLine { return true }
      if first != VimClasses.blank {
        while kind(isBig: isBig) == first {
          step = stepBack()
          if step == .none || staysInLine && step == .toOtherLine { return true }
        }
      }
      while kind(isBig: isBig) == VimClasses.blank, !isInEmptyLine {
        step = stepBack()
        if step == .none || staysInLine && step == .toOtherLine { return true }
      }
    }
    return true
  }

  /// Moves to the start of the current word or blanks.
  mutating func toStartInLine(isBig: Bool) {
    let first = kind(isBig: isBig)
    while column > 0 {
      let before = position
      stepBack()
      if kind(isBig: isBig) != first {
        position = before
        return
      }
    }
  }

  /// Moves over all characters of a kind. Returns true if the text ended.
  private mutating func skipAll(of kind: Int, isBig: Bool, isForward: Bool) -> Bool {
    while self.kind(isBig: isBig) == kind {
      if (isForward ? step() : stepBack()) == .none { return true }
    }
    return false
  }
}
