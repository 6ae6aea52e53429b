/// Finds a byte string in a text without copying it, even across two pieces.
///
/// ```swift
/// let search = LiteralSearch(Array("word".utf8), ignoringCase: true)
/// let next = search?.first(in: text, from: cursor)
/// ```
package struct LiteralSearch: Sendable {
  let finder: ByteFinder
  /// Whether matches inside a longer word are rejected.
  let isWholeWord: Bool

  /// Creates a search; nil for an empty needle, which would match everywhere. Ignores only the case
  /// of ASCII letters.
  package init?(_ needle: [UInt8], ignoringCase: Bool = false, wholeWord: Bool = false) {
    if needle.isEmpty { return nil }
    finder = ByteFinder(needle, ignoringCase: ignoringCase)
    isWholeWord = wholeWord
  }

  /// The length of each match.
  package var byteCount: Int { finder.needle.count }

  /// The result of a search.
  package struct Found: Equatable, Sendable {
    package var matches: [Range<ByteOffset>]
    /// False if the search was canceled or reached its limit.
    package var isComplete: Bool
  }

  /// Returns the first match that starts in a range and ends in the text; nil if `isCancelled`,
  /// which is called now and then, returns true.
  package func first(
    in text: Rope, range: Range<ByteOffset>? = nil, isCancelled: () -> Bool = { false }
  ) -> Range<ByteOffset>? {
    var first: Range<ByteOffset>?
    scan(text, range ?? text.all, isCancelled) { match in
      first = match
      return nil
    }
    return first
  }

  /// Returns the last match that ends in a range.
  package func last(
    in text: Rope, range: Range<ByteOffset>? = nil, isCancelled: () -> Bool = { false }
  ) -> Range<ByteOffset>? {
    let range = range ?? text.all
    var high = range.upperBound
    var block = 1 << 12
    while high - range.lowerBound >= byteCount, !isCancelled() {
      let low = max(range.lowerBound, high - block - byteCount)
      var last: Range<ByteOffset>?
      scan(text, low..<high - byteCount + 1, isCancelled) { match in
        if match.upperBound <= range.upperBound { last = match }
        return match.lowerBound + 1
      }
      if isCancelled() { return nil }
      if let last { return last }
      if low == range.lowerBound { return nil }
      // A match that starts before this block may end in it.
      high = low + byteCount - 1
      block = min(block * 4, 1 << 20)
    }
    return nil
  }

  /// Returns all matches that start in a range, without overlaps, up to a limit.
  package func all(
    in text: Rope, range: Range<ByteOffset>? = nil, limit: Int = .max,
    isCancelled: () -> Bool = { false }
  ) -> Found {
    var found = Found(matches: [], isComplete: true)
    let isWhole = scan(text, range ?? text.all, isCancelled) { match in
      if found.matches.count == limit { return nil }
      found.matches.append(match)
      return match.upperBound
    }
    found.isComplete = isWhole
    return found
  }
}

extension LiteralSearch {
  /// The most bytes searched between two checks for cancellation.
  private static let longestStretch = 1 << 20

  /// Passes the matches that start in a range. `body` returns the offset to continue from, or nil
  /// to stop. Returns false if stopped or canceled.
  @discardableResult
  func scan(
    _ text: Rope, _ range: Range<ByteOffset>, _ isCancelled: () -> Bool,
    _ body: (Range<ByteOffset>) -> ByteOffset?
  ) -> Bool {
    text.check(range)
    var (low, next) = (range.lowerBound, range.lowerBound)
    // Start small, because the next match is often near.
    var stretch = 1 << 12
    while low < range.upperBound {
      if isCancelled() { return false }
      let high = min(range.upperBound, low + stretch)
      // Includes enough to see all of a match that starts before `high`.
      let goesOn = text.withBytes(low..<min(text.end, high + byteCount - 1)) { bytes in
        var offset = max(0, next - low)
        while let found = finder.offset(in: bytes, from: offset) {
          let match = low + found..<low + found + byteCount
          offset = found + 1
          if isWholeWord, !standsAlone(match, in: text) { continue }
          guard let goOn = body(match) else { return false }
          next = goOn
          offset = max(offset, next - low)
        }
        return true
      }
      if !goesOn { return false }
      low = high
      stretch = min(4 * stretch, Self.longestStretch)
    }
    return true
  }

  /// Whether no word crosses the ends of a match.
  private func standsAlone(_ match: Range<ByteOffset>, in text: Rope) -> Bool {
    !text.isInsideWord(match.lowerBound) && !text.isInsideWord(match.upperBound)
  }
}

extension Rope {
  /// Whether a word crosses an offset.
  func isInsideWord(_ offset: ByteOffset) -> Bool {
    let before = bytes(in: max(.zero, offset - 4)..<offset)
    let after = bytes(in: offset..<min(end, offset + 4))
    // Skip back over continuation bytes.
    guard let start = before.lastIndex(where: { $0 & 0xc0 != 0x80 }), !after.isEmpty else {
      return false
    }
    return WordPart(startingAt: start, in: before[...]) == .word
      && WordPart(startingAt: 0, in: after[...]) == .word
  }
}
