extension MatchCounter {
  /// Counts on for about so many bytes of a text, the one that all edits led to. Answers whether
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
      return Entry(place: 0, mayBeEmpty: true)
    }
    let size = sections[index - 1].byteCount
    if before.exit.place < size { return Entry(place: 0, mayBeEmpty: true) }
    return Entry(place: before.exit.place - size, mayBeEmpty: before.exit.mayBeEmpty)
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
    let from = SearchStart(ByteOffset(start + entry.place), mayBeEmpty: entry.mayBeEmpty)
    // Behind the last section an empty match may stand.
    let stop = ByteOffset(isLast ? end + 1 : end)
    var spots: [Spot] = []
    let room = most - knownCount
    var progress = TextSearch.Progress(next: from, seen: ByteOffset(end))
    if from.place < stop {
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
      entry: entry, exit: Entry(place: next.place.value - start, mayBeEmpty: next.mayBeEmpty),
      spots: spots, seenBeyond: max(0, progress.seen.value - end))
  }

  mutating func forget(_ index: Int) {
    if let known = sections[index].known { knownCount -= known.spots.count }
    sections[index].known = nil
  }
}
