import Regex

/// A translated pattern, ready to be matched.
///
/// `(?C5)` in it asks the fifth of the conditions that come with a subject; the match goes on where it
/// holds.
struct VimRegex {
  enum Answer {
    /// The match and its groups, as indexes of the subject.
    case match([Range<Int>?])
    case nothing
    /// More of the text is needed.
    case unsure
    case tooHard
  }

  private let pattern: RegexPattern

  init(_ expression: String, ignoresCase: Bool) throws(VimFailure) {
    do throws(RegexProblem) {
      pattern = try RegexPattern(
        Array(expression.utf8), ignoresCase ? [.vim, .ignoresCase] : .vim)
    } catch {
      throw VimFailure(message: "Invalid pattern: \(error.reason)")
    }
  }

  /// The first match that starts between two indexes, both included.
  func match(
    _ subject: [UInt8], from start: Int, to last: Int, isWhole: Bool, within budget: RegexBudget,
    asking asker: VimAsker?
  ) -> Answer {
    var matcher = RegexMatcher(pattern, .vim)
    let answer = matcher.match(
      subject.span, from: start, to: last, isWhole ? [] : .hasMore, within: budget,
      if: asker?.holds)
    switch answer {
    case .match: return .match(matcher.groups)
    case .nothing: return .nothing
    case .unsure: return .unsure
    case .tooHard: return .tooHard
    }
  }

  /// Whether it matches all between two indexes. What comes behind is not looked at.
  func matches(
    _ subject: [UInt8], _ range: Range<Int>, within budget: RegexBudget, asking asker: VimAsker
  ) -> Bool {
    var matcher = RegexMatcher(pattern, .vim)
    let answer = matcher.match(
      subject.span.extracting(..<range.upperBound), from: range.lowerBound,
      to: range.lowerBound, [.isWhole, .isSlow], within: budget, if: asker.holds)
    if case .match = answer { return true }
    return false
  }
}
