/// What all matches of one request may cost: one key in vim, with all the lines of its `:g`. It counts
/// work and not time, so a request is given up at the same match on each machine.
package final class RegexBudget {
  /// About a second's work, in steps of the processor's code.
  private static let all = 1 << 28
  /// A call costs that, however little it does.
  private static let call = 100
  /// What most matches need from each start, and hardly any takes long for.
  fileprivate static let usual = 32
  /// What may be spent before it is counted.
  fileprivate static let portion = 1 << 22

  fileprivate private(set) var left = all

  package init() {}

  package var isSpent: Bool { left <= 0 }

  package func refill() { left = Self.all }

  /// Pays for something outside of PCRE2, or for calling it.
  package func spendCall() { spend(Self.call) }

  fileprivate func spend(_ steps: Int) { left = max(0, left - steps) }
  fileprivate func spendAll() { left = 0 }
}

extension RegexMatcher {
  /// The same as far as a budget goes; what it is too hard for ends it. PCRE2 counts the steps from each
  /// start and does not say how many there were: so a few are allowed first, then more, and from fewer
  /// starts at a time.
  package mutating func match(
    _ text: Span<UInt8>, from first: Int, to last: Int, _ options: Options = [],
    within budget: RegexBudget, if condition: Condition? = nil
  ) -> RegexAnswer {
    let most = limits
    defer { limits = most }
    // A step may look at much of the text.
    let weight = 1 + text.count / 256
    var (start, steps) = (first, RegexBudget.usual)
    budget.spendCall()
    while !budget.isSpent {
      let end = min(last, start + RegexBudget.portion / (steps * weight))
      limits = most.trying(steps)
      let answer = match(text, from: start, to: end, options, if: condition)
      if answer == .tooHard {
        budget.spend(steps * weight)
        if steps == most.steps { break }
        steps = min(steps * 4, most.steps)
        if steps * weight > budget.left { break }
        continue
      }
      var tried = end - start + 1
      if case .match(let match) = answer { tried = max(1, match.lowerBound - start + 1) }
      budget.spend(steps == RegexBudget.usual ? tried : tried * steps / 2 * weight)
      if answer != .nothing || end >= last { return answer }
      start = end + 1
      while start < last, text[start] & 0xc0 == 0x80 { start += 1 }
      steps = max(RegexBudget.usual, steps / 4)
    }
    budget.spendAll()
    return .tooHard
  }
}
