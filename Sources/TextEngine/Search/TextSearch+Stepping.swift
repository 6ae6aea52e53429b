/// Steps from match to match.
extension TextSearch {
  package struct Step: Hashable, Sendable {
    package var match: Match
    /// Whether the search continued at the other end of the text.
    package var hasWrapped: Bool
  }

  /// Returns the first match that starts at or after an offset, inside `scope` if given; else, if
  /// the search may wrap, the first match from the other end.
  package func next(
    from offset: ByteOffset, in text: Rope, scope: Range<ByteOffset>? = nil, wraps: Bool = true,
    isCancelled: () -> Bool = { false }
  ) throws(SearchTrouble) -> Step? {
    try next(SearchStart(offset), text, scope ?? text.all, wraps, isCancelled)
  }

  /// Returns the first match after another one.
  package func next(
    after match: Range<ByteOffset>, in text: Rope, scope: Range<ByteOffset>? = nil,
    wraps: Bool = true, isCancelled: () -> Bool = { false }
  ) throws(SearchTrouble) -> Step? {
    let start = SearchStart(match.upperBound, mayBeEmpty: !match.isEmpty)
    return try next(start, text, scope ?? text.all, wraps, isCancelled)
  }

  /// Returns the last match that starts before an offset and ends by it, or from the other end.
  package func previous(
    before offset: ByteOffset, in text: Rope, scope: Range<ByteOffset>? = nil, wraps: Bool = true,
    isCancelled: () -> Bool = { false }
  ) throws(SearchTrouble) -> Step? {
    let scope = scope ?? text.all
    let stop = stop(inside: scope, of: text)
    let limit = min(max(offset, scope.lowerBound), scope.upperBound)
    if let match = try last(
      text, scope.lowerBound..<limit, startsBefore: min(limit, stop), isCancelled)
    {
      return Step(match: match, hasWrapped: false)
    }
    guard wraps, let match = try last(text, scope, startsBefore: stop, isCancelled) else {
      return nil
    }
    return Step(match: match, hasWrapped: true)
  }

  /// Returns the match with exactly a range, with its groups.
  package func match(
    on range: Range<ByteOffset>, in text: Rope
  ) throws(SearchTrouble) -> Match? {
    for start in [SearchStart(range.lowerBound), restart(before: range.lowerBound, of: text)] {
      var found: Match?
      try scan(text, from: start, startsBefore: range.upperBound + 1, { false }) { match in
        if match.range == range { found = match }
        return match.range.upperBound <= range.lowerBound && found == nil
      }
      if let found { return found }
    }
    return nil
  }

  private func next(
    _ start: SearchStart, _ text: Rope, _ scope: Range<ByteOffset>, _ wraps: Bool,
    _ isCancelled: () -> Bool
  ) throws(SearchTrouble) -> Step? {
    let stop = stop(inside: scope, of: text)
    let low = start.offset < scope.lowerBound ? SearchStart(scope.lowerBound) : start
    if let match = try first(text, scope, low, startsBefore: stop, isCancelled) {
      return Step(match: match, hasWrapped: false)
    }
    if !wraps { return nil }
    // The text after the offset was just searched; a match may still start at the offset itself.
    let end = start.offset < stop ? min(start.offset + 1, stop) : stop
    let match = try first(
      text, scope, SearchStart(scope.lowerBound), startsBefore: end, isCancelled)
    return match.map { Step(match: $0, hasWrapped: true) }
  }

  private func first(
    _ text: Rope, _ scope: Range<ByteOffset>, _ start: SearchStart,
    startsBefore stop: ByteOffset, _ isCancelled: () -> Bool
  ) throws(SearchTrouble) -> Match? {
    var first: Match?
    try scan(text, from: start, startsBefore: stop, isCancelled) { match in
      if match.range.upperBound <= scope.upperBound { first = match }
      return first == nil
    }
    return first
  }

  /// Returns the last match inside a range that starts before an offset. Searches small parts
  /// first, since the match is often near.
  private func last(
    _ text: Rope, _ range: Range<ByteOffset>, startsBefore stop: ByteOffset,
    _ isCancelled: () -> Bool
  ) throws(SearchTrouble) -> Match? {
    var high = stop
    var part = Self.warmUp
    while high > range.lowerBound {
      let low = max(range.lowerBound, high - part)
      let start = max(range.lowerBound, restart(before: low, of: text).offset)
      var last: Match?
      try scan(text, from: SearchStart(start), startsBefore: high, isCancelled) { match in
        if match.range.lowerBound >= low, match.range.upperBound <= range.upperBound {
          last = match
        }
        return true
      }
      if let last { return last }
      high = low
      part = min(part * 4, 1 << 20)
    }
    return nil
  }
}

extension TextSearch {
  /// The result of replacing matches.
  package struct Replaced: Equatable, Sendable {
    package var edit: Edit
    package var count: Int
  }

  package func replacing(_ match: Match, in text: Rope, with new: Replacement) -> Edit {
    Edit(in: text, replacing: match.range, with: new.bytes(for: match, in: text))
  }

  /// Replaces all matches inside the parts of a text, or in the whole text, as one edit. The parts
  /// must be in order and not overlap.
  package func replacingAll(
    in text: Rope, inside parts: [Range<ByteOffset>]? = nil, with new: Replacement,
    isCancelled: () -> Bool = { false }
  ) throws(SearchTrouble) -> Replaced {
    var replacing = Replacing(text)
    for part in parts ?? [text.all] {
      let start = SearchStart(part.lowerBound)
      let stop = stop(inside: part, of: text)
      try scan(text, from: start, startsBefore: stop, isCancelled) { match in
        if replacing.isGood(match.range, inside: part) {
          replacing.builder.replace(match.range, with: new.bytes(for: match, in: text))
        }
        return true
      }
    }
    return Replaced(edit: replacing.builder.takeEdit(), count: replacing.count)
  }
}

/// The replacements so far.
private struct Replacing {
  var builder: EditBuilder
  private(set) var count = 0
  /// The last match: adjacent parts would find the same empty match twice.
  private var last: Range<ByteOffset>?

  init(_ text: Rope) { builder = EditBuilder(text) }

  mutating func isGood(_ range: Range<ByteOffset>, inside part: Range<ByteOffset>) -> Bool {
    if range.upperBound > part.upperBound || range == last { return false }
    count += 1
    last = range
    return true
  }
}
