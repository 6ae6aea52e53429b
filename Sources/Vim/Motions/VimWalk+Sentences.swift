import TextEngine

/// Moves by sentences and paragraphs.
extension VimWalk {
  /// Moves to the start of a sentence. Does not move if there are too few.
  mutating func toSentence(count: Int, isForward: Bool) -> Bool {
    var walk = self
    var left = count
    var skipsBlanks = true
    while left > 0 {
      left -= 1
      let begin = walk.position
      var isFound = false
      if walk.isAtLineEnd {
        while walk.skip(isForward: isForward) != .none, walk.isAtLineEnd {}
        isFound = isForward
      } else if isForward, walk.column == 0, walk.text.startsParagraph(walk.position.line) {
        if walk.position.line == lastLine { return false }
        walk.position.line += 1
        isFound = true
      } else if !isForward {
        walk.skipBack()
      }
      if !isFound {
        walk.backOverSentenceEnd(isForward: isForward)
        if !walk.toSentenceEnd(isForward: isForward) {
          if left > 0 { return false }
          skipsBlanks = false
        }
      }
      while skipsBlanks, walk.isBlank {
        if walk.skip() == .none { break }
      }
      if walk.position == begin {
        // It was there already: search once more from the next character.
        if walk.skip(isForward: isForward) == .none {
          if left > 0 { return false }
          break
        }
        left += 1
      }
    }
    self = walk
    return true
  }

  /// Moves back over blanks and closing signs, so that the end of the sentence is found.
  private mutating func backOverSentenceEnd(isForward: Bool) {
    var hasDot = false
    while isBlank || isOne(of: Self.ends) || isOne(of: Self.closings) {
      var before = self
      if before.skipBack() == .none || before.isInEmptyLine && isForward { return }
      if hasDot { return }
      if isOne(of: Self.ends) { hasDot = true }
      let isClosing = before.isOne(of: Self.ends) || before.isOne(of: Self.closings)
      if isOne(of: Self.closings), !isClosing { return }
      self = before
    }
  }

  /// Moves past the end of a sentence; false at an end of the text.
  private mutating func toSentenceEnd(isForward: Bool) -> Bool {
    let begin = position.line
    while true {
      if isAtLineEnd || column == 0 && text.startsParagraph(position.line) {
        if !isForward, position.line != begin { position.line += 1 }
        return true
      }
      if let end = Self.rule.end(in: line, at: column) {
        position.column = end
        if isAtLineEnd { step() }
        return true
      }
      if skip(isForward: isForward) == .none { return false }
    }
  }

  private static let ends = ".!?"
  private static let closings = ")]\"'"
  private static let rule = SentenceRule(stops: ends, closers: closings)
}

extension VimText {
  private static let rule = ParagraphRule(blanks: "", startsAtPages: true)
  /// Lines of blanks separate the objects.
  private static let objectRule = ParagraphRule(blanks: " \t", startsAtPages: true)

  /// Whether a line is empty or begins a page. Macros of nroff are not supported.
  func startsParagraph(_ number: Int) -> Bool {
    Self.rule.separates(LineNumber(number), in: rope)
  }

  /// Whether a line has only blanks.
  func isBlank(_ number: Int) -> Bool { Self.objectRule.isBlank(LineNumber(number), in: rope) }

  /// Returns the line between paragraphs; nil if there are too few.
  func paragraphEnd(from line: Int, count: Int, isForward: Bool) -> Int? {
    var line = line
    for left in (0..<count).reversed() {
      let next = Self.rule.separator(from: LineNumber(line), by: isForward ? 1 : -1, in: rope)
      if let next, next.value <= lastLine {
        line = next.value
      } else {
        if left > 0 { return nil }
        line = isForward ? lastLine : 0
      }
    }
    return line
  }

  /// Returns the last line, in a direction, of the paragraph or of the blank lines at a line.
  func edge(from line: Int, isForward: Bool) -> Int {
    let edge = Self.objectRule.edge(from: LineNumber(line), by: isForward ? 1 : -1, in: rope)
    return min(edge.value, lastLine)
  }
}
