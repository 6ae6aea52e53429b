import Bytes

/// The forms of `:s`.
enum VimSubstituteKind: Sendable {
  /// `:s/x/y/`, or `:s` alone, which repeats.
  case typed
  /// `:&`
  case again
  /// `:~`
  case againWithLastPattern
}

extension VimMachine {
  mutating func substitute(
    _ call: inout VimExCall, _ kind: VimSubstituteKind
  ) throws(VimFailure) {
    var reader = VimLineReader(call.argument)
    var usesLastPattern = kind == .againWithLastPattern
    var pattern = ""
    var isAgain = false
    var replacement: String
    if kind == .typed, let sign = reader.next, Self.beginsPattern(sign) {
      (pattern, replacement, usesLastPattern) = try takeParts(&reader)
      search.substitute = VimSubstitute(
        replacement: replacement, flags: search.substitute?.flags ?? VimSubstituteFlags())
    } else {
      isAgain = true
      guard let last = search.substitute else {
        throw VimFailure(message: "E35: No previous regular expression")
      }
      replacement = last.replacement
    }
    var flags = takeFlags(&reader, usesLastPattern: &usesLastPattern)
    reader.skipBlanks()
    if let count = reader.takeNumber() {
      if count < 1 { throw VimFailure(message: "E939: Positive count required") }
      call.first = call.last
      call.last = min(text.lineCount, call.last + count - 1)
    }
    try takeEnd(&reader, of: &call)
    if flags.counts { flags.asks = false }
    if flags.asks, ex.pending != nil { throw VimFailure(message: "Under :g nothing is asked.") }
    let compiled = try substitutePattern(
      pattern, usesLastPattern: usesLastPattern, ignoresCase: flags.ignoresCase)
    search.substitute?.flags = flags
    if pattern == "\\n", replacement.isEmpty, !flags.asks, !flags.counts {
      return joinInstead(call)
    }
    // `~` is not expanded in a formula.
    let isFormula = replacement.hasPrefix("\\=")
    if !isFormula {
      replacement = VimReplacement.expanded(replacement, last: search.replacement)
      search.replacement = replacement
    }
    var work = VimSubstitution(
      compiled, VimReplacement(replacement), flags, lines: call.lines, cursor: cursor)
    work.goesToEnd = isAgain && wanted == .end
    try substitute(work)
  }

  /// Joins lines for `:s/\n//`, which is faster.
  private mutating func joinInstead(_ call: VimExCall) {
    let last = min(call.lines.upperBound + 1, text.lastLine)
    if last > call.lines.lowerBound { joinLines(call.lines.lowerBound...last, plainly: true) }
  }

  /// Whether a sign begins a pattern after `:s`: any except these.
  private static func beginsPattern(_ sign: UInt8) -> Bool {
    !"0123456789cegriIp|\"&n".utf8.contains(sign)
  }

  /// Takes pattern and replacement. `\/y/` uses the last pattern.
  private mutating func takeParts(
    _ reader: inout VimLineReader
  ) throws(VimFailure) -> (pattern: String, replacement: String, usesLast: Bool) {
    guard var end = reader.take() else { throw .quiet }
    var pattern = ""
    var usesLast = true
    if end == UInt8(ascii: "\\") {
      guard let sign = reader.take(), "/?&".utf8.contains(sign) else {
        throw VimFailure(message: "E10: \\ should be followed by /, ? or &")
      }
      usesLast = sign != UInt8(ascii: "&")
      end = sign
    } else {
      if Byte.isLetter(end) {
        throw VimFailure(message: "E146: Regular expressions can't be delimited by letters")
      }
      pattern = reader.takePattern(until: end).pattern
    }
    var replacement: [UInt8] = []
    while let byte = reader.take(), byte != end {
      replacement.append(byte)
      if byte == UInt8(ascii: "\\"), let escaped = reader.take() {
        // The escaped delimiter means itself.
        if escaped == end, end != UInt8(ascii: "&") { replacement.removeLast() }
        replacement.append(escaped)
      }
    }
    return (pattern, String(decoding: replacement, as: UTF8.self), usesLast)
  }

  private func takeFlags(
    _ reader: inout VimLineReader, usesLastPattern: inout Bool
  ) -> VimSubstituteFlags {
    var flags = VimSubstituteFlags()
    flags.isGlobal = options.search.globalSubstitute
    if reader.take(if: "&") {
      flags = search.substitute?.flags ?? flags
    }
    while let byte = reader.next {
      switch Character(Unicode.Scalar(byte)) {
      case "g": flags.isGlobal.toggle()
      case "c": flags.asks.toggle()
      case "n": flags.counts = true
      case "e": flags.failsWithoutMatch.toggle()
      case "i": flags.ignoresCase = true
      case "I": flags.ignoresCase = false
      case "r": usesLastPattern = true
      case "p", "#", "l": break
      default: return flags
      }
      reader.index += 1
    }
    return flags
  }

  private func takeEnd(
    _ reader: inout VimLineReader, of call: inout VimExCall
  ) throws(VimFailure) {
    reader.skipBlanks()
    if reader.take(if: "|") {
      call.next = reader.rest
    } else if let next = reader.next, next != UInt8(ascii: "\"") {
      throw VimFailure(message: "E488: Trailing characters: \(reader.rest)")
    }
  }

  /// Returns the current pattern, which searches and `:s` use from now on.
  private mutating func substitutePattern(
    _ typed: String, usesLastPattern: Bool, ignoresCase: Bool?
  ) throws(VimFailure) -> VimPattern {
    let pattern =
      typed.isEmpty ? usesLastPattern ? search.pattern : search.substitutePattern : typed
    guard let pattern else { throw VimFailure(message: "E35: No previous regular expression") }
    // The last pattern of `:s` does not become that of searches.
    if !typed.isEmpty || usesLastPattern, pattern != search.pattern { remember(pattern: pattern) }
    search.substitutePattern = pattern
    return try compiled(pattern, forced: ignoresCase)
  }
}
