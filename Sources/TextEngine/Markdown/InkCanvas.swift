/// The inks of one unit, a set for each byte; and then the same in runs.
struct InkCanvas {
  /// A run of bytes with the same inks, from the unit's start on.
  struct Run: Hashable, Sendable {
    var start: Int32
    var end: Int32
    var kinds: InkSet
  }

  /// Off where only the states are wanted.
  let isOn: Bool
  private var inks: [UInt64] = []
  /// The index in the buffer at which the unit starts.
  private var start = 0

  init(isOn: Bool) { self.isOn = isOn }

  mutating func begin(at index: Int) {
    start = index
    inks.removeAll(keepingCapacity: true)
  }

  mutating func paint(_ low: Int, _ high: Int, _ kinds: InkSet) {
    guard isOn, high > low, low >= start else { return }
    grow(to: high)
    let bits = kinds.bits
    for index in low - start..<high - start { inks[index] |= bits }
  }

  /// Takes away all but these inks.
  mutating func keep(_ low: Int, _ high: Int, _ kinds: InkSet = []) {
    // Behind what was painted there is nothing to take away.
    let high = min(high, start + inks.count)
    guard isOn, high > low, low >= start else { return }
    let bits = kinds.bits
    for index in low - start..<high - start { inks[index] &= bits }
  }

  private mutating func grow(to high: Int) {
    let missing = high - start - inks.count
    if missing > 0 { inks.append(contentsOf: repeatElement(0, count: missing)) }
  }

  func runs() -> [Run] {
    var runs: [Run] = []
    var index = 0
    while index < inks.count {
      let bits = inks[index]
      let first = index
      while index < inks.count, inks[index] == bits { index += 1 }
      if bits != 0 {
        runs.append(Run(start: Int32(first), end: Int32(index), kinds: InkSet(bits: bits)))
      }
    }
    return runs
  }
}
