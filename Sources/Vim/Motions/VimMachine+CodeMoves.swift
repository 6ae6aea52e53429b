import TextEngine

/// Moves for code: `[#` and `]#`, comments, and the braces of methods.
extension VimMachine {
  /// Handles `[*` and `]*`: to the start or the end of a comment. Without enough of them, to the last.
  func moveToComment(_ count: Int, isForward: Bool) throws(VimFailure) -> VimMove {
    try moveRepeatedly(count) { position in
      VimCodeScan(text).comment(from: position, isForward: isForward)
    }
  }

  /// Handles `[#` and `]#`: to the `#if`, `#else` or `#endif` around the cursor.
  func moveToCondition(_ count: Int, isForward: Bool) throws(VimFailure) -> VimMove {
    var move = try moveRepeatedly(count) { position in
      VimCodeScan(text).condition(from: position, isForward: isForward, stopsAtElse: true)
    }
    move.shape = .lines
    return move
  }

  private func moveRepeatedly(
    _ count: Int, _ next: (VimPosition) -> VimPosition?
  ) throws(VimFailure) -> VimMove {
    var last: VimPosition?
    for _ in 0..<count {
      guard let found = next(last ?? cursor) else { break }
      last = found
    }
    guard let last else { throw .quiet }
    return VimMove(end: last, isJump: true)
  }

  /// Handles `[m ]m [M ]M`: to the start or the end of a method, in braces within other braces.
  /// `isStart`: whether it goes to a brace that opens.
  func moveToMethod(_ count: Int, isForward: Bool, isStart: Bool) throws(VimFailure) -> VimMove {
    let brace = UInt8(ascii: isForward ? "}" : "{")
    // Whether it looks for the brace that the direction meets first when inside of a method.
    let isNear = isForward != isStart
    var (found, outer): (VimPosition?, VimPosition?)
    var walk = VimWalk(text, at: cursor)
    var left = count
    (outer, found) = bracesAround(brace)
    if let inner = found {
      walk = VimWalk(text, at: inner)
      if isNear { left -= 1 }
    }
    while left > 0 {
      guard let sign = walk.skipToBrace(isForward: isForward) else { break }
      left -= 1
      if isNear ? sign == brace : left == 0 {
        found = walk.position
        outer = outer ?? found
        break
      }
      if outer == nil {
        // It began outside of the class, and is inside now.
        (outer, found) = (walk.position, walk.position)
        continue
      }
      found = VimBrackets(text: text).unmatched(brace, from: walk.position)
      guard let found else { break }
      walk = VimWalk(text, at: found)
    }
    guard let found else { throw .quiet }
    return VimMove(end: found, isJump: true)
  }

  /// Returns the outermost brace around the cursor, and the one within it.
  private func bracesAround(_ brace: UInt8) -> (outer: VimPosition?, inner: VimPosition?) {
    var (outer, inner): (VimPosition?, VimPosition?)
    for _ in 0..<9_999 {
      guard let next = VimBrackets(text: text).unmatched(brace, from: outer ?? cursor) else {
        break
      }
      (outer, inner) = (next, outer)
    }
    return (outer, inner)
  }
}

extension VimWalk {
  /// Moves to the next brace of either kind; nil without one.
  fileprivate mutating func skipToBrace(isForward: Bool) -> UInt8? {
    while (isForward ? step() : stepBack()) != .none {
      if let byte, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") { return byte }
    }
    return nil
  }
}

/// Looks for comments of C and for the lines of its preprocessor.
struct VimCodeScan {
  private let text: VimText

  init(_ text: VimText) { self.text = text }

  /// The kind of a line such as `#if`; nil for others.
  enum Condition { case start, middle, end }

  static func condition(_ line: [UInt8]) -> (kind: Condition, column: Int)? {
    guard let column = line.firstIndex(where: { !$0.isSpaceOrTab }),
      line[column] == UInt8(ascii: "#")
    else { return nil }
    let word = line[(column + 1)...].drop(while: \.isSpaceOrTab)
    if word.starts(with: "if".utf8) { return (.start, column) }
    if word.starts(with: "el".utf8) { return (.middle, column) }
    return word.starts(with: "endif".utf8) ? (.end, column) : nil
  }

  /// Returns the other end of the condition that a line begins, continues or ends.
  func match(ofLine number: Int) -> VimPosition? {
    guard let own = Self.condition(text.line(number)) else { return nil }
    return condition(
      from: VimPosition(line: number), isForward: own.kind != .end, stopsAtElse: own.kind != .end)
  }

  /// Finds the next line of the condition around a position.
  func condition(
    from position: VimPosition, isForward: Bool, stopsAtElse: Bool
  ) -> VimPosition? {
    var (number, depth) = (position.line, 0)
    while true {
      number += isForward ? 1 : -1
      guard number >= 0, number <= text.lastLine else { return nil }
      guard let (kind, column) = Self.condition(text.line(number)) else { continue }
      switch kind {
      case .middle where depth == 0 && stopsAtElse: return VimPosition(line: number, column: column)
      case .middle: break
      case isForward ? Condition.end : Condition.start:
        if depth == 0 { return VimPosition(line: number, column: column) }
        depth -= 1
      default: depth += 1
      }
    }
  }

  /// Finds the end of a comment after a position, or the start of one before it.
  func comment(from position: VimPosition, isForward: Bool) -> VimPosition? {
    isForward ? commentEnd(after: position) : commentStart(before: position)
  }

  private func commentEnd(after position: VimPosition) -> VimPosition? {
    for number in position.line...text.lastLine {
      let line = text.line(number)
      var column = number == position.line ? position.column + 1 : 0
      while column + 1 < line.count {
        if line[column] == UInt8(ascii: "*"), line[column + 1] == UInt8(ascii: "/") {
          return VimPosition(line: number, column: column + 1)
        }
        column += 1
      }
    }
    return nil
  }

  /// A comment may contain `/*` itself: its start is the first one after the end of another.
  private func commentStart(before position: VimPosition) -> VimPosition? {
    let (slash, star) = (UInt8(ascii: "/"), UInt8(ascii: "*"))
    var found: VimPosition?
    for number in stride(from: position.line, through: 0, by: -1) {
      let line = text.line(number)
      let lineComment = line.indices.dropLast().first { line[$0] == slash && line[$0 + 1] == slash }
      var column = min(line.count, number == position.line ? position.column : line.count) - 1
      while column > 0 {
        if line[column - 1] == slash, line[column] == star, column == 1 || line[column - 2] != star,
          column < lineComment ?? .max
        {
          found = VimPosition(line: number, column: column - 1)
        } else if line[column - 1] == star, line[column] == slash, let found {
          return found
        }
        column -= 1
      }
    }
    return found
  }
}
