import Regex
import TextEngine

/// Finds the matches of a search for the marks on the screen, as Emacs's lazy highlight.
struct EmacsMatchFinder: MatchFinder {
  let name: String
  private let pattern: EmacsPattern

  /// How far past the screen a match may reach.
  private static let around = 1 << 12

  init(name: String, _ pattern: EmacsPattern) { (self.name, self.pattern) = (name, pattern) }

  func matches(
    touching range: Range<ByteOffset>, of text: Rope, within budget: RegexBudget
  ) -> [Range<ByteOffset>] {
    let end = min(text.byteCount, range.upperBound.value + Self.around)
    var found: [Range<ByteOffset>] = []
    var start = max(
      range.lowerBound.value - Self.around, text.content(at: range.lowerBound).lowerBound.value)
    while start < range.upperBound.value, !budget.isSpent,
      let match = pattern.within(budget).first(in: text, from: start, upTo: end),
      match.lowerBound < range.upperBound.value
    {
      budget.spend(match.upperBound - start)
      if match.upperBound > range.lowerBound.value, !match.isEmpty {
        found.append(ByteOffset(match.lowerBound)..<ByteOffset(match.upperBound))
      }
      start = max(match.upperBound, text.boundary(after: ByteOffset(match.lowerBound)).value)
    }
    return found
  }
}

extension EmacsSearch {
  /// What is marked while it runs; nothing for an unfinished pattern.
  var finder: EmacsMatchFinder? {
    guard !state.string.isEmpty, let pattern = try? pattern(in: KeyText(Rope())) else { return nil }
    return EmacsMatchFinder(name: "\(isPattern) \(foldsCase) \(state.string)", pattern)
  }
}

extension EmacsQuery {
  var finder: EmacsMatchFinder { EmacsMatchFinder(name: "query \(from)", pattern) }
}
