/// The units around what was last asked for, one behind the other, with their inks.
struct InkWindow: Sendable {
  private(set) var units: [ScannedUnit] = []
  private var lastNumber = 0
  /// Where the first unit starts.
  private(set) var start = 0
  private(set) var state = BlockState()
  /// The state at the start is guessed.
  private(set) var isGuess = true
  private(set) var isEmpty = true

  /// Where the last unit ends.
  var end: Int { units.last?.end ?? start }

  var endState: BlockState { units.last?.after ?? state }

  subscript(index: Int) -> ScannedUnit { units[index] }

  /// Which reading a unit is; 0 for all that found nothing to say.
  func number(at index: Int) -> Int { units[index].runs.isEmpty ? 0 : units[index].number }

  /// The unit that holds all of a range, where it is this one or the next.
  func unit(holding range: Range<Int>, from index: Int) -> Int? {
    (index..<min(index + 2, units.count)).first {
      units[$0].start <= range.lowerBound && range.upperBound <= units[$0].end
    }
  }

  /// Starts again at another place.
  mutating func restart(at place: Int, _ state: BlockState, isGuess: Bool) {
    units = []
    start = place
    self.state = state
    self.isGuess = isGuess
    isEmpty = false
  }

  /// Lets the next question start it again.
  mutating func forgetStart() {
    units = []
    isEmpty = true
  }

  /// A unit that was just read where the others end.
  mutating func append(_ unit: ScannedUnit) {
    lastNumber += 1
    units.append(unit)
    units[units.count - 1].number = lastNumber
  }

  /// The units that a range touches, which lies between start and end.
  func indices(touching range: Range<Int>) -> Range<Int> {
    let low = units.firstIndex { $0.end > range.lowerBound } ?? units.count
    return low..<(units[low...].firstIndex { $0.start >= range.upperBound } ?? units.count)
  }

  /// What was read of the text before the first change stays.
  mutating func apply(_ changes: [Edit.Change]) {
    guard let low = changes.first?.before.lowerBound.value else { return }
    if low < start { return forgetStart() }
    units.removeSubrange((units.firstIndex { $0.reach > low } ?? units.count)...)
  }
}
