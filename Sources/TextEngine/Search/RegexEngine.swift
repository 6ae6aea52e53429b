import Bytes
import Glibc
import Regex

/// Matches one expression on one thread, and limits the work of each call to PCRE2.
struct RegexEngine: ~Copyable {
  /// The number of offsets to try before the search can be canceled: more while it is fast.
  private(set) var stretch = 16
  private let isSteady: Bool

  private let code: RegexCode
  private var matcher: RegexMatcher
  private var steps = 0
  private let budget: RegexBudget?

  /// A steady stretch only changes when a call takes too much.
  init(_ code: RegexCode, steadyStretch: Int? = nil, within budget: RegexBudget? = nil) {
    self.code = code
    self.budget = budget
    isSteady = steadyStretch != nil
    if let steadyStretch { stretch = steadyStretch }
    matcher = RegexMatcher(code.pattern, .editor)
  }

  /// Sets the limit of steps, since one step of compiled code may read all bytes.
  mutating func limitSteps(forBytes count: Int) {
    steps = min(50_000, max(500, 100_000_000 / max(1, count)))
  }

  /// Tries the offsets from one index on and before another. Nil if that took too long; then fewer
  /// are tried next time.
  mutating func match(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, before bound: Int, isExact: Bool,
    isText: Bool, mayBeEmpty: Bool
  ) -> RegexAnswer? {
    var options: RegexMatcher.Options = isExact ? [] : .hasMore
    if !mayBeEmpty { options.insert(.isNotEmpty) }
    let isAlone = stretch == 1 || bound - start <= 1
    // One more offset after a CR LF, since PCRE2 reads the two bytes together.
    let isBehindLineEnd =
      bound - 2 >= start && bound <= bytes.count && bytes[bound - 1] == .lineFeed
      && bytes[bound - 2] == .carriageReturn
    let last = max(start, isBehindLineEnd || !(isAlone || code.movesStart) ? bound : bound - 1)
    let pattern = isText ? code.pattern : code.patternForBroken ?? code.pattern
    matcher.limits = .editor.trying(steps)
    let clock = Self.nanoseconds()
    let answer = matcher.match(bytes.span, from: start, to: last, options, as: pattern)
    adapt(to: Self.nanoseconds() - clock)
    if answer != .tooHard { return read(answer, start, before: bound) }
    if !isAlone {
      stretch = max(1, min(stretch, bound - start) / 16)
      return nil
    }
    matcher.limits = .editor
    // All these steps are one call, which cannot be interrupted.
    if let budget, budget.left < matcher.limits.steps {
      budget.end()
      return .tooHard
    }
    let patient = matcher.match(
      bytes.span, from: start, to: last, options.union(.isSlow), as: pattern)
    if patient == .tooHard { budget?.end() }
    return read(patient, start, before: bound)
  }

  func groups(from low: ByteOffset) -> [Range<ByteOffset>?] {
    matcher.groups.map { $0.map { low + $0.lowerBound..<low + $0.upperBound } }
  }

  private func read(_ answer: RegexAnswer, _ start: Int, before bound: Int) -> RegexAnswer {
    switch answer {
    // Compiled code does not report where it tried a match whose start `\K` moved.
    case .unsure(let index): .unsure(code.movesStart ? start : max(start, index))
    case .match(let match) where !code.movesStart && match.lowerBound >= bound: .nothing
    default: answer
    }
  }

  /// Adapts the stretch. The clock affects only how often a search can be canceled.
  private mutating func adapt(to nanoseconds: Int) {
    if isSteady { return }
    if nanoseconds < 1_000_000 {
      stretch = min(stretch * 4, 1 << 20)
    } else if nanoseconds > 20_000_000 {
      stretch = max(1, stretch / 8)
    }
  }

  private static func nanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

/// A compiled expression with its properties. Invalid UTF-8 matches nothing and does not prevent
/// matches nearby.
struct RegexCode: Sendable {
  let pattern: RegexPattern
  /// The pattern for invalid UTF-8, if it is not enough to try a match at the start of each line:
  /// `.*` ends at such bytes as at a line end.
  let patternForBroken: RegexPattern?
  /// Whether no match contains or reads a line end, except right before or after it.
  let staysInLine: Bool
  /// Whether a match may start later than where it was tried, after `\K`.
  let movesStart: Bool
  /// The number of bytes before an offset that may affect a match there.
  let bytesBehind: Int
  /// Whether matches inside a longer word are rejected.
  let isWholeWord: Bool

  struct Options {
    var ignoresCase = false
    var isWholeWord = false
    /// Whether every character matches itself.
    var isLiteral = false
  }

  init(_ pattern: [UInt8], _ options: Options) throws(SearchTrouble) {
    var traits = PatternTraits()
    if options.isLiteral {
      traits.staysInLine = !pattern.contains(.lineFeed) && !pattern.contains(.carriageReturn)
    } else {
      traits = PatternTraits(pattern)
      if let refusal = traits.refusal {
        throw .badExpression(reason: refusal.reason, at: refusal.offset)
      }
    }
    let source = options.isLiteral ? Self.quoted(pattern) : pattern
    let rules: RegexOptions = options.ignoresCase ? [.text, .ignoresCase] : .text
    do throws(RegexProblem) {
      // Compiled first, so that a problem is reported at its offset in the plain expression.
      let plain = try RegexPattern(source, rules)
      self.pattern = options.isWholeWord ? try Self.wholeWord(source, rules) : plain
    } catch {
      throw .badExpression(reason: error.reason, at: min(error.offset, pattern.count))
    }
    let everywhere = rules.union(.startsAnywhere)
    patternForBroken =
      !self.pattern.startsLines
      ? nil
      : options.isWholeWord
        ? try? Self.wholeWord(source, everywhere) : try? RegexPattern(source, everywhere)
    staysInLine = traits.staysInLine
    movesStart = traits.movesStart
    isWholeWord = options.isWholeWord
    // At least a character and a line end, so that only the real start of the text counts as one.
    bytesBehind = max(2, self.pattern.lookBehind) * 4 + 4
  }

  /// Compiles an expression for whole words. The end of the word is part of it, so that a shorter
  /// match is found where a longer one is not a whole word. The start is checked afterwards: in the
  /// expression, it would slow the search for the first character.
  private static func wholeWord(
    _ pattern: [UInt8], _ rules: RegexOptions
  ) throws(RegexProblem) -> RegexPattern {
    let start = Array("(?:".utf8) + pattern
    let end = Array(")(?:(?!\\w)|(?<!\\w))".utf8)
    do {
      // Closes an open quotation.
      return try RegexPattern(start + Array("\\E".utf8) + end, rules)
    } catch {
      // Ends an open comment.
      return try RegexPattern(start + Array("\n".utf8) + end, rules)
    }
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    text.flatMap { byte -> [UInt8] in
      let isPlain =
        byte >= 0x80 || Byte.isLetter(byte)
        || Byte.isDigit(byte)
        || byte < 0x20
      return isPlain ? [byte] : [UInt8(ascii: "\\"), byte]
    }
  }
}
