import TextEngine

/// The target of a search.
struct VimSearchTarget {
  var position: VimPosition
  /// Whether a line offset makes an operator work on lines.
  var isLines = false
  /// Whether the character at the position is included, as for `/x/e`.
  var isInclusive = false
  var hasWrapped = false
}

extension VimMachine {
  /// Handles `/`, `?`, `n`, `N`, `*`, `#`, `g*` and `g#`.
  mutating func searchMove(
    _ motion: VimMotion, count: Int?, argument: String
  ) throws(VimFailure) -> VimMove {
    let move = try moveToMatch(motion, count: max(1, count ?? 1), argument: argument)
    if !text.key.isSecondaryCursor, let pattern = search.pattern {
      say(found: pattern, isForward: isForward(motion))
    }
    return move
  }

  private func isForward(_ motion: VimMotion) -> Bool {
    switch motion {
    case .searchAgain: search.isForward
    case .searchAgainBack: !search.isForward
    case .searchForward, .searchWord, .searchPart: true
    default: false
    }
  }

  private mutating func moveToMatch(
    _ motion: VimMotion, count: Int, argument: String
  ) throws(VimFailure) -> VimMove {
    switch motion {
    case .searchForward: return move(to: try look(for: argument, isForward: true, count: count))
    case .searchBack: return move(to: try look(for: argument, isForward: false, count: count))
    case .searchAgain: return move(to: try lookAgain(isForward: search.isForward, count: count))
    case .searchAgainBack:
      return move(to: try lookAgain(isForward: !search.isForward, count: count))
    case .searchWord: return try lookForWord(isForward: true, isWhole: true, count: count)
    case .searchWordBack: return try lookForWord(isForward: false, isWhole: true, count: count)
    case .searchPart: return try lookForWord(isForward: true, isWhole: false, count: count)
    case .searchPartBack: return try lookForWord(isForward: false, isWhole: false, count: count)
    default: throw .quiet
    }
  }

  private func move(to landing: VimSearchTarget) -> VimMove {
    var position = landing.position
    // `/$` ends on the last character, except with a selection.
    if !isVisual { position.column = min(position.column, VimChars.last(text.line(position.line))) }
    return VimMove(
      end: position, shape: landing.isLines ? .lines : .characters,
      isInclusive: landing.isInclusive, isJump: true)
  }

  /// Searches for the text typed after `/` or `?`: a pattern, an offset, and further searches after
  /// `;`.
  private mutating func look(
    for typed: String, isForward: Bool, count: Int
  ) throws(VimFailure) -> VimSearchTarget {
    // A NUL alone means an empty line.
    var reader = VimLineReader(typed == "\u{0}" ? "" : typed)
    var (position, isForward) = (search.start ?? cursor, isForward)
    search.start = nil
    // Further searches after `;` do not change the direction of `n`.
    search.isForward = isForward
    while true {
      let pattern = takePattern(from: &reader, isForward: isForward, takesLetters: true)
      let landing = try land(pattern, from: position, isForward: isForward, count: count)
      guard reader.take(if: ";") else { return landing }
      position = landing.position
      switch reader.take() {
      case UInt8(ascii: "/"): isForward = true
      case UInt8(ascii: "?"): isForward = false
      default: throw VimFailure(message: "E386: Expected '?' or '/' after ';'")
      }
    }
  }

  private mutating func lookAgain(isForward: Bool, count: Int) throws(VimFailure) -> VimSearchTarget
  {
    let landing = try land("", from: cursor, isForward: isForward, count: count)
    // With an offset, the cursor may not have moved.
    if landing.position != cursor || landing.isLines || landing.hasWrapped { return landing }
    return try land("", from: cursor, isForward: isForward, count: count + 1)
  }

  /// Takes a pattern and the offset after it, which also applies to the next `n`.
  mutating func takePattern(
    from reader: inout VimLineReader, isForward: Bool, takesLetters: Bool
  ) -> String {
    if reader.isAtEnd { return "" }
    let (pattern, hasEnd) = reader.takePattern(until: UInt8(ascii: isForward ? "/" : "?"))
    search.offset = VimSearchOffset()
    if hasEnd { search.offset = Self.takeOffset(from: &reader, takesLetters: takesLetters) }
    return pattern
  }

  private static func takeOffset(
    from reader: inout VimLineReader, takesLetters: Bool
  ) -> VimSearchOffset {
    var offset = VimSearchOffset()
    if reader.next == UInt8(ascii: "+") || reader.next == UInt8(ascii: "-") || reader.isAtDigit {
      offset.base = .line
    } else if takesLetters {
      if reader.take(if: "e") {
        offset.base = .end
      } else if !reader.take(if: "s") {
        _ = reader.take(if: "b")
      }
    }
    let isBack = reader.next == UInt8(ascii: "-")
    let hasSign = reader.take(if: "-") || reader.take(if: "+")
    if let number = reader.takeNumber() {
      offset.amount = isBack ? -number : number
    } else if hasSign {
      offset.amount = isBack ? -1 : 1
    }
    return offset
  }

  /// Moves to the match of a pattern, then by the offset. An empty pattern is the last one.
  mutating func land(
    _ typed: String, from origin: VimPosition, isForward: Bool, count: Int
  ) throws(VimFailure) -> VimSearchTarget {
    let pattern = try usePattern(typed)
    search.isMarked = true
    let offset = search.offset
    let start = offset.base == .line ? origin : shifted(origin, back: offset.amount)
    let finder = VimTextSearch(
      text: text, pattern: pattern, wraps: options.search.wrapsSearch, isToEnd: offset.base == .end)
    guard let found = try finder.find(from: start, isForward: isForward, count: count) else {
      throw notFound(pattern.source, isForward: isForward)
    }
    if found.hasWrapped {
      effects.append(
        .say(
          isForward
            ? "search hit BOTTOM, continuing at TOP" : "search hit TOP, continuing at BOTTOM"))
    }
    var landing = VimSearchTarget(position: found.position, hasWrapped: found.hasWrapped)
    landing.isInclusive = offset.base == .end
    if offset.base == .line {
      landing.isLines = true
      let line = min(max(0, found.position.line + offset.amount), text.lastLine)
      landing.position = VimPosition(line: line, column: 0)
    } else {
      landing.position = stepped(found.position, by: offset.amount)
    }
    return landing
  }

  func notFound(_ pattern: String, isForward: Bool) -> VimFailure {
    if options.search.wrapsSearch {
      return VimFailure(message: "E486: Pattern not found: \(pattern)")
    }
    return VimFailure(
      message: isForward
        ? "E385: Search hit BOTTOM without match for: \(pattern)"
        : "E384: Search hit TOP without match for: \(pattern)")
  }

  /// Returns the start of a search, so that an offset does not lead back to the same match.
  private func shifted(_ origin: VimPosition, back amount: Int) -> VimPosition {
    var walk = VimWalk(text, at: origin)
    for _ in 0..<min(abs(amount), 100_000) {
      if walk.skip(isForward: amount < 0) == .none {
        return VimPosition(line: amount > 0 ? -1 : text.lineCount, column: 0)
      }
    }
    return walk.position
  }

  private func stepped(_ origin: VimPosition, by amount: Int) -> VimPosition {
    var walk = VimWalk(text, at: origin)
    for _ in 0..<min(abs(amount), 100_000) {
      // At the end, it is past the last character of the text.
      if walk.skip(isForward: amount > 0) == .none { break }
    }
    return walk.position
  }

  // MARK: - The word under the cursor

  private mutating func lookForWord(
    isForward: Bool, isWhole: Bool, count: Int
  ) throws(VimFailure) -> VimMove {
    let line = text.line(cursor.line)
    guard
      let word = VimWords.word(line, at: cursor.column)
        ?? VimWords.word(line, at: cursor.column, mayBeSigns: true)
    else {
      throw VimFailure(message: "E348: No string under cursor")
    }
    let isKeyword = VimWords.kind(line, word.lowerBound) > 1
    var pattern = isWhole && isKeyword ? "\\<" : ""
    for scalar in String(decoding: line[word], as: UTF8.self).unicodeScalars {
      if (isForward ? "/.*~[^$\\" : "?.*~[^$\\").unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
    let last = VimChars.previous(line, word.upperBound)
    if isWhole, VimWords.kind(line, last) > 1 { pattern += "\\>" }
    search.isForward = isForward
    search.offset = VimSearchOffset()
    remember(pattern: pattern)
    search.ignoresSmartCase = true
    let start = VimPosition(line: cursor.line, column: word.lowerBound)
    do {
      return move(to: try land("", from: start, isForward: isForward, count: count))
    } catch {
      // The cursor still goes to the word.
      cursor = start
      throw error
    }
  }
}
