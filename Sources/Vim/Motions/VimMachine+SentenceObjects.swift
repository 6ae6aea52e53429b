/// The objects `is as`.
extension VimMachine {
  func selectSentences(_ count: Int, around: Bool) -> VimMove {
    let here = VimWalk(text, at: cursor)
    var next = here
    _ = next.toSentence(count: 1, isForward: true)
    if !startsNewObject {
      return growSentences(count, around: around, from: here, at: cursor, next)
    }

    var (start, end, ahead) = (here, next, here)
    while ahead.isBlank { ahead.skip() }
    // Blanks before a sentence are their own object.
    let startsBlank = ahead.position == next.position
    if startsBlank {
      start.backToFirstBlank()
    } else {
      _ = end.toSentence(count: 1, isForward: false)
      start = end
    }
    let parts = around ? count * 2 : startsBlank ? count - 1 : count
    if parts > 0 {
      end.overSentences(parts, isAtStart: true)
    } else {
      end.skipBack()
    }
    if around {
      if startsBlank {
        end.backToFirstBlank()
        if end.isBlank { end.skipBack() }
      } else if !end.isBlank {
        start.backToFirstBlank()
      }
    }
    if growing != nil {
      if start.position == end.position {
        return growSentences(count, around: around, from: ahead, at: start.position, end)
      }
      return object(from: start.position, through: end.position, isJump: true)
    }
    if end.skip() == .none {
      return object(from: start.position, through: onCharacter(end.position), isJump: true)
    }
    return object(from: start.position, to: end.position, isJump: true)
  }

  /// Extends a selection by sentences, away from its start. `next` is the start of the next
  /// sentence after `position`.
  private func growSentences(
    _ count: Int, around: Bool, from walk: VimWalk, at position: VimPosition, _ next: VimWalk
  ) -> VimMove {
    let start = growing?.start ?? cursor
    var end = next
    let parts = around ? count * 2 : count
    if position < start {
      end.overSentencesBack(parts, around: around, from: walk, at: position)
    } else {
      end.overSentencesOn(parts, from: walk, at: position)
    }
    let shape = growing?.shape ?? .characters
    return VimMove(start: start, end: end.position, shape: shape, isInclusive: true, isJump: true)
  }
}

extension VimWalk {
  /// Moves over sentences and the blanks between them alternately, to the last character.
  fileprivate mutating func overSentences(_ count: Int, isAtStart: Bool) {
    var isAtStart = isAtStart
    for index in 1...max(1, count) {
      _ = toSentence(count: 1, isForward: true)
      if isAtStart { backToFirstBlank() }
      if index == count || isAtStart { skipBack() }
      isAtStart.toggle()
    }
  }

  /// Moves forward from the end of a selection: before a sentence, in one, or in blanks.
  fileprivate mutating func overSentencesOn(_ count: Int, from walk: VimWalk, at begin: VimPosition)
  {
    var after = walk
    after.skip()
    var isAtStart = true
    if after.position != position {
      isAtStart = after.meetsText(before: position)
      if isAtStart {
        _ = toSentence(count: 1, isForward: false)
      } else {
        position = begin
      }
    }
    overSentences(count, isAtStart: isAtStart)
  }

  /// Moves back from the start of a selection.
  fileprivate mutating func overSentencesBack(
    _ count: Int, around: Bool, from walk: VimWalk, at begin: VimPosition
  ) {
    var before = walk
    before.skipBack()
    var isAtStart = !before.meetsText(before: position)
    if !isAtStart {
      _ = toSentence(count: 1, isForward: false)
      if position == begin {
        isAtStart = true
      } else {
        _ = toSentence(count: 1, isForward: true)
      }
    }
    for _ in 0..<count {
      if isAtStart { backToFirstBlank() }
      if !isAtStart || !around && !isBlank { _ = toSentence(count: 1, isForward: false) }
      isAtStart.toggle()
    }
  }

  /// Whether there is text other than blanks before a position.
  private mutating func meetsText(before position: VimPosition) -> Bool {
    while self.position < position {
      if !isBlank { return true }
      skip()
    }
    return false
  }
}
