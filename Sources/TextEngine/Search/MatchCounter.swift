/// How many matches a text has, and which one of them is at an offset: counted a slice at a time, while
/// a person types.
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
    var offset: Int
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

  /// Which match is exactly a range, counted from 1; nil where none does or where it is not known
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

  /// The first of the spots that start at an offset or behind it.
  static func index(of offset: Int, in spots: [Spot]) -> Int {
    spots.leadingCount { Int($0.start) < offset }
  }
}

extension MatchCounter {
  /// Counts on for about `budget` bytes of a text, the one that all edits led to. Answers whether
  /// there is more to do. A hard expression may take long over few bytes, until it is cancelled;
  /// what was being counted then is counted again.
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

  /// Goes on to the first section that was not searched from where the one before it ended.
  mutating func skipKnown() {
    while firstUnknown < sections.count, let known = sections[firstUnknown].known,
      known.entry == entry(of: firstUnknown)
    {
      unknownStart += sections[firstUnknown].byteCount
      firstUnknown += 1
    }
  }

  /// Where the search of a section starts.
  private func entry(of index: Int) -> Entry {
    guard index > 0, let before = sections[index - 1].known else {
      return Entry(offset: 0, mayBeEmpty: true)
    }
    let size = sections[index - 1].byteCount
    if before.exit.offset < size { return Entry(offset: 0, mayBeEmpty: true) }
    return Entry(offset: before.exit.offset - size, mayBeEmpty: before.exit.mayBeEmpty)
  }

  /// Makes a section that is to be searched neither long nor short.
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
    // Behind the last section there may be an empty match.
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
  /// Follows an edit of the text; `text` is what it led to. What the edit cannot have changed stays
  /// counted.
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

  /// A section is no longer known where a change lies within what its search looked at.
  private mutating func forgetTouched(by changes: [Edit.Change]) {
    var start = 0
    for index in sections.indices {
      let end = start + sections[index].byteCount
      if let known = sections[index].known {
        let low = start - reachBehind
        let high = end + known.seenBeyond
        // The first change that ends at `low` or behind it.
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

  /// Gives each section its new length; those that a change goes over become one.
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
