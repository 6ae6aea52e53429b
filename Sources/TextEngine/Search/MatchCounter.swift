import Bytes

/// Counts and numbers the matches in a text, a slice at a time, while a person types.
///
/// ```swift
/// var counter = MatchCounter(search, in: text)
/// while try counter.advance(in: text) {}
/// text.apply(edit)
/// counter.apply(edit, after: text)      // counts again only what the edit may have changed
/// ```
///
/// The text is divided into sections. Each has its matches, the start of its search and how far
/// that read, so it is known which edits invalidate it.
package struct MatchCounter: Sendable {
  /// A match, relative to its section.
  struct Spot: Hashable, Sendable {
    var start: Int32
    var count: Int32
  }

  struct Section: Hashable, Sendable {
    var byteCount: Int
    /// Nil if it must be searched.
    var known: Known?
  }

  struct Known: Hashable, Sendable {
    /// Where the search started and where it would continue, relative to the section.
    var entry: Entry
    var exit: Entry
    var spots: [Spot]
    /// The number of bytes read past the section's end.
    var seenBeyond: Int
  }

  struct Entry: Hashable, Sendable {
    var offset: Int
    var mayBeEmpty: Bool
  }

  package let search: TextSearch
  /// The number at which counting ends.
  package let most: Int
  var sections: [Section] = []
  /// The first section that may have to be searched; all before it are known.
  var firstUnknown = 0
  /// The start of that section.
  var unknownStart = 0
  /// The number of matches in all known sections.
  var knownCount = 0
  /// Whether there are more matches than `most`.
  package internal(set) var isCapped = false
  /// The reason why counting ended early.
  package internal(set) var trouble: SearchTrouble?
  let sectionSize: Int
  /// The number of bytes before a section that may affect its matches.
  let contextBefore: Int

  /// Creates a counter that has counted nothing yet.
  package init(_ search: TextSearch, in text: Rope, most: Int = 1_000_000) {
    self.init(search, in: text, most: most, sectionSize: 1 << 16)
  }

  /// Creates a counter with another section size.
  package init(_ search: TextSearch, in text: Rope, most: Int, sectionSize: Int) {
    self.search = search
    self.most = most
    self.sectionSize = sectionSize
    sections = [Section(byteCount: text.byteCount)]
    if case .expression(let code) = search.way {
      contextBefore = code.bytesBehind
    } else {
      contextBefore = 4
    }
  }

  /// Whether counting has ended.
  package var isComplete: Bool { isCapped || trouble != nil || firstUnknown >= sections.count }

  /// The number of matches found so far.
  package var count: Int { isCapped ? most : knownCount }

  /// Returns the number of the match with exactly this range, counted from 1; nil if there is none
  /// or if it is not known yet.
  package func number(of range: Range<ByteOffset>) -> Int? {
    var start = 0
    var number = 0
    for section in sections[..<firstUnknown] {
      guard let known = section.known else { return nil }
      if range.lowerBound.value < start { return nil }
      // A match belongs to the section where its search began, and may end far after it.
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

  /// Returns the index of the first spot that starts at or after an offset.
  static func index(of offset: Int, in spots: [Spot]) -> Int {
    spots.partitionPoint { Int($0.start) >= offset }
  }
}

extension MatchCounter {
  /// Continues to count for about `budget` bytes of the text that all edits led to. Returns whether
  /// there is more to do. A hard expression may take long over few bytes until it is canceled; the
  /// current slice is then counted again.
  package mutating func advance(
    in text: Rope, budget: Int = 1 << 20, isCancelled: () -> Bool = { false }
  ) -> Bool {
    var left = budget
    while left > 0, !isComplete {
      skipKnown()
      guard firstUnknown < sections.count else { return false }
      shape(firstUnknown)
      let size = sections[firstUnknown].byteCount
      do throws(SearchTrouble) {
        try search(section: firstUnknown, in: text, isCancelled)
      } catch .cancelled {
        return true
      } catch {
        trouble = error
        return false
      }
      left -= max(size, 256)
    }
    skipKnown()
    return !isComplete
  }

  /// Moves to the first section that was not searched from the end of the search before it.
  mutating func skipKnown() {
    while firstUnknown < sections.count, let known = sections[firstUnknown].known,
      known.entry == entry(of: firstUnknown)
    {
      unknownStart += sections[firstUnknown].byteCount
      firstUnknown += 1
    }
  }

  /// Returns where the search of a section starts.
  private func entry(of index: Int) -> Entry {
    guard index > 0, let before = sections[index - 1].known else {
      return Entry(offset: 0, mayBeEmpty: true)
    }
    let size = sections[index - 1].byteCount
    if before.exit.offset < size { return Entry(offset: 0, mayBeEmpty: true) }
    return Entry(offset: before.exit.offset - size, mayBeEmpty: before.exit.mayBeEmpty)
  }

  /// Adjusts the size of a section that will be searched.
  private mutating func shape(_ index: Int) {
    forget(index)
    while sections[index].byteCount < sectionSize / 4, index + 1 < sections.count,
      sections[index + 1].known == nil
    {
      sections[index].byteCount += sections[index + 1].byteCount
      sections.remove(at: index + 1)
    }
    let count = sections[index].byteCount
    if count > sectionSize * 2 {
      sections[index].byteCount = sectionSize
      sections.insert(Section(byteCount: count - sectionSize), at: index + 1)
    }
  }

  private mutating func search(
    section index: Int, in text: Rope, _ isCancelled: () -> Bool
  ) throws(SearchTrouble) {
    let start = unknownStart
    let isLast = index == sections.count - 1
    let end = start + sections[index].byteCount
    let entry = entry(of: index)
    let from = SearchStart(ByteOffset(start + entry.offset), mayBeEmpty: entry.mayBeEmpty)
    // An empty match is possible at the end of the text.
    let stop = ByteOffset(isLast ? end + 1 : end)
    var spots: [Spot] = []
    let room = most - knownCount
    var progress = TextSearch.Progress(next: from, seen: ByteOffset(end))
    if from.offset < stop {
      progress = try search.scan(text, from: from, startsBefore: stop, isCancelled) { match in
        spots.append(
          Spot(
            start: Int32(clamping: match.range.lowerBound.value - start),
            count: Int32(clamping: match.range.byteCount)))
        return spots.count <= room
      }
    }
    if spots.count > room {
      isCapped = true
      return
    }
    knownCount += spots.count
    let next = progress.next
    sections[index].known = Known(
      entry: entry, exit: Entry(offset: next.offset.value - start, mayBeEmpty: next.mayBeEmpty),
      spots: spots, seenBeyond: max(0, progress.seen.value - end))
  }

  mutating func forget(_ index: Int) {
    if let known = sections[index].known { knownCount -= known.spots.count }
    sections[index].known = nil
  }
}

extension MatchCounter {
  /// Follows an edit, which led to `text`. Counts that it cannot have changed stay valid.
  package mutating func apply(_ edit: Edit, after text: Rope) {
    if edit.isEmpty { return }
    forgetTouched(by: edit.changes)
    resize(by: edit.changes)
    trouble = nil
    isCapped = false
    (firstUnknown, unknownStart) = (0, 0)
    skipKnown()
    let isRight = sections.reduce(0) { $0 + $1.byteCount } == text.byteCount
    precondition(isRight, "the edit was made for another text")
  }

  /// Marks sections as unknown if a change lies in the text that their search read.
  private mutating func forgetTouched(by changes: [Edit.Change]) {
    var start = 0
    for index in sections.indices {
      let end = start + sections[index].byteCount
      if let known = sections[index].known {
        let low = start - contextBefore
        let high = end + known.seenBeyond
        // The first change that ends at or after `low`.
        var (first, count) = (0, changes.count)
        while first < count {
          let middle = (first + count) / 2
          if changes[middle].before.upperBound.value < low {
            first = middle + 1
          } else {
            count = middle
          }
        }
        if first < changes.count, changes[first].before.lowerBound.value <= high {
          forget(index)
        }
      }
      start = end
    }
  }

  /// Gives each section its new length; sections that a change spans are merged.
  private mutating func resize(by changes: [Edit.Change]) {
    var resized: [Section] = []
    resized.reserveCapacity(sections.count)
    var next = 0
    var start = 0
    var joinedUpTo = 0
    for (index, section) in sections.enumerated() {
      let end = start + section.byteCount
      if joinedUpTo > start, var joined = resized.popLast() {
        joined.byteCount += section.byteCount
        resized.append(joined)
      } else {
        resized.append(section)
      }
      let isLast = index == sections.count - 1
      while next < changes.count, isLast || changes[next].before.lowerBound.value < end {
        let change = changes[next]
        resized[resized.count - 1].byteCount += change.after.byteCount - change.before.byteCount
        joinedUpTo = max(joinedUpTo, change.before.upperBound.value)
        next += 1
      }
      start = end
    }
    sections = resized
  }
}
