/// Line addresses. They count from 1 here, as typed.
extension VimMachine {
  /// Takes all addresses before a command.
  mutating func takeRange(_ reader: inout VimLineReader) throws(VimFailure) -> VimExCall {
    let begun = cursor
    var call = VimExCall(first: cursor.line + 1, last: cursor.line + 1)
    var address: Int?
    while true {
      call.first = call.last
      call.last = cursor.line + 1
      reader.skipBlanks()
      address = try takeAddress(&reader)
      if let address {
        call.last = address
      } else if reader.take(if: "%") {
        (call.first, call.last) = (1, text.lineCount)
        call.addresses += 1
      } else if reader.take(if: "*") {
        (call.first, call.last) = (try line(ofMark: "<"), try line(ofMark: ">"))
        call.addresses += 1
      }
      call.addresses += 1
      if reader.take(if: ";") {
        cursor.line = min(max(0, call.last - 1), text.lastLine)
        cursor.column = min(cursor.column, VimChars.last(text.line(cursor.line)))
      } else if !reader.take(if: ",") {
        break
      }
    }
    if call.addresses == 1 {
      call.first = call.last
      if address == nil { call.addresses = 0 }
    }
    if reader.isAtEnd == false, cursor != begun { cursor.column = min(cursor.column, begun.column) }
    return call
  }

  /// Takes one address with its offsets; nil if there is none.
  mutating func takeAddress(_ reader: inout VimLineReader) throws(VimFailure) -> Int? {
    var line: Int?
    repeat {
      switch reader.next {
      case UInt8(ascii: "."):
        reader.index += 1
        line = cursor.line + 1
      case UInt8(ascii: "$"):
        reader.index += 1
        line = text.lineCount
      case UInt8(ascii: "'"):
        reader.index += 1
        guard let name = reader.takeCharacter() else { throw Self.noMark }
        line = try self.line(ofMark: name)
      case UInt8(ascii: "/"), UInt8(ascii: "?"):
        line = try takeSearch(&reader, from: line)
      case UInt8(ascii: "\\"):
        line = try takeLastPattern(&reader, from: line)
      default: if let number = reader.takeNumber() { line = number }
      }
      line = takeOffsets(&reader, from: line)
    } while reader.next == UInt8(ascii: "/") || reader.next == UInt8(ascii: "?")
    return line
  }

  private func takeOffsets(_ reader: inout VimLineReader, from start: Int?) -> Int? {
    var line = start
    while true {
      reader.skipBlanks()
      let isBack = reader.next == UInt8(ascii: "-")
      guard reader.take(if: "-") || reader.take(if: "+") || reader.isAtDigit else { return line }
      let amount = reader.takeNumber() ?? 1
      line = (line ?? cursor.line + 1) + (isBack ? -amount : amount)
    }
  }

  static let noMark = VimFailure(message: "E20: Mark not set")

  private func line(ofMark name: Character) throws(VimFailure) -> Int {
    var position: VimPosition?
    switch name {
    case "<", ">":
      if let last = visual.last {
        position = name == "<" ? min(last.start, last.end) : max(last.start, last.end)
      }
    case "`": position = marks.positions["'"]
    case "[", "]":
      position =
        marks.positions[name] ?? VimPosition(line: name == "[" ? 0 : text.lastLine, column: 0)
    case "'": position = marks.positions[name] ?? VimPosition(line: 0, column: 0)
    default: position = marks.positions[name]
    }
    guard let position else { throw Self.noMark }
    if position.line > text.lastLine {
      throw VimFailure(message: "E19: Mark has invalid line number")
    }
    return position.line + 1
  }

  /// Takes `/x/` or `?x?`: the next matching line.
  private mutating func takeSearch(
    _ reader: inout VimLineReader, from line: Int?
  ) throws(VimFailure) -> Int {
    let isForward = reader.take() == UInt8(ascii: "/")
    search.isForward = isForward
    let pattern = takePattern(from: &reader, isForward: isForward, takesLetters: false)
    let start = min(line ?? cursor.line + 1, text.lineCount) - 1
    return try self.line(of: pattern, from: start, isForward: isForward)
  }

  /// Takes `\/`, `\?` or `\&`: the next line that matches a previous pattern.
  private mutating func takeLastPattern(
    _ reader: inout VimLineReader, from line: Int?
  ) throws(VimFailure) -> Int {
    reader.index += 1
    let sign = reader.take()
    guard sign == UInt8(ascii: "/") || sign == UInt8(ascii: "?") || sign == UInt8(ascii: "&") else {
      throw VimFailure(message: "E10: \\ should be followed by /, ? or &")
    }
    search.offset = VimSearchOffset()
    let pattern = sign == UInt8(ascii: "&") ? search.substitutePattern ?? "" : ""
    let start = min(line ?? cursor.line + 1, text.lineCount) - 1
    return try self.line(of: pattern, from: start, isForward: sign != UInt8(ascii: "?"))
  }

  private mutating func line(
    of pattern: String, from start: Int, isForward: Bool
  ) throws(VimFailure) -> Int {
    let column = isForward && start >= 0 ? VimTextSearch.behindEnd : 0
    let landing = try land(
      pattern, from: VimPosition(line: start, column: column), isForward: isForward, count: 1)
    return landing.position.line + 1
  }
}

/// A command with a backward range, until the person confirms that it may be swapped.
struct VimSwapping {
  var line: String
  /// The cursor before the addresses were read.
  var cursor: VimPosition
}

extension VimMachine {
  static let backwards = "E493: Backwards range given"
  static let asksToSwap = "Backwards range given, OK to swap (y/n)?"

  /// Checks the order of a range: swaps it where allowed, else asks and returns true. Fails during
  /// `:g`.
  mutating func asksToSwap(_ call: inout VimExCall, of line: String) throws(VimFailure) -> Bool {
    if call.first <= call.last { return false }
    if ex.pending != nil { throw VimFailure(message: Self.backwards) }
    if ex.swapsRange {
      swap(&call.first, &call.last)
      return false
    }
    ex.swapping = VimSwapping(line: line, cursor: ex.cursorBefore)
    mode = .confirm
    return true
  }

  /// Handles the answer: `y` runs the line with its range swapped; `n` or Esc drops it.
  mutating func answerSwap(_ key: String, _ swapping: VimSwapping) throws(VimFailure) {
    switch key {
    case "y":
      endSwap()
      cursor = swapping.cursor
      try runEx(swapping.line, swapsRange: true)
    case "n", "Esc", "C-c", "C-[":
      endSwap()
      cursor = swapping.cursor
    default: break
    }
  }

  private mutating func endSwap() {
    ex.swapping = nil
    mode = .normal
  }
}
