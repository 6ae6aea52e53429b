/// Finds a string of bytes in a text where its bytes lie, also where they lie in two pieces.
///
/// ```swift
/// let search = LiteralSearch(Array("word".utf8), ignoringCase: true)
/// let next = search?.first(in: text, from: cursor)
/// ```
package struct LiteralSearch: Sendable {
  let finder: ByteFinder
  /// Whether a word that goes on over an end of a match forbids it.
  let isWholeWord: Bool

  /// Nil for nothing: it would be found everywhere. Only letters of ASCII have a case here.
  package init?(_ needle: [UInt8], ignoringCase: Bool = false, wholeWord: Bool = false) {
    if needle.isEmpty { return nil }
    finder = ByteFinder(needle, ignoringCase: ignoringCase)
    isWholeWord = wholeWord
  }

  /// How long each match is.
  package var byteCount: Int { finder.needle.count }

  /// How far a search came.
  package struct Found: Equatable, Sendable {
    package var matches: [Range<ByteOffset>]
    /// False where it was cancelled or found more than it should.
    package var isComplete: Bool
  }

  /// The first match that starts in a range and ends in the text. `isCancelled` is asked now and
  /// then; once it says so, there is no match.
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

  /// The last match that ends in a range.
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
      // What starts before this block may end in it.
      high = low + byteCount - 1
      block = min(block * 4, 1 << 20)
    }
    return nil
  }

  /// All matches that start in a range, none overlapping the one before, up to a limit.
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
