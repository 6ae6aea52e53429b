import Bytes
import Regex
import TextEngine

/// `:g`, `:v` and `:normal`.
extension VimMachine {
  /// Marks the lines first, then runs the command on each that still exists.
  mutating func doOnLines(_ call: VimExCall, thatMatch wanted: Bool) throws(VimFailure) {
    if ex.pending != nil, call.addresses > 0 {
      throw VimFailure(message: "E147: Cannot do :global recursive with a range")
    }
    let (pattern, command) = try takePatternAndCommand(call)
    if ex.pending != nil {
      if (try pattern.match(in: text, line: cursor.line) != nil) == wanted { try runEx(command) }
      return
    }
    var lines: [Int] = []
    for line in call.lines where (try pattern.match(in: text, line: line) != nil) == wanted {
      lines.append(line)
    }
    if lines.isEmpty {
      let what = wanted ? "E486: Pattern not found" : "E538: Pattern found in every line"
      effects.append(.warn("\(what): \(pattern.source)"))
      return
    }
    markJump()
    try run(command.isEmpty ? "p" : command, on: lines)
    if ex.hasSubstituted { placeCursor(onLine: cursor.line) } else { rest() }
  }

  private mutating func run(_ command: String, on lines: [Int]) throws(VimFailure) {
    ex.pending = VimPendingLines(lines)
    ex.hasSubstituted = false
    _ = beginBulk()
    defer {
      ex.pending = nil
      endBulk()
    }
    while !text.key.budget.isSpent, let line = ex.pending?.popFirst() {
      cursor = VimPosition(line: min(line, text.lastLine), column: 0)
      do throws(VimFailure) {
        try runEx(command)
      } catch  where error.message.isEmpty {
        // A bell ends the command on this line only.
        continue
      }
    }
  }

  private mutating func takePatternAndCommand(
    _ call: VimExCall
  ) throws(VimFailure) -> (VimPattern, String) {
    var reader = VimLineReader(call.argument)
    guard let end = reader.take() else {
      throw VimFailure(message: "E148: Regular expression missing from :global")
    }
    if Byte.isLetter(end) {
      throw VimFailure(message: "E146: Regular expressions can't be delimited by letters")
    }
    var typed = ""
    if end == UInt8(ascii: "\\") {
      let sign = reader.take()
      if sign == UInt8(ascii: "&") { typed = search.substitutePattern ?? "" }
    } else {
      typed = reader.takePattern(until: end).pattern
    }
    let pattern = try usePattern(typed)
    search.substitutePattern = pattern.source
    return (pattern, reader.rest)
  }

  /// Handles `:normal`: with addresses, presses the keys in each of the lines.
  mutating func pressKeys(_ call: VimExCall) throws(VimFailure) {
    if call.argument.isEmpty { throw VimFailure(message: "E471: Argument required") }
    endBulk()
    let keys = VimKey.keys(of: call.argument)
    if call.addresses == 0 { return press(keys, call) }
    for line in call.lines {
      cursor = VimPosition(line: min(line, text.lastLine), column: 0)
      press(keys, call)
    }
  }

  /// Presses keys; a failure ends the keys of this line only.
  private mutating func press(_ keys: [String], _ call: VimExCall) {
    want()
    do throws(VimFailure) { try play(keys, areMapped: !call.isForced) } catch {
      if !error.message.isEmpty { effects.append(.warn(error.message)) }
    }
  }
}

/// To grow a step of undo takes longer with each edit. So a command on many lines edits a copy of
/// the text with its own history, and its edits reach the text as one.
extension VimMachine {
  /// Begins to edit a copy. False if that has begun already.
  mutating func beginBulk() -> Bool {
    if ex.bulk != nil { return false }
    let key = text.key
    ex.bulk = key
    text.key = KeyText(
      key.text, selections: key.selections, format: key.format, rows: key.rows, now: key.now)
    (text.key.budget, text.key.answers) = (key.budget, key.answers)
    return true
  }

  /// Applies the edits of the copy to the text. Does nothing without a copy.
  mutating func endBulk() {
    guard var key = ex.bulk else { return }
    ex.bulk = nil
    if let edit = Self.composed(text.key.edits[...]) { key.apply(edit) }
    text.key = key
  }

  private static func composed(_ edits: ArraySlice<Edit>) -> Edit? {
    guard edits.count > 1 else { return edits.first }
    let middle = edits.startIndex + edits.count / 2
    guard let one = composed(edits[..<middle]), let other = composed(edits[middle...]) else {
      return nil
    }
    return one.followed(by: other)
  }
}
