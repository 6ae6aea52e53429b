import Cells

/// A place inside a long line where a part begins. It moves with the text, so that no edit changes
/// rows far behind it; a long line needs to be looked at only from the last one before a place.
struct Anchor: Positioned {
  var place: Int
  /// The cells up to the next one, if they were counted since they changed.
  var width: StretchWidth?
}

/// The cells of a stretch of text in whatever column it starts.
struct StretchWidth: Hashable, Sendable {
  /// Up to the first tab, or all.
  var beforeTab = 0
  /// From the stop that the first tab reaches; nil without a tab.
  var afterTab: Int?

  func end(from column: Int, _ layout: TextLayout) -> Int {
    let column = column + beforeTab
    guard let afterTab else { return column }
    return column + layout.widthOfTab(at: column) + afterTab
  }
}

/// Places that stay glyph boundaries whatever is edited farther away.
enum SureBoundary {
  /// Whether a place inside a range is one; what is looked at is next to it.
  static func isSure(_ place: Int, in range: Range<Int>, of text: Rope) -> Bool {
    let low = max(range.lowerBound, place - 8)
    let high = min(range.upperBound, place + 8)
    guard low < place, place < high else { return false }
    let bytes = text.bytes(in: (low..<high).offsets)
    return Cells.sureBoundary(atOrBefore: place - low, in: bytes[...]) == place - low
  }

  /// The start of a word, or else of a glyph, shortly before a place; the start of a scalar where
  /// nothing is known, as in a line of nothing but marks.
  static func find(
    before place: Int, in range: Range<Int>, of text: Rope, lookBack: Int, atWords: Bool
  ) -> Int {
    let low = max(range.lowerBound + 1, place - lookBack)
    let high = min(range.upperBound, place + 8)
    let bytes = text.bytes(in: (low..<high).offsets)
    let index = place - low
    if atWords {
      for start in stride(from: min(index, bytes.count - 1), to: 0, by: -1)
      where bytes[start - 1] == 0x20 && bytes[start] > 0x20 && bytes[start] < 0x7f {
        return low + start
      }
    }
    // What stands in the first bytes may be the rest of a scalar.
    if let sure = Cells.sureBoundary(atOrBefore: index, in: bytes[...]), sure >= 4 {
      return low + sure
    }
    for start in stride(from: index, to: max(0, index - 4), by: -1)
    where bytes[start] & 0xc0 != 0x80 {
      return low + start
    }
    return place
  }
}
