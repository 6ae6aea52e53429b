/// Searches a text for a pattern, in the order and with the start positions of vim's search.
struct VimTextSearch {
  struct Found {
    /// The start of the match; its end, for a search to the end.
    var position: VimPosition
    /// The other end of the match.
    var otherEnd: VimPosition
    var hasWrapped = false
  }

  /// A column past the end of any line.
  static let behindEnd = Int.max / 2

  let text: VimText
  let pattern: VimPattern
  var wraps: Bool
  /// Whether the search goes to the last character of a match and compares positions by it.
  var isToEnd = false
  /// Whether a match may start where the search does.
  var takesStart = false

  /// Returns the `count`-th match after or before a position. Line -1 is before the text, the line
  /// past the last one is after it.
  func find(from start: VimPosition, isForward: Bool, count: Int = 1) throws(VimFailure) -> Found? {
    var (position, found, hasWrapped) = (start, Found?.none, false)
    for number in 0..<max(1, count) {
      guard var next = try findOnce(from: position, isForward: isForward, isFirst: number == 0)
      else {
        return nil
      }
      hasWrapped = hasWrapped || next.hasWrapped
      next.hasWrapped = hasWrapped
      position = next.position
      found = next
    }
    if var last = found, last.position.line > text.lastLine {
      let line = text.line(text.lastLine)
      last.position = VimPosition(line: text.lastLine, column: VimChars.last(line))
      found = last
    }
    return found
  }

  private func findOnce(
    from start: VimPosition, isForward: Bool, isFirst: Bool
  ) throws(VimFailure) -> Found? {
    var start = start
    var isFirstLine = true
    let length = startLength(start)
    let reach = isForward ? (takesStart ? 0 : length) : (takesStart ? length : 0)
    if start.line < 0 { (start, isFirstLine) = (VimPosition(line: 0, column: 0), false) }
    var line = !isForward && start.column == 0 && !takesStart ? start.line - 1 : start.line
    for round in 0...1 {
      while line >= 0, line <= text.lastLine {
        let found =
          isForward
          ? try next(
            in: line, after: isFirstLine && line == start.line ? start.column + reach : nil,
            byEnd: isToEnd && isFirst)
          : try last(in: line, before: round == 1 ? nil : start, reach: reach)
        if let found {
          var result = position(of: found)
          result.hasWrapped = round == 1
          return result
        }
        line += isForward ? 1 : -1
        isFirstLine = false
      }
      isFirstLine = false
      if !wraps || round == 1 { return nil }
      line = isForward ? 0 : text.lastLine
    }
    return nil
  }

  private func startLength(_ position: VimPosition) -> Int {
    if position.line < 0 || position.line > text.lastLine { return 1 }
    if position.column == Self.behindEnd { return 0 }
    let line = text.line(position.line)
    if position.column >= line.count { return 1 }
    return VimChars.length(line, at: position.column)
  }

  // MARK: - In a line

  /// Returns the first match in a line; with a column, the first of those at or after it. Matches
  /// are found one after the other from the start of the line.
  private func next(in line: Int, after column: Int?, byEnd: Bool) throws(VimFailure) -> VimMatch? {
    var subject = pattern.subject(text, line: line)
    guard var match = try pattern.match(&subject, from: 0) else { return nil }
    guard let column else { return match }
    while match.start.line == line, isBefore(match, column, byEnd: byEnd) {
      if match.end.line > match.start.line { return nil }
      guard let again = try following(match, in: &subject) else { return nil }
      match = again
    }
    return match
  }

  private func isBefore(_ match: VimMatch, _ column: Int, byEnd: Bool) -> Bool {
    if byEnd { return match.end.line == match.start.line && match.end.column - 1 < column }
    let isAtEnd = match.start.column >= text.length(match.start.line)
    return match.start.column - (isAtEnd ? 1 : 0) < column
  }

  /// Returns the last match in a line before a position.
  private func last(in line: Int, before start: VimPosition?, reach: Int) throws(VimFailure)
    -> VimMatch?
  {
    var subject = pattern.subject(text, line: line)
    var last: VimMatch?
    var next = try pattern.match(&subject, from: 0)
    while let match = next {
      if let start, !isBefore(match, start, reach: reach) { break }
      last = match
      if match.end.line > match.start.line { break }
      next = try following(match, in: &subject)
    }
    return last
  }

  private func isBefore(_ match: VimMatch, _ start: VimPosition, reach: Int) -> Bool {
    let bound = VimPosition(line: start.line, column: start.column + reach)
    if isToEnd { return VimPosition(line: match.end.line, column: match.end.column - 1) < bound }
    return match.start < bound
  }

  /// Returns the match after another one, from its end on.
  private func following(
    _ match: VimMatch, in subject: inout VimSubject
  ) throws(VimFailure) -> VimMatch? {
    let line = text.line(match.start.line)
    var column = match.end.column
    if match.isEmpty { column = VimChars.next(line, column) }
    if column >= line.count { return nil }
    if match.start.line != subject.line { subject = pattern.subject(text, line: match.start.line) }
    return try pattern.match(&subject, from: column)
  }

  /// Passes the matches that start in a line from a column on, one after the other, until `body`
  /// returns false.
  func eachMatch(
    in line: Int, from column: Int = 0, _ body: (VimMatch) -> Bool
  ) throws(VimFailure) {
    var subject = pattern.subject(text, line: line)
    var next = try pattern.match(&subject, from: column)
    while let match = next, match.start.line == line, body(match) {
      if match.end.line > line { return }
      next = try following(match, in: &subject)
    }
  }

  private func position(of match: VimMatch) -> Found {
    guard isToEnd, !match.isEmpty else { return Found(position: match.start, otherEnd: match.end) }
    return Found(position: text.previousPosition(match.end), otherEnd: match.start)
  }
}
