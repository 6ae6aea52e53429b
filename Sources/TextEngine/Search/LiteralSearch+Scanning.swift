extension LiteralSearch {
  /// How many bytes go by at most between two questions whether to stop.
  private static let longestStretch = 1 << 20

  /// Hands over the matches that start in a range. `body` answers where to go on, or nil to stop;
  /// then it answers false, and also where it was cancelled.
  @discardableResult
  func scan(
    _ text: Rope, _ range: Range<ByteOffset>, _ isCancelled: () -> Bool,
    _ body: (Range<ByteOffset>) -> ByteOffset?
  ) -> Bool {
    text.check(range)
    var (low, next) = (range.lowerBound, range.lowerBound)
    // The next match is often near.
    var stretch = 1 << 12
    while low < range.upperBound {
      if isCancelled() { return false }
      let high = min(range.upperBound, low + stretch)
      // So that a match which starts before `high` is seen whole.
      let goesOn = text.withBytes(low..<min(text.end, high + byteCount - 1)) { bytes in
        var place = max(0, next - low)
        while let found = finder.place(in: bytes, from: place) {
          let match = low + found..<low + found + byteCount
          place = found + 1
          if isWholeWord, !standsAlone(match, in: text) { continue }
          guard let goOn = body(match) else { return false }
          next = goOn
          place = max(place, next - low)
        }
        return true
      }
      if !goesOn { return false }
      low = high
      stretch = min(4 * stretch, Self.longestStretch)
    }
    return true
  }

  /// Whether no word goes on over the ends of a match.
  private func standsAlone(_ match: Range<ByteOffset>, in text: Rope) -> Bool {
    !text.isInsideWord(match.lowerBound) && !text.isInsideWord(match.upperBound)
  }
}

extension Rope {
  /// Whether a word goes on over a place.
  func isInsideWord(_ place: ByteOffset) -> Bool {
    let before = bytes(in: max(.zero, place - 4)..<place)
    let after = bytes(in: place..<min(end, place + 4))
    // Back over what only goes on with a character.
    guard let start = before.lastIndex(where: { $0 & 0xc0 != 0x80 }), !after.isEmpty else {
      return false
    }
    return WordPart(startingAt: start, in: before[...]) == .word
      && WordPart(startingAt: 0, in: after[...]) == .word
  }
}
