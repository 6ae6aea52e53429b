/// Finds matching brackets for `%` and for objects.
struct VimBrackets {
  let text: VimText
  /// Whether brackets in quotes are skipped.
  var skipsQuotedBrackets = true
  /// Opening and closing brackets alternate.
  var pairs: [UInt8] = Array("(){}[]".utf8)

  static let withAngles: [UInt8] = Array("(){}[]<>".utf8)

  /// Returns the partner of a bracket and the direction to it; nil for other characters.
  private func partner(of bracket: UInt8) -> (bracket: UInt8, isForward: Bool)? {
    guard let index = pairs.firstIndex(of: bracket) else { return nil }
    return index % 2 == 0 ? (pairs[index + 1], true) : (pairs[index - 1], false)
  }

  /// Finds the match for `%`: of the first bracket at or after a position in its line, or the other
  /// end of a comment.
  func match(at position: VimPosition) -> VimPosition? {
    let line = text.line(position.line)
    var column = min(position.column, max(0, line.count - 1))
    if let (star, isForward) = commentSign(line, column) {
      let position = VimPosition(line: position.line, column: star)
      return isForward ? endOfComment(from: position) : startOfComment(from: position)
    }
    while column < line.count {
      if let (other, isForward) = partner(of: line[column]) {
        var scan = VimBracketScan(
          text, from: VimPosition(line: position.line, column: column), isForward: isForward)
        scan.own = line[column]
        scan.other = other
        scan.skipsQuotedBrackets = skipsQuotedBrackets
        scan.isEscaped = scan.hasBackslash(before: column)
        return scan.run()
      }
      column += 1
    }
    return nil
  }

  /// Finds the unmatched bracket around a position: for `(` backward, for `)` forward.
  func unmatched(_ bracket: UInt8, from position: VimPosition) -> VimPosition? {
    guard let (_, isOpening) = partner(of: bracket) else { return nil }
    return unmatched(bracket, from: position, isForward: !isOpening)
  }

  /// Finds the next opening bracket that is not closed before.
  func next(_ bracket: UInt8, from position: VimPosition) -> VimPosition? {
    unmatched(bracket, from: position, isForward: true)
  }

  private func unmatched(_ bracket: UInt8, from position: VimPosition, isForward: Bool)
    -> VimPosition?
  {
    guard let (other, _) = partner(of: bracket) else { return nil }
    var scan = VimBracketScan(text, from: position, isForward: isForward)
    scan.own = other
    scan.other = bracket
    scan.skipsQuotedBrackets = skipsQuotedBrackets
    return scan.run()
  }

  // MARK: - Comments

  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")

  /// Returns the star of the comment sign at a byte, and the direction to the other end.
  private func commentSign(_ line: [UInt8], _ column: Int) -> (star: Int, isForward: Bool)? {
    func byte(_ column: Int) -> UInt8? { line.indices.contains(column) ? line[column] : nil }
    switch byte(column) {
    case Self.slash:
      if byte(column + 1) == Self.star { return (column + 1, true) }
      return byte(column - 1) == Self.star ? (column - 1, false) : nil
    case Self.star:
      if byte(column + 1) == Self.slash { return (column, false) }
      return byte(column - 1) == Self.slash ? (column, true) : nil
    default: return nil
    }
  }

  private func endOfComment(from star: VimPosition) -> VimPosition? {
    var walk = VimWalk(text, at: star)
    var last: UInt8?
    while walk.step() != .none {
      if last == Self.star, walk.byte == Self.slash { return walk.position }
      last = walk.byte
    }
    return nil
  }

  /// Finds the first comment start since the end of the previous comment.
  private func startOfComment(from star: VimPosition) -> VimPosition? {
    var walk = VimWalk(text, at: star)
    var found: VimPosition?
    var next: UInt8?
    while walk.stepBack() != .none {
      if walk.byte == Self.slash, next == Self.star { found = walk.position }
      if walk.byte == Self.star, next == Self.slash { break }
      next = walk.byte
    }
    return found
  }
}

/// A scan through the text that counts brackets until it finds the partner.
///
/// Skips brackets in double quotes in lines with an even number of quotes, and a single bracket in
/// single quotes. A bracket after a backslash only matches others after one.
private struct VimBracketScan {
  let text: VimText
  let isForward: Bool
  /// The bracket that opens another level, and the one that closes it.
  var own: UInt8 = 0
  var other: UInt8 = 0
  var skipsQuotedBrackets = true
  var isEscaped = false

  private let lastLine: Int
  private var line: [UInt8]
  private var number: Int
  private var column: Int
  /// Whether the quotes of the line count; nil until they are counted.
  private var quotes: Bool?
  private var isQuoted = false
  /// Whether the scan began in quotes; nil until that is known.
  private var beganQuoted: Bool?

  private static let quote = UInt8(ascii: "\"")
  private static let apostrophe = UInt8(ascii: "'")
  private static let backslash = UInt8(ascii: "\\")

  init(_ text: VimText, from position: VimPosition, isForward: Bool) {
    self.text = text
    self.isForward = isForward
    lastLine = text.lastLine
    line = text.line(position.line)
    number = position.line
    column = min(position.column, line.count)
  }

  mutating func run() -> VimPosition? {
    var depth = 0
    while advance() {
      if skipsQuotedBrackets { readQuotes() }
      if beganQuoted == nil { beganQuoted = false }
      guard let byte = byte(at: column) else {
        if column == 0 || line[column - 1] != Self.backslash {
          isQuoted = false
          beganQuoted = false
        }
        continue
      }
      if byte == Self.quote {
        if quotes == true, !hasBackslash(before: column) {
          isQuoted.toggle()
          beganQuoted = false
        }
      } else if byte == Self.apostrophe, skipsQuotedBrackets {
        skipLetterInQuotes()
      } else if byte == own || byte == other, !isQuoted || beganQuoted == true,
        hasBackslash(before: column) == isEscaped
      {
        if byte == own {
          depth += 1
        } else {
          if depth == 0 { return VimPosition(line: number, column: column) }
          depth -= 1
        }
      }
    }
    return nil
  }

  private mutating func advance() -> Bool {
    if isForward {
      if column < line.count {
        column += 1
        return true
      }
      if number >= lastLine { return false }
      open(number + 1)
      column = 0
      return true
    }
    if column > 0 {
      column -= 1
      return true
    }
    if number == 0 { return false }
    open(number - 1)
    column = line.count
    return true
  }

  private mutating func open(_ number: Int) {
    self.number = number
    line = text.line(number)
    quotes = nil
  }

  private func byte(at column: Int) -> UInt8? {
    column >= 0 && column < line.count ? line[column] : nil
  }

  func hasBackslash(before column: Int) -> Bool {
    var start = column
    while start > 0, line[start - 1] == Self.backslash { start -= 1 }
    return (column - start) % 2 == 1
  }

  /// Counts the quotes of a new line.
  private mutating func readQuotes() {
    if quotes != nil { return }
    var count = 0
    var isEvenBefore = true
    var index = 0
    while index < line.count {
      if index == column + (isForward ? 0 : 1) { isEvenBefore = count % 2 == 0 }
      let isLetter =
        byte(at: index - 1) == Self.apostrophe && byte(at: index + 1) == Self.apostrophe
      if line[index] == Self.quote, !isLetter { count += 1 }
      if line[index] == Self.backslash, index + 1 < line.count { index += 1 }
      index += 1
    }
    quotes = count % 2 == 0
    if count % 2 == 0 { return }
    // A quote may continue across lines that end in a backslash.
    isQuoted = false
    if line.last == Self.backslash {
      quotes = true
      if beganQuoted == nil {
        isQuoted = true
        beganQuoted = true
      } else if !isForward {
        isQuoted = true
      }
    }
    if number > 0, text.line(number - 1).last == Self.backslash {
      quotes = true
      if beganQuoted == nil {
        isQuoted = isEvenBefore
        if isQuoted { beganQuoted = true }
      } else if isForward {
        isQuoted = true
      }
    }
  }

  /// Skips `'x'` and `'\x'`, so that a bracket there does not count.
  private mutating func skipLetterInQuotes() {
    if isForward {
      if byte(at: column + 1) == Self.backslash, byte(at: column + 3) == Self.apostrophe {
        column += 3
      } else if byte(at: column + 2) == Self.apostrophe {
        column += 2
      }
    } else if byte(at: column - 2) == Self.apostrophe {
      column -= 2
    } else if byte(at: column - 2) == Self.backslash, byte(at: column - 3) == Self.apostrophe {
      column -= 3
    }
  }
}
