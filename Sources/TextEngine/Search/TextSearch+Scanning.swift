import Regex

extension TextSearch {
  /// How far a scan came.
  struct Progress: Hashable, Sendable {
    /// Where the next match may start.
    var next: SearchStart
    /// Up to where text was looked at.
    var seen: ByteOffset
  }

  /// Hands over the matches that start from a place on and before another, none overlapping the one
  /// before, until `body` answers false. A stop behind the end of the text lets an empty match
  /// stand there.
  @discardableResult
  func scan(
    _ text: Rope, from start: SearchStart, startsBefore stop: ByteOffset,
    _ isCancelled: () -> Bool, _ body: (Match) -> Bool
  ) throws(SearchTrouble) -> Progress {
    switch way {
    case .literal(let search):
      return try scan(search, text, start, stop, isCancelled, body)
    case .expression(let code):
      let scan = RegexScan(code, text, from: start, startsBefore: stop, within: budget)
      let isSpent = budget?.meter()
      while let range = try scan.nextMatch({ isCancelled() || isSpent?() == true }) {
        if !body(Match(range: range, groups: scan.groups())) {
          return Progress(next: scan.next, seen: scan.seen)
        }
      }
      return Progress(next: scan.end, seen: scan.seen)
    }
  }

  private func scan(
    _ search: LiteralSearch, _ text: Rope, _ start: SearchStart, _ stop: ByteOffset,
    _ isCancelled: () -> Bool, _ body: (Match) -> Bool
  ) throws(SearchTrouble) -> Progress {
    // What tells whether a word goes on.
    let context = 4
    let high = min(stop, text.end)
    let seen = min(text.end, high + search.byteCount + context)
    if start.place >= high { return Progress(next: start, seen: seen) }
    var next = start.place
    var isStopped = false
    let isWhole = search.scan(text, start.place..<high, isCancelled) { match in
      next = match.upperBound
      if body(Match(range: match, groups: [])) { return match.upperBound }
      isStopped = true
      return nil
    }
    if isStopped { return Progress(next: SearchStart(next), seen: seen) }
    if !isWhole { throw .cancelled }
    return Progress(next: SearchStart(max(next, stop)), seen: seen)
  }
}
