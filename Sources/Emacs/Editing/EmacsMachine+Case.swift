import TextEngine

/// Upper and lower case.
extension EmacsMachine {
  /// On to the end of words; backwards it changes them where point stays.
  mutating func changeWords(_ wanted: LetterCase) {
    let here = point
    let target = word(from: here, count)
    let growth = change(min(here, target)..<max(here, target), to: wanted)
    point = max(here, target) + growth
  }

  mutating func changeRegion(_ wanted: LetterCase) throws(EmacsFailure) {
    let region = try markedRange()
    let isAtEnd = point == region.upperBound
    let growth = change(region, to: wanted)
    if isAtEnd { point = region.upperBound + growth }
  }

  /// Answers how many bytes longer it became. Bytes that are no UTF-8 stay what they are.
  private mutating func change(_ range: Range<Int>, to wanted: LetterCase) -> Int {
    if range.isEmpty { return 0 }
    guard let old = String(validating: bytes(range), as: UTF8.self) else { return 0 }
    let new = Array(wanted.of(old, isWord: EmacsSyntax.isWord).utf8)
    replace(range, with: new, keepsPlaces: true)
    return new.count - range.count
  }
}
