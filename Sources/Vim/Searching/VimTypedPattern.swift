import Bytes

/// A pattern in the typed line.
struct VimTypedPattern: Equatable {
  var source: String
  /// Whether it is the last pattern, as in `:s//`.
  var isLast = false
  /// Whether the sign that ends it is typed.
  var isClosed = false
  var lines: ClosedRange<Int>?
}

extension VimMachine {
  /// Returns the pattern of an unfinished line; nil if it has none.
  func typedPattern(from start: VimPosition) -> VimTypedPattern? {
    switch prompt.sign {
    case "/", "?":
      var reader = VimLineReader(prompt.text)
      let (pattern, hasEnd) = reader.takePattern(
        until: UInt8(ascii: prompt.sign == "/" ? "/" : "?"))
      return VimTypedPattern(source: pattern, isClosed: hasEnd)
    case ":" where !ex.isCollecting: return typedPatternOfCommand(from: start)
    default: return nil
    }
  }

  /// Finds the pattern of `:s` and `:g`.
  private func typedPatternOfCommand(from start: VimPosition) -> VimTypedPattern? {
    // Reading addresses moves the cursor and may search.
    var machine = self
    machine.cursor = start
    var reader = VimLineReader(prompt.text)
    func skip() { while reader.take(if: " ") || reader.take(if: ":") {} }
    skip()
    guard let call = try? machine.takeRange(&reader) else { return nil }
    skip()
    guard let command = VimExCommand.named(reader.takeLetters()) else { return nil }
    var lines: ClosedRange<Int>?
    switch command.work {
    case .substitute(.typed): lines = start.line...start.line
    case .global: _ = reader.take(if: "!")
    default: return nil
    }
    if call.addresses > 0 {
      let (low, high) = (min(call.first, call.last), max(call.first, call.last))
      lines = max(0, low - 1)...max(0, low - 1, high - 1)
    }
    reader.skipBlanks()
    guard let sign = reader.take(), !Byte.isLetter(sign), !Byte.isDigit(sign),
      !"\\\"|&".utf8.contains(sign)
    else { return nil }
    let (pattern, hasEnd) = reader.takePattern(until: sign)
    if !pattern.isEmpty {
      return VimTypedPattern(source: pattern, isClosed: hasEnd, lines: lines)
    }
    guard hasEnd, let last = search.pattern else { return nil }
    return VimTypedPattern(source: last, isLast: true, isClosed: true, lines: lines)
  }
}
