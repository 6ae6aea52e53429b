/// How many matches a text has, and which one of them a place is: counted a slice at a time, while
/// somebody types.
///
/// ```swift
/// var counter = MatchCounter(search, in: text)
/// while try counter.advance(in: text) {}
/// text.apply(edit)
/// counter.apply(edit, after: text)      // counts again only what the edit may have changed
/// ```
///
/// The text is held as sections. Each knows its matches, from where it was searched, and how far
/// that looked at text, and so which edits leave it right.
package struct MatchCounter: Sendable {
  /// A match in its section.
  struct Spot: Hashable, Sendable {
    var start: Int32
    var count: Int32
  }

  struct Section: Hashable, Sendable {
    var byteCount: Int
    /// Nil while it must be searched.
    var known: Known?
  }

  struct Known: Hashable, Sendable {
    /// Where its search started and where it would go on, from the section's start.
    var entry: Entry
    var exit: Entry
    var spots: [Spot]
    /// How far behind the section's end text was looked at.
    var seenBeyond: Int
  }

  struct Entry: Hashable, Sendable {
    var place: Int
    var mayBeEmpty: Bool
  }

  package let search: TextSearch
  /// Counting ends there.
  package let most: Int
  var sections: [Section] = []
  /// The first section that may have to be searched; all before are known.
  var firstUnknown = 0
  /// Where that section starts.
  var unknownStart = 0
  /// Matches of all known sections.
  var knownCount = 0
  /// Whether there are more matches than are counted.
  package internal(set) var isCapped = false
  /// Why counting ended early.
  package internal(set) var trouble: SearchTrouble?
  let sectionSize: Int
  /// How far before a section text may say what matches in it.
  let reachBehind: Int

  /// Nothing is counted yet.
  package init(_ search: TextSearch, in text: Rope, most: Int = 1_000_000) {
    self.init(search, in: text, most: most, sectionSize: 1 << 16)
  }

  /// The same in sections of another size than the usual one.
  package init(_ search: TextSearch, in text: Rope, most: Int, sectionSize: Int) {
    self.search = search
    self.most = most
    self.sectionSize = sectionSize
    sections = [Section(byteCount: text.byteCount)]
    if case .expression(let code) = search.way {
      reachBehind = code.bytesBehind
    } else {
      reachBehind = 4
    }
  }

  /// Whether all is counted that will be.
  package var isComplete: Bool { isCapped || trouble != nil || firstUnknown >= sections.count }

  /// How many matches were found so far.
  package var count: Int { isCapped ? most : knownCount }

  /// Which match stands on a range, counted from 1; nil where none does or where it is not known
  /// yet.
  package func number(of range: Range<ByteOffset>) -> Int? {
    var start = 0
    var number = 0
    for section in sections[..<firstUnknown] {
      guard let known = section.known else { return nil }
      if range.lowerBound.value < start { return nil }
      // A match belongs to the section where its search began, and may end far behind it.
      if let last = known.spots.last, start + Int(last.start) >= range.lowerBound.value {
        let index = Self.index(of: range.lowerBound.value - start, in: known.spots)
        for (distance, spot) in known.spots[index...].enumerated() {
          if start + Int(spot.start) != range.lowerBound.value { break }
          if Int(spot.count) == range.byteCount { return number + index + distance + 1 }
        }
        return nil
      }
      number += known.spots.count
      start += section.byteCount
    }
    return nil
  }

  /// The first of the spots that start at a place or behind it.
  static func index(of place: Int, in spots: [Spot]) -> Int {
    spots.leadingCount { Int($0.start) < place }
  }
}
