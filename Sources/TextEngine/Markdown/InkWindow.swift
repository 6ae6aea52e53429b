/// The units around what was last asked for, in a row, with their inks; and others that stood in the
/// row before: an edit cuts the row off, and they serve again where a unit starts in the same state.
struct InkWindow: Sendable {
  /// A unit whose places count from its own start.
  private struct Kept: Placed, Sendable {
    var place: Int
    var unit: ScannedUnit
    /// An edit touched what it was read from. It only keeps the room that it has in the list.
    var isGone = false
  }

  private var all = PlaceList<Kept>()
  /// Those in the row. Before it and behind it there are spares.
  private var row = 0..<0
  /// No unit was read from more than this.
  private var farthestReach = 0
  private var lastNumber = 0
  private static let farthestSpare = 1 << 17
  /// Where the first unit starts.
  private(set) var start = 0
  private(set) var state = BlockState()
  /// The state at the start is guessed.
  private(set) var isGuess = true
  private(set) var isEmpty = true

  /// Where the last unit ends.
  var end: Int { row.isEmpty ? start : end(of: row.upperBound - 1) }

  var endState: BlockState { row.isEmpty ? state : all.items[row.upperBound - 1].unit.after }

  /// The row.
  var units: [ScannedUnit] { row.map { self[$0] } }

  /// One of the row, at its places in the text.
  subscript(index: Int) -> ScannedUnit {
    let kept = all[index]
    var unit = kept.unit
    unit.move(by: kept.place)
    return unit
  }

  /// Which reading one of the row is; 0 for all that found nothing to say.
  func number(at index: Int) -> Int {
    all.items[index].unit.runs.isEmpty ? 0 : all.items[index].unit.number
  }

  /// The one that holds all of a range, where it is this one or the next.
  func unit(holding range: Range<Int>, from index: Int) -> Int? {
    guard row.contains(index), all.place(at: index) <= range.lowerBound else { return nil }
    if range.upperBound <= end(of: index) { return index }
    let next = index + 1
    return row.contains(next) && all.place(at: next) <= range.lowerBound
      && range.upperBound <= end(of: next) ? next : nil
  }

  private func end(of index: Int) -> Int { all.place(at: index) + all.items[index].unit.end }

  /// Starts anew at another place; what is known serves as spare.
  mutating func restart(at place: Int, _ state: BlockState, isGuess: Bool) {
    all.removeAll { $0.isGone || abs($0.place - place) >= Self.farthestSpare }
    farthestReach = all.indices.reduce(0) { max($0, all.items[$1].unit.reach) }
    start = place
    let first = all.count(before: place)
    row = first..<first
    self.state = state
    self.isGuess = isGuess
    isEmpty = false
  }

  /// Lets the next question start it anew.
  mutating func forgetStart() { isEmpty = true }

  /// A unit that was just read at the end of the row.
  mutating func append(_ unit: ScannedUnit) {
    lastNumber += 1
    var kept = Kept(place: unit.start, unit: unit)
    kept.unit.move(by: -unit.start)
    kept.unit.number = lastNumber
    farthestReach = max(farthestReach, kept.unit.reach)
    let next = row.upperBound
    // Mostly it takes the room of the one that an edit changed.
    if next < all.count, all.place(at: next) < unit.end {
      all[next] = kept
    } else {
      all.insert(kept, at: next)
    }
    row = row.lowerBound..<next + 1
    forgetOverlapped(by: unit.end)
  }

  /// The spare that starts where the units end, in the same state.
  mutating func takeSpare() -> Bool {
    let end = end
    forgetOverlapped(by: end)
    let next = row.upperBound
    guard next < all.count, all.place(at: next) == end else { return false }
    if all.items[next].isGone || all.items[next].unit.before != endState { return false }
    row = row.lowerBound..<next + 1
    return true
  }

  /// Spares that start inside of the row are none.
  private mutating func forgetOverlapped(by end: Int) {
    let next = row.upperBound
    while next < all.count, all.place(at: next) < end { all.remove(at: next) }
  }

  /// The units that a range touches, which lies between start and end.
  func indices(touching range: Range<Int>) -> Range<Int> {
    var low = max(row.lowerBound, min(all.count(upTo: range.lowerBound) - 1, row.upperBound))
    if low < row.upperBound, end(of: low) <= range.lowerBound { low += 1 }
    var last = low
    while last < row.upperBound, all.place(at: last) < range.upperBound { last += 1 }
    return low..<last
  }

  /// The spares follow as well, even of a row that is to be started anew.
  mutating func apply(_ changes: [Edit.Change]) {
    var kept = isEmpty ? 0 : row.count
    // From the last, so that the places of those before still hold.
    for change in changes.reversed() {
      let (low, high) = (change.before.lowerBound.value, change.before.upperBound.value)
      var index = all.count(upTo: high) - 1
      while index >= 0, all.place(at: index) + farthestReach > low {
        if all.place(at: index) + all.items[index].unit.reach > low {
          all[index].isGone = true
          if row.contains(index) { kept = min(kept, index - row.lowerBound) }
        }
        index -= 1
      }
      all.replace(at: low, removing: high - low, inserting: change.after.byteCount)
    }
    let mapped = changes.map(ByteOffset(start), bias: .left).value
    // A start inside of what went is none any more.
    if let change = changes.first(where: { $0.before.upperBound.value >= start }),
      change.before.lowerBound.value < start
    {
      isEmpty = true
      kept = 0
    }
    start = mapped
    let first = all.count(before: start)
    row = first..<first + kept
  }
}
