import TextEngine

/// A `:s` in progress. It can pause at a match until a person has answered.
///
/// The new text of a line is built piece by piece. It replaces the line after its last match, or
/// when a match across lines removes some.
struct VimSubstitution {
  let pattern: VimPattern
  let replacement: VimReplacement
  var flags: VimSubstituteFlags
  /// As typed, for the next `:&&`.
  let firstLine: Int
  /// The last line where a match may start.
  var lastLine: Int
  let cursorBefore: VimPosition
  /// Whether the cursor goes to the end of the line: a repeated `:s` after `$`.
  var goesToEnd = false
  /// The commands after `|`.
  var next: String?

  /// The line where the match starts and the new text goes.
  var line: Int
  /// The state of the current line.
  var now = VimSubstitutedLine()
  var isInLine = false
  var hasQuit = false
  var hasMatched = false
  var count = 0
  var lineCount = 0

  init(
    _ pattern: VimPattern, _ replacement: VimReplacement, _ flags: VimSubstituteFlags,
    lines: ClosedRange<Int>, cursor: VimPosition
  ) {
    self.pattern = pattern
    self.replacement = replacement
    self.flags = flags
    firstLine = lines.lowerBound
    lastLine = lines.upperBound
    line = lines.lowerBound
    cursorBefore = cursor
  }

  mutating func beginLine(_ found: VimMatch, in text: [UInt8]) {
    isInLine = true
    now = VimSubstitutedLine(searchLine: line, old: text)
    now.take(found)
  }
}

/// A line in which matches are being replaced.
struct VimSubstitutedLine {
  /// The line to search: below the line itself if a match ended in a later one.
  var searchLine = 0
  /// The original text of `searchLine`.
  var old: [UInt8] = []
  var new: [UInt8]?
  /// The start of the old text that has not been copied.
  var copied = 0
  /// The start of the next search, and the end of the last match.
  var column = 0
  var lastEnd = -1
  /// The number of lines below that were merged into the new text.
  var goneLines = 0
  var match: VimMatch?
  /// The number of lines that the match spans.
  var matchLines = 1
  /// The number of lines from the searched line to the match.
  var matchOffset = 0
  var skipsRest = false
  var goesOnBelow = false
  var hasCounted = false

  mutating func take(_ found: VimMatch) {
    match = found
    matchLines = found.end.line - searchLine + 1
    matchOffset = 0
  }

  /// Skips the rest of a match that spans lines.
  mutating func passOver() {
    if matchLines < 2 { return }
    column = old.count
    matchLines = 1
    skipsRest = true
  }
}

extension VimMachine {
  /// Continues until all is done, or until a person has to answer.
  mutating func substitute(_ work: VimSubstitution) throws(VimFailure) {
    var work = work
    let isBulk = !work.flags.asks && beginBulk()
    defer { if isBulk { endBulk() } }
    while try findMatch(&work) {
      if work.flags.asks {
        if let match = work.now.match {
          cursor = VimPosition(line: work.line, column: match.start.column)
        }
        ex.asking = work
        mode = .confirm
        return
      }
      try replaceMatch(&work)
    }
    try finish(work)
  }

  /// Finds the next match to replace.
  private mutating func findMatch(_ work: inout VimSubstitution) throws(VimFailure) -> Bool {
    while true {
      if !work.isInLine {
        if work.hasQuit || work.line > work.lastLine || work.line > text.lastLine { return false }
        guard let found = try work.pattern.match(in: text, line: work.line) else {
          work.line += 1
          continue
        }
        work.beginLine(found, in: text.line(work.line))
        if !work.hasMatched { markJumpOfLine() }
        work.hasMatched = true
      }
      guard let match = work.now.match else { return false }
      let offset = match.start.line - work.now.searchLine
      if offset > 0 {
        work.line += offset
        work.now.searchLine += offset
        work.now.matchLines -= offset
        work.now.matchOffset = offset
        work.now.old = text.line(work.now.searchLine)
      }
      // After the last line, because of `\n\zs`.
      if work.line > text.lastLine {
        leaveLine(&work)
        continue
      }
      cursor.line = work.line
      work.now.goesOnBelow = false
      // An empty match right after another one does not count.
      if work.now.column == work.now.lastEnd,
        match.end.line == work.now.searchLine - max(0, offset),
        match.end.column == work.now.column
      {
        if work.now.column >= work.now.old.count {
          work.now.skipsRest = true
        } else {
          work.now.column = VimChars.next(work.now.old, work.now.column)
        }
        try endMatch(&work)
        continue
      }
      work.now.column = match.end.column
      work.now.lastEnd = work.now.column
      guard work.flags.counts else { return true }
      work.now.passOver()
      work.count += 1
      work.now.hasCounted = true
      try endMatch(&work)
    }
  }

  private mutating func replaceMatch(_ work: inout VimSubstitution) throws(VimFailure) {
    guard let match = work.now.match else { return }
    // There is no line after the end of the last line.
    if work.now.matchLines > text.lineCount - work.now.searchLine {
      work.now.matchLines = text.lineCount - work.now.searchLine
      work.now.skipsRest = true
    }
    var new =
      (work.now.new ?? [])
      + work.now.old[min(work.now.copied, match.start.column)..<match.start.column]
    work.count += 1
    work.now.hasCounted = true
    cursor.column = 0
    work.now.copied = match.end.column
    if work.now.matchLines > 1 {
      work.now.searchLine += work.now.matchLines - 1
      work.now.old = text.line(work.now.searchLine)
      if work.now.searchLine <= work.lastLine {
        work.now.goesOnBelow = true
      } else {
        work.flags.isGlobal = false
      }
      work.now.goneLines += work.now.matchLines - 1
    }
    if work.now.skipsRest {
      work.now.old = []
      work.now.copied = 0
    }
    let pieces = try work.replacement.lines(for: match, in: self)
    for (index, piece) in pieces.enumerated() {
      if index > 0 {
        insertLines([new], at: work.line)
        new = []
        work.line += 1
        work.now.searchLine += 1
        work.lastLine += 1
        cursor.line += 1
      }
      new += piece
    }
    work.now.new = new
    try endMatch(&work)
  }

  /// Searches for one more match in the line; without one, finishes the line.
  private mutating func endMatch(_ work: inout VimSubstitution) throws(VimFailure) {
    let isLast =
      work.now.skipsRest || work.hasQuit || work.line > work.lastLine
      || !(work.flags.isGlobal || work.now.goesOnBelow)
      || work.now.column >= work.now.old.count && work.now.matchLines <= 1
        && !work.pattern.crossesLines
    var found: VimMatch?
    if !isLast, work.now.goneLines == 0 {
      found = try work.pattern.match(in: text, line: work.now.searchLine, from: work.now.column)
      if let found, found.start.line == work.now.searchLine { return work.now.take(found) }
    }
    let looksAgain = !isLast && work.now.goneLines > 0
    putLine(&work)
    if looksAgain {
      found = try work.pattern.match(in: text, line: work.now.searchLine, from: work.now.column)
    }
    if let found { return work.now.take(found) }
    if isLast { work.line -= work.now.matchOffset }
    leaveLine(&work)
  }

  private mutating func putLine(_ work: inout VimSubstitution) {
    guard var new = work.now.new else { return }
    new += work.now.old.dropFirst(work.now.copied)
    let fromEnd = work.now.old.count - work.now.column
    let lastFromEnd = work.now.old.count - work.now.lastEnd
    changeLine(work.line, new)
    if work.now.goneLines > 0 {
      removeLines(work.line + 1...work.line + work.now.goneLines)
      work.lastLine -= work.now.goneLines
      work.now.goneLines = 0
    }
    work.now.searchLine = work.line
    work.now.column = new.count - fromEnd
    work.now.lastEnd = new.count - lastFromEnd
    (work.now.old, work.now.new, work.now.copied) = (new, nil, 0)
  }

  private func leaveLine(_ work: inout VimSubstitution) {
    if work.now.hasCounted { work.lineCount += 1 }
    work.isInLine = false
    work.line += 1
  }

  // MARK: - The end

  private mutating func finish(_ work: VimSubstitution) throws(VimFailure) {
    if work.flags.counts { cursor = work.cursorBefore }
    if work.count > 0 {
      let first = VimPosition(line: work.firstLine, column: 0)
      let last = VimPosition(
        line: max(work.firstLine, min(work.lastLine, text.lastLine)), column: 0)
      setChanged(from: first, to: last)
      if !work.flags.counts {
        markChanged(VimPosition(line: min(cursor.line, text.lastLine), column: 0))
      }
      if ex.pending != nil {
        ex.hasSubstituted = true
      } else if !work.flags.asks {
        placeCursor(onLine: min(cursor.line, text.lastLine))
        if work.goesToEnd {
          cursor.column = text.length(cursor.line)
          wanted = .end
        }
        report(work)
      }
    } else if ex.pending == nil, !work.hasMatched, work.flags.failsWithoutMatch {
      throw VimFailure(message: "E486: Pattern not found: \(work.pattern.source)")
    }
    line.number = nil
    rest()
  }

  private mutating func report(_ work: VimSubstitution) {
    guard work.flags.counts || work.count > 2 else { return }
    let what = work.flags.counts ? "match" : "substitution"
    let plural = work.flags.counts ? "matches" : "substitutions"
    effects.append(
      .say(
        "\(work.count) \(work.count == 1 ? what : plural) on \(work.lineCount) "
          + (work.lineCount == 1 ? "line" : "lines")))
  }

  // MARK: - Answers

  /// The replacement that the question shows.
  var confirmed: String {
    guard let work = ex.asking, let match = work.now.match else { return "" }
    let lines = try? work.replacement.lines(for: match, in: self)
    return (lines ?? []).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "⏎")
  }

  /// Handles an answer to a question.
  mutating func confirm(_ key: String) throws(VimFailure) {
    defer {
      // A command during insert mode asked the question.
      if mode == .normal, let oneCommand = insert.oneCommand { endOneCommand(oneCommand) }
    }
    if let swapping = ex.swapping { return try answerSwap(key, swapping) }
    try confirmMatch(key)
  }

  /// Handles an answer to `:s///c`: `y n a q l`.
  private mutating func confirmMatch(_ key: String) throws(VimFailure) {
    guard var work = ex.asking else {
      mode = .normal
      return
    }
    endStep()
    do throws(VimFailure) { try answer(key, &work) } catch {
      // A formula failed.
      ex.asking = nil
      mode = .normal
      throw error
    }
  }

  private mutating func answer(
    _ key: String, _ work: inout VimSubstitution
  ) throws(VimFailure) {
    switch key {
    case "y": break
    case "a": work.flags.asks = false
    case "l":
      work.flags.isGlobal = false
      work.lastLine = work.line
    case "n":
      work.now.passOver()
      try endMatch(&work)
      return try goOn(work)
    case "q", "Esc", "C-c", "C-[":
      work.hasQuit = true
      try endMatch(&work)
      return try goOn(work)
    default: return
    }
    try replaceMatch(&work)
    try goOn(work)
  }

  private mutating func goOn(_ work: VimSubstitution) throws(VimFailure) {
    ex.asking = nil
    mode = .normal
    try substitute(work)
    if mode != .confirm, let next = work.next { try runEx(next) }
  }
}
