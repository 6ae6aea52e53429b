/// Merges two texts with a common origin, line by line.
///
/// ```swift
/// let merge = ThreeWayMerge.merge(base: loaded, mine: typed, theirs: onDisk)
/// if merge.isClean { save(merge.bytes) }
/// ```
package enum ThreeWayMerge {
  /// Applies the changes of one side, and equal changes of both. If both changed the same or
  /// adjacent lines, it is a conflict, and the merged text has `mine` there.
  ///
  /// `joining` is called first for such lines. The whole lines that it returns are not a conflict.
  package static func merge(
    base: [UInt8], mine: [UInt8], theirs: [UInt8], joining: Joining? = nil
  ) -> Merge {
    if mine == theirs || theirs == base { return Merge(bytes: mine, conflicts: []) }
    if mine == base { return Merge(bytes: theirs, conflicts: []) }
    var merger = Merger(TextLines(base), TextLines(mine), TextLines(theirs), joining)
    merger.run()
    return Merge(bytes: merger.merged, conflicts: merger.conflicts)
  }

  package typealias Joining = (
    _ base: ArraySlice<UInt8>, _ mine: ArraySlice<UInt8>, _ theirs: ArraySlice<UInt8>
  ) -> [UInt8]?
}

/// The result of merging two texts.
package struct Merge: Equatable, Sendable {
  /// Lines that both sides changed in different ways. Lines are counted from 0.
  package struct Conflict: Hashable, Sendable {
    package var base: Range<Int>
    package var mine: Range<Int>
    package var theirs: Range<Int>
    /// The range of `mine` in the merged text.
    package var merged: Range<Int>
  }

  /// The merged text; `mine` in each conflict.
  package var bytes: [UInt8]
  package var conflicts: [Conflict]

  package var isClean: Bool { conflicts.isEmpty }
}

private struct Merger {
  private let base: TextLines
  private let mine: TextLines
  private let theirs: TextLines
  private let joining: ThreeWayMerge.Joining?
  private var myHunks: ArraySlice<Hunk>
  private var theirHunks: ArraySlice<Hunk>
  private(set) var merged: [UInt8] = []
  private(set) var conflicts: [Merge.Conflict] = []
  private var mergedLines = 0
  /// The next line in each text.
  private var basePlace = 0
  private var myPlace = 0
  private var theirPlace = 0

  init(
    _ base: TextLines, _ mine: TextLines, _ theirs: TextLines, _ joining: ThreeWayMerge.Joining?
  ) {
    self.base = base
    self.mine = mine
    self.theirs = theirs
    self.joining = joining
    myHunks = LineDifference.between(base, mine)[...]
    theirHunks = LineDifference.between(base, theirs)[...]
  }

  mutating func run() {
    while let changed = nextChange() {
      let same = changed.lowerBound - basePlace
      take(base, basePlace..<changed.lowerBound)
      myPlace += same
      theirPlace += same
      basePlace = changed.upperBound
      // The lines of each side for this range: its count plus the growth from the side's hunks.
      let myEnd = myPlace + changed.count + Self.growth(&myHunks, upTo: changed.upperBound)
      let theirEnd = theirPlace + changed.count + Self.growth(&theirHunks, upTo: changed.upperBound)
      resolve(changed, myPlace..<myEnd, theirPlace..<theirEnd)
      (myPlace, theirPlace) = (myEnd, theirEnd)
    }
    take(base, basePlace..<base.count)
  }

  /// Returns the next changed lines of the base, joined with all adjacent changes.
  private func nextChange() -> Range<Int>? {
    var (my, their) = (myHunks, theirHunks)
    guard var changed = Self.popFirst(&my, &their) else { return nil }
    while let next = Self.first(my, their), next.lowerBound <= changed.upperBound {
      _ = Self.popFirst(&my, &their)
      changed = changed.lowerBound..<max(changed.upperBound, next.upperBound)
    }
    return changed
  }

  private static func first(_ one: ArraySlice<Hunk>, _ other: ArraySlice<Hunk>) -> Range<Int>? {
    guard let left = one.first?.old else { return other.first?.old }
    guard let right = other.first?.old else { return left }
    return right.lowerBound < left.lowerBound ? right : left
  }

  private static func popFirst(
    _ one: inout ArraySlice<Hunk>, _ other: inout ArraySlice<Hunk>
  ) -> Range<Int>? {
    let next = first(one, other)
    if one.first?.old == next, !one.isEmpty { one.removeFirst() } else { _ = other.popFirst() }
    return next
  }

  private static func growth(_ hunks: inout ArraySlice<Hunk>, upTo end: Int) -> Int {
    var growth = 0
    while let hunk = hunks.first, hunk.old.upperBound <= end {
      growth += hunk.new.count - hunk.old.count
      hunks.removeFirst()
    }
    return growth
  }

  private mutating func resolve(_ old: Range<Int>, _ my: Range<Int>, _ their: Range<Int>) {
    if mine[my] == theirs[their] || theirs[their] == base[old] { return take(mine, my) }
    if mine[my] == base[old] { return take(theirs, their) }
    if let joined = joining?(base[old], mine[my], theirs[their]) {
      let text = TextLines(joined)
      return take(text, 0..<text.count)
    }
    // Equal lines at the beginning and end are not part of the conflict.
    var (mine, theirs) = (my, their)
    while let first = mine.first, let other = theirs.first, isSame(first, other) {
      mine.removeFirst()
      theirs.removeFirst()
    }
    while let last = mine.last, let other = theirs.last, isSame(last, other) {
      mine.removeLast()
      theirs.removeLast()
    }
    take(self.mine, my.lowerBound..<mine.lowerBound)
    if old.isEmpty, mine.isEmpty || theirs.isEmpty {
      // Both inserted the same lines here, and one of them more.
      take(self.mine, mine)
      take(self.theirs, theirs)
    } else {
      let start = mergedLines
      take(self.mine, mine)
      conflicts.append(
        Merge.Conflict(base: old, mine: mine, theirs: theirs, merged: start..<mergedLines))
    }
    take(self.mine, mine.upperBound..<my.upperBound)
  }

  private func isSame(_ my: Int, _ their: Int) -> Bool {
    mine[my..<(my + 1)] == theirs[their..<(their + 1)]
  }

  private mutating func take(_ text: TextLines, _ lines: Range<Int>) {
    merged += text[lines]
    mergedLines += lines.count
  }
}
