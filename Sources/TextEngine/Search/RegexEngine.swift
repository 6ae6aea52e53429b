import Glibc
import Regex

/// Matches one expression on one thread, and says how much PCRE2 is asked to do at once.
struct RegexEngine: ~Copyable {
  /// At how many places a match is tried before somebody may cancel: more while it goes fast.
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

  /// Tries the places from one index on and before another. Nil where so many were too much; fewer are
  /// tried next time.
  mutating func match(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, before bound: Int, isExact: Bool,
    isText: Bool, mayBeEmpty: Bool
  ) -> RegexAnswer? {
    var options: RegexMatcher.Options = isExact ? [] : .hasMore
    if !mayBeEmpty { options.insert(.isNotEmpty) }
    let isAlone = stretch == 1 || bound - start <= 1
    // One place more behind a line end, since PCRE2 looks at both its bytes together.
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

  /// Only how often somebody may cancel hangs on the clock, never what is found.
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
