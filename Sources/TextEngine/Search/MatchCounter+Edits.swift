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
