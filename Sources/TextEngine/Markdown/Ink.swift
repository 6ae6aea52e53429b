/// What a stretch of Markdown is; a theme gives each a look.
package enum Ink: UInt8, CaseIterable, Hashable, Sendable {
  case heading1, heading2, heading3, heading4, heading5, heading6
  case emphasis, strong, strike, mark
  /// Code in a line, code in lines of its own, and the name of its language.
  case code, codeBlock, language
  /// The words of a link, and where it leads.
  case link, linkTarget, embed, footnote, tag
  /// The box of a task, and all of a task that is done.
  case task, taskDone
  case listMarker, quote, callout, table, ruler, math, html, escape, comment, blockID
  case frontMatter, property
  /// Words of a programming language or of a property's value.
  case keyword, string, number, codeComment
  /// The signs that make something what it is: `**`, `#`, `[`, fences. Always next to what they make.
  case marker

  package static func heading(_ level: Int) -> Ink {
    Ink(rawValue: UInt8(max(1, min(level, 6)) - 1)) ?? .heading1
  }
}

/// Several inks at once: strong words in a heading are both.
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

/// A stretch of text and all that it is.
package struct StyledSpan: Hashable, Sendable {
  package var range: Range<ByteOffset>
  package var kinds: InkSet
}

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

  /// Starts again at another offset.
  mutating func restart(at offset: Int, _ state: BlockState, isGuess: Bool) {
    units = []
    start = offset
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
