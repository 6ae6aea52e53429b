/// The units around what was last asked for, in a row, with their inks.
struct InkWindow: Sendable {
  private(set) var units: [ScannedUnit] = []
  /// Units that an edit has cut off: they serve again where a unit starts in the same state.
  private var spares: [ScannedUnit] = []
  private var nextSpare = 0
  private static let farthestSpare = 1 << 17
  /// Where the first unit starts.
  private(set) var start = 0
  private(set) var state = BlockState()
  /// The state at the start is guessed.
  private(set) var isGuess = true
  private(set) var isEmpty = true

  /// Where the last unit ends.
  var end: Int { units.last?.end ?? start }

  var endState: BlockState { units.last?.after ?? state }

  /// Starts anew at another place; what is known serves as spare.
  mutating func restart(at place: Int, _ state: BlockState, isGuess: Bool) {
    let kept = spares[min(nextSpare, spares.count)...]
    spares = (units + kept).filter { abs($0.start - place) < Self.farthestSpare }
      .sorted { $0.start < $1.start }
    units = []
    nextSpare = 0
    start = place
    self.state = state
    self.isGuess = isGuess
    isEmpty = false
  }

  /// Lets the next question start it anew.
  mutating func forgetStart() { isEmpty = true }

  mutating func append(_ unit: ScannedUnit) { units.append(unit) }

  /// The spare that starts where the units end, in the same state.
  mutating func takeSpare() -> Bool {
    while nextSpare < spares.count, spares[nextSpare].start < end { nextSpare += 1 }
    guard nextSpare < spares.count, spares[nextSpare].start == end,
      spares[nextSpare].before == endState
    else { return false }
    units.append(spares[nextSpare])
    nextSpare += 1
    return true
  }

  /// The units that a range touches, which lies between start and end.
  func indices(touching range: Range<Int>) -> Range<Int> {
    var (low, high) = (0, units.count)
    while low < high {
      let middle = (low + high) / 2
      if units[middle].end <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    var last = low
    while last < units.count, units[last].start < range.upperBound { last += 1 }
    return low..<last
  }

  mutating func apply(_ changes: [Edit.Change]) {
    if isEmpty { return }
    let all = units + spares[min(nextSpare, spares.count)...]
    let whole = units.count
    units.removeAll(keepingCapacity: true)
    spares.removeAll(keepingCapacity: true)
    nextSpare = 0
    var isInRow = true
    for (index, unit) in all.enumerated() {
      guard let moved = Self.moved(unit, changes) else {
        isInRow = false
        continue
      }
      if isInRow, index < whole { units.append(moved) } else { spares.append(moved) }
    }
    spares.sort { $0.start < $1.start }
    let mapped = changes.map(ByteOffset(start), bias: .left).value
    // A start inside of what went is none any more.
    if let change = changes.first(where: { $0.before.upperBound.value >= start }),
      change.before.lowerBound.value < start
    {
      isEmpty = true
      spares = units + spares
      units = []
    }
    start = mapped
  }

  /// The unit after the edit; nil if the edit touched what the unit was read from.
  private static func moved(_ unit: ScannedUnit, _ changes: [Edit.Change]) -> ScannedUnit? {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].before.upperBound.value < unit.start {
        low = middle + 1
      } else {
        high = middle
      }
    }
    if low < changes.count, changes[low].before.lowerBound.value < unit.reach { return nil }
    var unit = unit
    if low > 0 {
      unit.move(by: changes[low - 1].after.upperBound - changes[low - 1].before.upperBound)
    }
    return unit
  }
}
