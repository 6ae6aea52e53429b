/// `is as`.
extension VimMachine {
  func selectSentences(_ count: Int, around: Bool) -> VimMove {
    let here = VimWalk(text, at: cursor)
    var next = here
    _ = next.toSentence(count: 1, isForward: true)
    if !selectsFresh { return growSentences(count, around: around, from: here, at: cursor, next) }

    var (start, end, ahead) = (here, next, here)
    while ahead.isBlank { ahead.skip() }
    // Blanks before a sentence are an object of their own.
    let startsBlank = ahead.place == next.place
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
      if start.place == end.place {
        return growSentences(count, around: around, from: ahead, at: start.place, end)
      }
      return object(from: start.place, through: end.place, isJump: true)
    }
    if end.skip() == .none {
      return object(from: start.place, through: onCharacter(end.place), isJump: true)
    }
    return object(from: start.place, to: end.place, isJump: true)
  }

  /// More sentences, away from where the selection was begun. `next` is where one begins behind
  /// `place`.
  private func growSentences(
    _ count: Int, around: Bool, from walk: VimWalk, at place: VimPosition, _ next: VimWalk
  ) -> VimMove {
    let start = growing?.start ?? cursor
    var end = next
    let parts = around ? count * 2 : count
    if place < start {
      end.overSentencesBack(parts, around: around, from: walk, at: place)
    } else {
      end.overSentencesOn(parts, from: walk, at: place)
    }
    let shape = growing?.shape ?? .characters
    return VimMove(start: start, end: end.place, shape: shape, isInclusive: true, isJump: true)
  }
}

extension VimWalk {
  /// Over sentences and the blanks between them by turns, to the last character.
  fileprivate mutating func overSentences(_ count: Int, isAtStart: Bool) {
    var isAtStart = isAtStart
    for index in 1...max(1, count) {
      _ = toSentence(count: 1, isForward: true)
      if isAtStart { backToFirstBlank() }
      if index == count || isAtStart { skipBack() }
      isAtStart.toggle()
    }
  }

  /// The cursor is at the end of what is selected: before a sentence, in one, or in blanks.
  fileprivate mutating func overSentencesOn(_ count: Int, from walk: VimWalk, at begin: VimPosition)
  {
    var after = walk
    after.skip()
    var isAtStart = true
    if after.place != place {
      isAtStart = after.meetsText(before: place)
      if isAtStart {
        _ = toSentence(count: 1, isForward: false)
      } else {
        place = begin
      }
    }
    overSentences(count, isAtStart: isAtStart)
  }

  /// The cursor is at the start of what is selected.
  fileprivate mutating func overSentencesBack(
    _ count: Int, around: Bool, from walk: VimWalk, at begin: VimPosition
  ) {
    var before = walk
    before.skipBack()
    var isAtStart = !before.meetsText(before: place)
    if !isAtStart {
      _ = toSentence(count: 1, isForward: false)
      if place == begin {
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

  /// Whether there is more than blanks up to a place.
  private mutating func meetsText(before place: VimPosition) -> Bool {
    while self.place < place {
      if !isBlank { return true }
      skip()
    }
    return false
  }
}
