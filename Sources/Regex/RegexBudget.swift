import Glibc
import Synchronization

/// The work that one request may cost: a key in vim, with all the lines of its `:g` and all the keys of
/// its macro. It counts work and not time, so a request is given up at the same point on each machine.
/// It may be ended from another thread.
package final class RegexBudget: Sendable {
  /// Some tens of milliseconds, which a person does not notice.
  package static let instant = 1 << 23
  /// Some seconds, for work that a person can end.
  static let patient = 1 << 33
  /// The cost of a call, however little it does.
  private static let call = 100
  /// Enough steps for most matches from one start; hardly any match takes long for them.
  fileprivate static let usual = 32
  /// The most that may be spent before it is counted.
  fileprivate static let portion = 1 << 22

  private let steps: Atomic<Int>

  /// In steps of compiled code, of which there are some 250 million in a second.
  package init(_ steps: Int = patient) { self.steps = Atomic(steps) }

  package var left: Int { max(0, steps.load(ordering: .relaxed)) }
  package var isSpent: Bool { left == 0 }

  /// Ends all matching.
  package func end() { steps.store(.min / 2, ordering: .relaxed) }

  /// Charges for a call to PCRE2, or for work outside of it.
  package func spendCall() { spend(Self.call) }

  /// Returns a function that charges for this thread's time since its last call, and returns
  /// whether the budget is spent: for a matcher that does not count its steps.
  package func meter() -> () -> Bool {
    var last = Self.nanoseconds()
    return { [self] in
      let now = Self.nanoseconds()
      spend((now - last) / 4)
      last = now
      return isSpent
    }
  }

  /// Pays for work of another kind.
  package func spend(_ count: Int) { steps.wrappingSubtract(count, ordering: .relaxed) }

  /// The CPU time of this thread, without that of others.
  private static func nanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

extension RegexMatcher {
  /// The same within a budget; a match that is too hard spends all of it. PCRE2 limits the steps
  /// from each start but does not report their number: so a few are allowed first, then more, from
  /// fewer starts at a time.
  package mutating func match(
    _ text: Span<UInt8>, from first: Int, to last: Int, _ options: Options = [],
    within budget: RegexBudget, if condition: Condition? = nil
  ) -> RegexAnswer {
    let most = limits
    defer { limits = most }
    // One step may read much of the text.
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
    budget.end()
    return .tooHard
  }
}
