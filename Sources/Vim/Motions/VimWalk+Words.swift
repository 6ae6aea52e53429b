/// Over words. Each answers false where the text ends before it began to go over one.
extension VimWalk {
  /// `w`. With `staysInLine` the last word ends with its line, as operators want it.
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

  /// `b`. With `stays` the start of a word counts as one of them.
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

  /// `e`. With `stays` the end of a word counts as one of them.
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

  /// `ge`. With `staysInLine` it ends with the line.
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

  /// To the start of the word or of the blanks that it is in.
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

  /// Over all characters of a kind; true where the text ended.
  private mutating func skipAll(of kind: Int, isBig: Bool, isForward: Bool) -> Bool {
    while self.kind(isBig: isBig) == kind {
      if (isForward ? step() : stepBack()) == .none { return true }
    }
    return false
  }
}
