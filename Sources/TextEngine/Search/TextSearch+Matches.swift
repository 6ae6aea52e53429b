extension TextSearch {
  /// All matches that lie inside of a range, up to a limit.
  package func matches(
    inside range: Range<ByteOffset>, of text: Rope, limit: Int = .max,
    isCancelled: () -> Bool = { false }
  ) throws(SearchTrouble) -> [Range<ByteOffset>] {
    var matches: [Range<ByteOffset>] = []
    try scan(
      text, from: SearchStart(range.lowerBound), startsBefore: stop(inside: range, of: text),
      isCancelled
    ) { match in
      if matches.count == limit { return false }
      if match.range.upperBound <= range.upperBound { matches.append(match.range) }
      return true
    }
    return matches
  }

  /// The matches that a part of the screen shows something of, as looked for from a little before
  /// it: how long the text is plays no part.
  package func matches(
    touching range: Range<ByteOffset>, of text: Rope, limit: Int = 10_000,
    isCancelled: () -> Bool = { false }
  ) throws(SearchTrouble) -> [Range<ByteOffset>] {
    var matches: [Range<ByteOffset>] = []
    let start = restart(before: range.lowerBound, of: text)
    try scan(text, from: start, startsBefore: range.upperBound + 1, isCancelled) {
      let match = $0.range
      let isSeen =
        match.isEmpty
        ? match.lowerBound >= range.lowerBound
        : match.upperBound > range.lowerBound && match.lowerBound < range.upperBound
      if isSeen { matches.append(match) }
      return matches.count < limit
    }
    return matches
  }

  /// An empty match may stand at the end of a range, but not at the start of the line behind it.
  func stop(inside range: Range<ByteOffset>, of text: Rope) -> ByteOffset {
    let high = range.upperBound
    let isLineStart = high > .zero && high < text.end && text[high - 1] == .lineFeed
    return isLineStart && !range.isEmpty ? high : high + 1
  }

  /// A place from which on the matches near another place are found as they would be from far
  /// before: the start of its line, or of one before where matches go over lines.
  func restart(before place: ByteOffset, of text: Rope) -> SearchStart {
    let far = max(.zero, place - Self.warmUp)
    let line = text.start(of: text.line(at: staysInLine ? place : far))
    return SearchStart(place - line <= Self.warmUp * 2 ? line : far)
  }

  /// How many bytes are searched so that a match is not taken up in its middle.
  static let warmUp = 4_096
}
