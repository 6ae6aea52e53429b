import Bytes
import Glibc
import Regex

/// Matches one expression on one thread, and says how much PCRE2 is asked to do at once.
struct RegexEngine: ~Copyable {
  /// At how many offsets a match is tried before the search can be cancelled: more while it goes fast.
  private(set) var stretch = 16
  private let isSteady: Bool

  private let code: RegexCode
  private var matcher: RegexMatcher
  private var steps = 0
  private let budget: RegexBudget?

  /// A steady stretch stays as it is while nothing is too much.
  init(_ code: RegexCode, steadyStretch: Int? = nil, within budget: RegexBudget? = nil) {
    self.code = code
    self.budget = budget
    isSteady = steadyStretch != nil
    if let steadyStretch { stretch = steadyStretch }
    matcher = RegexMatcher(code.pattern, .editor)
  }

  /// One step of compiled code may look at all the bytes there are.
  mutating func limitSteps(forBytes count: Int) {
    steps = min(50_000, max(500, 100_000_000 / max(1, count)))
  }

  /// Tries the offsets from one index on and before another. Nil where that took too long; fewer are
  /// tried next time.
  mutating func match(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, before bound: Int, isExact: Bool,
    isText: Bool, mayBeEmpty: Bool
  ) -> RegexAnswer? {
    var options: RegexMatcher.Options = isExact ? [] : .hasMore
    if !mayBeEmpty { options.insert(.isNotEmpty) }
    let isAlone = stretch == 1 || bound - start <= 1
    // One more offset behind a line end, since PCRE2 looks at both its bytes together.
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
    // All of these steps are one call, which nothing ends.
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
    // Compiled code does not tell where it tried a match that `\K` starts later.
    case .unsure(let index): .unsure(code.movesStart ? start : max(start, index))
    case .match(let match) where !code.movesStart && match.lowerBound >= bound: .nothing
    default: answer
    }
  }

  /// The clock decides only how often a search can be cancelled, never what is found.
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

/// A compiled expression, and what is known of its matches. Bytes that are no UTF-8 match nothing and
/// hide nothing around them.
struct RegexCode: Sendable {
  let pattern: RegexPattern
  /// The same for bytes that are no text, where it is not enough to try a match at the start of
  /// each line: `.*` ends at such bytes as it does at a line end.
  let patternForBroken: RegexPattern?
  /// No match holds or needs to see a line end, but the one right before it or behind it.
  let staysInLine: Bool
  /// Whether a match may start later than where it was tried: behind `\K`.
  let movesStart: Bool
  /// How many bytes before an offset may say whether a match starts there.
  let bytesBehind: Int
  /// A word that goes on over an end of a match forbids it.
  let isWholeWord: Bool

  struct Options {
    var ignoresCase = false
    var isWholeWord = false
    /// Every character matches itself.
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
      // The problem of the expression itself comes first, at its own offset.
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
    // At least a character and a line end, so that only the text's start is taken for one.
    bytesBehind = max(2, self.pattern.lookBehind) * 4 + 4
  }

  /// What may follow is said in the expression, so that a shorter match is found where a longer one
  /// is no whole word. What is before it is checked afterwards: said in the expression, it would
  /// slow the search for the first character.
  private static func wholeWord(
    _ pattern: [UInt8], _ rules: RegexOptions
  ) throws(RegexProblem) -> RegexPattern {
    let start = Array("(?:".utf8) + pattern
    let end = Array(")(?:(?!\\w)|(?<!\\w))".utf8)
    do {
      // Ends a quotation that is left open.
      return try RegexPattern(start + Array("\\E".utf8) + end, rules)
    } catch {
      // Ends a comment that is left open.
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
