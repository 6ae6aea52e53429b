/// The start of a unit, with the results up to the next checkpoint.
struct Checkpoint: Positioned, Sendable {
  var offset: Int
  var state: BlockState
  /// The number of bytes read from here on.
  var reach = 0
  /// The levels of the headings up to the next checkpoint, as a bit set.
  var levels: UInt8 = 0
  /// Whether the text up to the next checkpoint must be read (again).
  var isDirty = true
}

/// Checkpoints in order.
struct Checkpoints: Sendable {
  private var list = OffsetList<Checkpoint>()
  private var dirtyCount = 1
  /// No checkpoint before this index is dirty.
  private var firstUnsure = 0

  /// Creates a checkpoint at the start of the text, which always stays.
  init() { list.insert(Checkpoint(offset: 0, state: BlockState()), at: 0) }

  var count: Int { list.count }

  subscript(index: Int) -> Checkpoint {
    get { list[index] }
    set {
      note(wasDirty: list.items[index].isDirty, isDirty: newValue.isDirty, at: index)
      list[index] = newValue
    }
  }

  private mutating func note(wasDirty: Bool, isDirty: Bool, at index: Int) {
    dirtyCount += (isDirty ? 1 : 0) - (wasDirty ? 1 : 0)
    if isDirty { firstUnsure = min(firstUnsure, index) }
  }

  /// Returns the offset of the next checkpoint; `Int.max` if there is none.
  func offset(behind index: Int) -> Int {
    index + 1 < count ? list.offset(at: index + 1) : .max
  }

  /// Returns the last checkpoint at or before an offset.
  func last(atOrBefore offset: Int) -> Int { list.count(upTo: offset) - 1 }

  /// Returns the first dirty checkpoint.
  mutating func firstDirty() -> Int? {
    if dirtyCount == 0 { return nil }
    while !list.items[firstUnsure].isDirty { firstUnsure += 1 }
    return firstUnsure
  }

  /// Inserts a checkpoint after another one. Returns its index.
  mutating func insert(_ point: Checkpoint, after index: Int) -> Int {
    list.insert(point, at: index + 1)
    firstUnsure = min(firstUnsure, index + 1)
    note(wasDirty: false, isDirty: point.isDirty, at: index + 1)
    return index + 1
  }

  /// Removes the checkpoints after another one and before an offset.
  mutating func remove(after index: Int, before offset: Int) {
    let gone = index + 1..<max(index + 1, list.count(before: offset))
    if gone.isEmpty { return }
    dirtyCount -= list.items[gone].count(where: \.isDirty)
    firstUnsure = min(firstUnsure, index + 1)
    list.remove(gone)
  }

  /// Returns the first checkpoint from an index on that may have headings of these levels.
  func next(withLevels levels: UInt8, from index: Int) -> Int? {
    list.items[index...].firstIndex { $0.levels & levels != 0 }
  }

  mutating func makeDirty(_ index: Int) { self[index].isDirty = true }

  /// The most changes to follow one by one; more are treated as a single large one.
  private static let mostChanges = 1_000

  /// Follows an edit: removes checkpoints inside replaced text, and makes those dirty that read it.
  mutating func apply(_ changes: [Edit.Change], farthest: Int) {
    if changes.count > Self.mostChanges {
      let (first, last) = (changes[0], changes[changes.count - 1])
      let whole = Edit.Change(
        before: first.before.lowerBound..<last.before.upperBound,
        after: first.after.lowerBound..<last.after.upperBound)
      return apply([whole], farthest: farthest)
    }
    // From the last change, so that the offsets of earlier ones stay valid.
    for change in changes.reversed() {
      let (low, high) = (change.before.lowerBound.value, change.before.upperBound.value)
      var index = last(atOrBefore: low)
      remove(after: index, before: high + 1)
      list.replace(at: low, removing: high - low, inserting: change.after.byteCount)
      makeDirty(index)
      while index > 0, list.offset(at: index - 1) + farthest >= low {
        index -= 1
        if list.offset(at: index) + list.items[index].reach > low { makeDirty(index) }
      }
    }
  }
}

extension Checkpoints {
  /// Returns a violated invariant of checkpoints that are all known, or nil.
  func brokenInvariant(in text: Rope) -> String? {
    var scanner = BlockScanner(ScanBuffer(text), isPainting: false)
    if self[0].offset != 0 { return "nothing at the start" }
    for index in 0..<count {
      let point = self[index]
      if point.isDirty { return "dirty at \(point.offset)" }
      if index == 0 { continue }
      var (offset, state) = (self[index - 1].offset, self[index - 1].state)
      if point.offset <= offset { return "out of order at \(point.offset)" }
      while offset < point.offset {
        let unit = scanner.unit(at: offset, state)
        (offset, state) = (unit.end, unit.after)
      }
      if offset != point.offset { return "no unit starts at \(point.offset)" }
      if state != point.state { return "another state at \(point.offset)" }
    }
    return nil
  }
}

extension Highlighter {
  /// Returns a violated invariant after `advance` has finished, or nil.
  package func brokenInvariant(in text: Rope) -> String? { points.brokenInvariant(in: text) }
}
