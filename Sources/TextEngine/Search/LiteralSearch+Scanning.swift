extension LiteralSearch {
  /// How many bytes go by between two questions whether to stop.
  private static let stretch = 1 << 20

  /// Hands over the matches that start in a range. `body` answers where to go on, or nil to stop;
  /// then it answers false, and also where it was cancelled.
  @discardableResult
  func scan(
    _ text: Rope, _ range: Range<ByteOffset>, _ isCancelled: () -> Bool,
    _ body: (Range<ByteOffset>) -> ByteOffset?
  ) -> Bool {
    text.check(range)
    var scan = Scan(search: self, text: text, next: range.lowerBound)
    var low = range.lowerBound
    while low < range.upperBound {
      if isCancelled() { return false }
      let high = min(range.upperBound, low + Self.stretch)
      // So that a match which starts before `high` is seen whole.
      let seen = low..<min(text.end, high + byteCount - 1)
      if !scan.visit(seen, startingBefore: high, body) { return false }
      low = high
    }
    return true
  }

  /// One search on its way through a text.
  private struct Scan {
    let search: LiteralSearch
    let text: Rope
    /// No match may start before it.
    var next: ByteOffset

    /// The end of what was visited, and then the start of the next piece: what lies over a border.
    private var border: [UInt8] = []

    init(search: LiteralSearch, text: Rope, next: ByteOffset) {
      self.search = search
      self.text = text
      self.next = next
    }

    /// The pieces of a stretch, and before each the border to those that were visited.
    mutating func visit(
      _ seen: Range<ByteOffset>, startingBefore high: ByteOffset,
      _ body: (Range<ByteOffset>) -> ByteOffset?
    ) -> Bool {
      let reach = search.byteCount - 1
      var start = seen.lowerBound
      border.removeAll(keepingCapacity: true)
      return text.forEachChunk(in: seen) { bytes in
        if !border.isEmpty {
          let low = start - border.count
          border.append(contentsOf: UnsafeBufferPointer(rebasing: bytes.prefix(reach)))
          if !searchBorder(from: low, startingBefore: min(start, high), body) { return false }
        }
        if !matches(in: bytes, from: start, startingBefore: high, body) { return false }
        if bytes.count >= reach { border.removeAll(keepingCapacity: true) }
        if border.isEmpty { border.append(contentsOf: bytes.suffix(reach)) }
        border.removeFirst(max(0, border.count - reach))
        start = start + bytes.count
        return true
      }
    }

    private mutating func searchBorder(
      from low: ByteOffset, startingBefore high: ByteOffset,
      _ body: (Range<ByteOffset>) -> ByteOffset?
    ) -> Bool {
      let held = border
      return held.withUnsafeBufferPointer {
        matches(in: $0, from: low, startingBefore: high, body)
      }
    }

    private mutating func matches(
      in bytes: UnsafeBufferPointer<UInt8>, from start: ByteOffset,
      startingBefore high: ByteOffset, _ body: (Range<ByteOffset>) -> ByteOffset?
    ) -> Bool {
      var place = max(0, next - start)
      while place < bytes.count, let found = search.finder.place(in: bytes, from: place) {
        let match = start + found..<start + found + search.byteCount
        if match.lowerBound >= high { return true }
        if search.isWholeWord, !search.standsAlone(match, in: text) {
          place = found + 1
          continue
        }
        guard let goOn = body(match) else { return false }
        next = goOn
        place = max(found + 1, next - start)
      }
      return true
    }
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
