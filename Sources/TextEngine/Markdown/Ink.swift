/// The kind of a part of a Markdown text; a theme maps each to a style.
package enum Ink: UInt8, CaseIterable, Hashable, Sendable {
  case heading1, heading2, heading3, heading4, heading5, heading6
  case emphasis, strong, strike, mark
  /// Inline code, blocks of code, and the name of their language.
  case code, codeBlock, language
  /// The text of a link, and its target.
  case link, linkTarget, embed, footnote, tag
  /// The box of a task, and all of a finished task.
  case task, taskDone
  case listMarker, quote, callout, table, ruler, math, html, escape, comment, blockID
  case frontMatter, property
  /// Tokens of a programming language or of a property's value.
  case keyword, string, number, codeComment
  /// Syntax such as `**`, `#`, `[` and fences. Always combined with the ink of its construct.
  case marker

  package static func heading(_ level: Int) -> Ink {
    Ink(rawValue: UInt8(max(1, min(level, 6)) - 1)) ?? .heading1
  }
}

/// Several inks at once, as for strong words in a heading.
package struct InkSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  package private(set) var bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  package init(_ ink: Ink) { bits = 1 << UInt64(ink.rawValue) }

  package init(arrayLiteral inks: Ink...) {
    bits = inks.reduce(0) { $0 | InkSet($1).bits }
  }

  package var isEmpty: Bool { bits == 0 }

  package func contains(_ ink: Ink) -> Bool { bits & InkSet(ink).bits != 0 }

  package func union(_ other: InkSet) -> InkSet { InkSet(bits: bits | other.bits) }

  package var inks: [Ink] { Ink.allCases.filter(contains) }
}

/// A part of a text with all its inks.
package struct StyledSpan: Hashable, Sendable {
  package var range: Range<ByteOffset>
  package var kinds: InkSet
}

/// The inks of one unit: first a set for each byte, then runs of equal sets.
struct InkCanvas {
  /// A run of bytes with the same inks, relative to the start of the unit.
  struct Run: Hashable, Sendable {
    var start: Int32
    var end: Int32
    var kinds: InkSet
  }

  /// False if only states are needed.
  let isOn: Bool
  private var inks: [UInt64] = []
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

  /// Removes all but these inks.
  mutating func keep(_ low: Int, _ high: Int, _ kinds: InkSet = []) {
    // Past the last painted byte there is nothing to remove.
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

/// The units around the last requested range, one after the other, with their inks.
struct InkWindow: Sendable {
  private(set) var units: [ScannedUnit] = []
  private var lastNumber = 0
  /// The start of the first unit.
  private(set) var start = 0
  private(set) var state = BlockState()
  /// Whether the state at the start is guessed.
  private(set) var isGuess = true
  private(set) var isEmpty = true

  /// The end of the last unit.
  var end: Int { units.last?.end ?? start }

  var endState: BlockState { units.last?.after ?? state }

  subscript(index: Int) -> ScannedUnit { units[index] }

  /// Returns the number of a unit's reading; 0 for all units without inks.
  func number(at index: Int) -> Int { units[index].runs.isEmpty ? 0 : units[index].number }

  /// Returns the unit that contains a whole range, if it is this one or the next.
  func unit(holding range: Range<Int>, from index: Int) -> Int? {
    (index..<min(index + 2, units.count)).first {
      units[$0].start <= range.lowerBound && range.upperBound <= units[$0].end
    }
  }

  /// Restarts the window at another offset.
  mutating func restart(at offset: Int, _ state: BlockState, isGuess: Bool) {
    units = []
    start = offset
    self.state = state
    self.isGuess = isGuess
    isEmpty = false
  }

  /// Drops all units, so that the next request restarts the window.
  mutating func forgetStart() {
    units = []
    isEmpty = true
  }

  /// Adds a unit that starts at the end of the last one.
  mutating func append(_ unit: ScannedUnit) {
    lastNumber += 1
    units.append(unit)
    units[units.count - 1].number = lastNumber
  }

  /// Returns the units that a range touches, which must lie inside the window.
  func indices(touching range: Range<Int>) -> Range<Int> {
    let low = units.firstIndex { $0.end > range.lowerBound } ?? units.count
    return low..<(units[low...].firstIndex { $0.start >= range.upperBound } ?? units.count)
  }

  /// Keeps the units that were read without looking past the first change.
  mutating func apply(_ changes: [Edit.Change]) {
    guard let low = changes.first?.before.lowerBound.value else { return }
    if low < start { return forgetStart() }
    units.removeSubrange((units.firstIndex { $0.reach > low } ?? units.count)...)
  }
}
