/// A place where a unit starts, and what was found from there to the next checkpoint.
struct Checkpoint: Sendable {
  var place: Int
  var state: BlockState
  /// Up to where bytes were looked at from here on.
  var reach = 0
  /// The levels of the headings up to the next checkpoint, as bits.
  var levels: UInt8 = 0
  /// The text up to the next checkpoint must be read (again).
  var isDirty = true
}

/// Checkpoints in order, in pages, so that an edit moves few of them one by one.
struct Checkpoints: Sendable {
  struct Index: Hashable, Comparable, Sendable {
    var page: Int
    var slot: Int

    static func < (left: Index, right: Index) -> Bool {
      left.page == right.page ? left.slot < right.slot : left.page < right.page
    }
  }

  private struct Page: Sendable {
    /// What the places of its points count from, but for the shift of the pages behind the last edit.
    var base = 0
    var points: [Checkpoint]
    var dirtyCount: Int
    var levels: UInt8

    init(_ points: [Checkpoint]) {
      base = 0
      self.points = points
      dirtyCount = points.count(where: \.isDirty)
      levels = points.reduce(0) { $0 | $1.levels }
    }
  }

  private let mostOfPage: Int
  private var pages: [Page]
  /// The pages from here on stand farther behind by `shift`: an edit costs what lies between it and the
  /// edit before.
  private var split = 0
  private var shift = 0
  /// No page before this one is dirty.
  private var firstDirtyPage = 0

  /// One at the start of the text, which always stays.
  init(mostOfPage: Int = 64) {
    self.mostOfPage = mostOfPage
    pages = [Page([Checkpoint(place: 0, state: BlockState())])]
  }

  var count: Int { pages.reduce(0) { $0 + $1.points.count } }

  var first: Index { Index(page: 0, slot: 0) }

  subscript(index: Index) -> Checkpoint {
    get {
      var point = pages[index.page].points[index.slot]
      let base = base(of: index.page)
      point.place += base
      point.reach += base
      return point
    }
    set {
      let old = pages[index.page].points[index.slot].isDirty
      pages[index.page].dirtyCount += (newValue.isDirty ? 1 : 0) - (old ? 1 : 0)
      pages[index.page].levels |= newValue.levels
      if newValue.isDirty { firstDirtyPage = min(firstDirtyPage, index.page) }
      var point = newValue
      let base = base(of: index.page)
      point.place -= base
      point.reach -= base
      pages[index.page].points[index.slot] = point
    }
  }

  private func base(of page: Int) -> Int { pages[page].base + (page >= split ? shift : 0) }

  private func start(of page: Int) -> Int { base(of: page) + pages[page].points[0].place }

  private mutating func moveSplit(to page: Int) {
    if shift == 0 { split = page }
    while split < page {
      pages[split].base += shift
      split += 1
    }
    while split > page {
      split -= 1
      pages[split].base -= shift
    }
  }

  func index(after index: Index) -> Index? {
    if index.slot + 1 < pages[index.page].points.count {
      return Index(page: index.page, slot: index.slot + 1)
    }
    return index.page + 1 < pages.count ? Index(page: index.page + 1, slot: 0) : nil
  }

  func index(before index: Index) -> Index? {
    if index.slot > 0 { return Index(page: index.page, slot: index.slot - 1) }
    if index.page == 0 { return nil }
    return Index(page: index.page - 1, slot: pages[index.page - 1].points.count - 1)
  }

  /// The last one at or before a place.
  func last(atOrBefore place: Int) -> Index {
    var (low, high) = (0, pages.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if start(of: middle) <= place { low = middle } else { high = middle }
    }
    let page = low
    let offset = place - base(of: page)
    (low, high) = (0, pages[page].points.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if pages[page].points[middle].place <= offset { low = middle } else { high = middle }
    }
    return Index(page: page, slot: low)
  }

  /// The first one that is dirty.
  mutating func firstDirty() -> Index? {
    while firstDirtyPage < pages.count, pages[firstDirtyPage].dirtyCount == 0 {
      firstDirtyPage += 1
    }
    guard firstDirtyPage < pages.count,
      let slot = pages[firstDirtyPage].points.firstIndex(where: \.isDirty)
    else { return nil }
    return Index(page: firstDirtyPage, slot: slot)
  }

  /// Puts one in behind another; answers where it is, and where the other is now.
  mutating func insert(_ point: Checkpoint, after index: Index) -> (new: Index, old: Index) {
    var old = index
    if pages[old.page].points.count >= mostOfPage {
      let half = mostOfPage / 2
      let base = pages[old.page].base
      let points = pages[old.page].points
      pages[old.page] = Page(Array(points[..<half]))
      pages[old.page].base = base
      var rest = Page(Array(points[half...]))
      rest.base = base
      pages.insert(rest, at: old.page + 1)
      if old.page < split { split += 1 }
      if old.slot >= half { old = Index(page: old.page + 1, slot: old.slot - half) }
      firstDirtyPage = min(firstDirtyPage, old.page)
    }
    let new = Index(page: old.page, slot: old.slot + 1)
    var stored = point
    let base = base(of: old.page)
    stored.place -= base
    stored.reach -= base
    pages[new.page].points.insert(stored, at: new.slot)
    pages[new.page].levels |= point.levels
    if point.isDirty {
      pages[new.page].dirtyCount += 1
      firstDirtyPage = min(firstDirtyPage, new.page)
    }
    return (new, old)
  }

  /// Takes one away that is not the first of all.
  mutating func remove(_ index: Index) {
    if pages[index.page].points.remove(at: index.slot).isDirty { pages[index.page].dirtyCount -= 1 }
    if pages[index.page].points.isEmpty {
      pages.remove(at: index.page)
      if index.page < split { split -= 1 }
      firstDirtyPage = min(firstDirtyPage, index.page)
    }
  }

  /// The first one from an index on, within whose stretch there may be a heading of these levels.
  func next(withLevels levels: UInt8, from index: Index) -> Index? {
    var slot = index.slot
    for page in index.page..<pages.count {
      if pages[page].levels & levels != 0 {
        for found in slot..<pages[page].points.count
        where pages[page].points[found].levels & levels != 0 {
          return Index(page: page, slot: found)
        }
      }
      slot = 0
    }
    return nil
  }

  mutating func makeDirty(_ index: Index) {
    if pages[index.page].points[index.slot].isDirty { return }
    pages[index.page].points[index.slot].isDirty = true
    pages[index.page].dirtyCount += 1
    firstDirtyPage = min(firstDirtyPage, index.page)
  }
}

/// Edits.
extension Checkpoints {
  /// Follows an edit: what stood inside of what went is forgotten, what was looked at is dirty.
  mutating func apply(_ changes: [Edit.Change], farthest: Int) {
    if changes.count > 16 {
      rebuild(changes, farthest: farthest)
      return
    }
    // From the last, so that the places of those before still hold.
    for change in changes.reversed() {
      let (low, high) = (change.before.lowerBound.value, change.before.upperBound.value)
      let growth = change.after.byteCount - change.before.byteCount
      var index = last(atOrBefore: low)
      while let next = self.index(after: index), self[next].place <= high { remove(next) }
      move(after: index, by: growth)
      makeDirty(index)
      while let before = self.index(before: index), self[before].place + farthest >= low {
        if self[before].reach > low { makeDirty(before) }
        index = before
      }
    }
  }

  private mutating func move(after index: Index, by growth: Int) {
    if growth == 0 { return }
    for slot in (index.slot + 1)..<max(index.slot + 1, pages[index.page].points.count) {
      pages[index.page].points[slot].place += growth
      pages[index.page].points[slot].reach += growth
    }
    moveSplit(to: index.page + 1)
    // Behind the last page nothing moves: a text that grows at its end leaves no shift to be undone.
    shift = split == pages.count ? 0 : shift + growth
  }

  /// The same for very many changes: all points are looked at once.
  private mutating func rebuild(_ changes: [Edit.Change], farthest: Int) {
    var kept: [Checkpoint] = []
    var next = 0
    var growth = 0
    var index: Index? = first
    while let at = index {
      var point = self[at]
      index = self.index(after: at)
      // Changes before this point.
      var isGone = false
      while next < changes.count, changes[next].before.lowerBound.value < point.place {
        if changes[next].before.upperBound.value >= point.place { isGone = true }
        if changes[next].before.upperBound.value > point.place { break }
        growth = changes[next].after.upperBound - changes[next].before.upperBound
        next += 1
      }
      if isGone, !kept.isEmpty {
        kept[kept.count - 1].isDirty = true
        continue
      }
      let end = index.map { self[$0].place } ?? Int.max
      if next < changes.count, changes[next].before.lowerBound.value < max(point.reach, end) {
        point.isDirty = true
      }
      point.place += growth
      point.reach += growth
      kept.append(point)
    }
    (split, shift) = (0, 0)
    pages = stride(from: 0, to: kept.count, by: mostOfPage / 2).map {
      Page(Array(kept[$0..<min(kept.count, $0 + mostOfPage / 2)]))
    }
    firstDirtyPage = 0
  }
}
