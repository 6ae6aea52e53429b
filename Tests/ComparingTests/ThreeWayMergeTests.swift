@testable import Comparing
import TestSupport
import Testing

@Suite struct ThreeWayMergeTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var base: String
    var mine: String
    var theirs: String
    /// Nil where it is a conflict.
    var merged: String?

    init(_ base: String, _ mine: String, _ theirs: String, _ merged: String?) {
      (self.base, self.mine, self.theirs, self.merged) = (base, mine, theirs, merged)
    }

    var testDescription: String { "\(base.debugDescription) → \(mine.debugDescription), \(theirs)" }
  }

  @Test(arguments: [
    Case("", "", "", ""),
    Case("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"),
    Case("a\nb\nc\n", "b\nc\n", "a\nb\nc\nd\n", "b\nc\nd\n"),
    Case("a\nb\n", "a\nX\nb\n", "a\nX\nb\n", "a\nX\nb\n"),
    Case("a\nb\nc\n", "a\nX\nc\n", "a\nX\nc\nd\n", "a\nX\nc\nd\n"),
    Case("a\n", "a\nX\n", "a\nX\nY\n", "a\nX\nY\n"),
    Case("a\r\nb\r\nc", "A\r\nb\r\nc", "a\r\nb\r\nc\r\n", "A\r\nb\r\nc\r\n"),
    Case("a\nb\nc", "a\nb\nc\n", "z\na\nb\nc", "z\na\nb\nc\n"),
    Case("\u{0}\n\u{1}\n\u{2}\n", "\u{0}\n\u{1}\n", "\u{3}\n\u{1}\n\u{2}\n", "\u{3}\n\u{1}\n"),
    // The same line, adjacent lines, and two insertions at one position.
    Case("a\nb\nc\n", "a\nX\nc\n", "a\nY\nc\n", nil),
    Case("a\nb\nc\n", "a\nX\nc\n", "a\nb\nY\n", nil),
    Case("a\n", "a\nX\n", "a\nY\n", nil),
    Case("", "X\n", "Y\n", nil),
    Case("a\n", "", "b\n", nil),
    Case("a\nb", "a\nb\nX", "a\nb\nY", nil),
  ])
  func bringsTwoTextsTogether(_ c: Case) {
    let merge = ThreeWayMerge.merge(
      base: Array(c.base.utf8), mine: Array(c.mine.utf8), theirs: Array(c.theirs.utf8))
    #expect(merge.isClean == (c.merged != nil))
    if let merged = c.merged { #expect(merge.bytes == Array(merged.utf8)) }
  }

  @Test func aConflictNamesItsLinesOnAllSidesAndKeepsWhatIsAlikeOutOfIt() {
    let merge = ThreeWayMerge.merge(
      base: Array("a\nb\nc\n".utf8), mine: Array("0\na\nX\n1\n3\nc\n".utf8),
      theirs: Array("a\nX\n2\n3\nc\n".utf8))
    #expect(merge.bytes == Array("0\na\nX\n1\n3\nc\n".utf8))
    #expect(
      merge.conflicts == [Merge.Conflict(base: 1..<2, mine: 3..<4, theirs: 2..<3, merged: 3..<4)])
  }

  @Test func whatOnlyOneSideChangedIsTheWholeMerge() {
    var texts = SeededTexts(seed: 11)
    for _ in 0..<2000 {
      let (base, mine) = (texts.text(), texts.text())
      #expect(ThreeWayMerge.merge(base: base, mine: mine, theirs: base).bytes == mine)
      #expect(ThreeWayMerge.merge(base: base, mine: base, theirs: mine).bytes == mine)
      #expect(ThreeWayMerge.merge(base: base, mine: mine, theirs: mine).bytes == mine)
    }
  }

  @Test func theTwoSidesMayChangePlaces() {
    var texts = SeededTexts(seed: 12)
    var clean = 0
    for _ in 0..<4000 {
      let base = texts.text()
      let (one, other) = (texts.edited(base), texts.edited(base))
      let merge = ThreeWayMerge.merge(base: base, mine: one, theirs: other)
      let turned = ThreeWayMerge.merge(base: base, mine: other, theirs: one)
      #expect(
        turned.conflicts
          == merge.conflicts.map {
            Merge.Conflict(
              base: $0.base, mine: $0.theirs, theirs: $0.mine,
              merged: $0.merged.lowerBound + shift(merge, before: $0)..<$0.merged.lowerBound
                + shift(merge, before: $0) + $0.theirs.count)
          })
      if merge.isClean {
        clean += 1
        #expect(turned.bytes == merge.bytes)
      }
    }
    #expect(clean > 1500)
  }

  /// By how much the conflicts above this one are longer on their side.
  private func shift(_ merge: Merge, before conflict: Merge.Conflict) -> Int {
    merge.conflicts.filter { $0.base.lowerBound < conflict.base.lowerBound }
      .reduce(0) { $0 + $1.theirs.count - $1.mine.count }
  }

  /// Counted line by line: a clean merge has every line as often as the side that added to it.
  @Test func noLineThatOneSideAddedIsLost() {
    var texts = SeededTexts(seed: 13)
    for _ in 0..<4000 {
      let base = texts.text()
      let (mine, theirs) = (texts.edited(base), texts.edited(base))
      let merge = ThreeWayMerge.merge(base: base, mine: mine, theirs: theirs)
      guard merge.isClean else { continue }
      for line in Set(split(mine) + split(theirs)) {
        let times = [base, mine, theirs, merge.bytes].map { text in
          split(text).count { $0 == line }
        }
        // If both sides only added, never fewer than the larger count.
        if times[1] >= times[0], times[2] >= times[0] {
          #expect(times[3] >= max(times[1], times[2]))
        }
      }
    }
  }

  /// Each line carries its own number: whoever changes it, the result is known.
  @Test func changesFarFromEachOtherAllArrive() {
    var texts = SeededTexts(seed: 14)
    for _ in 0..<1000 {
      let count = 30
      var (base, mine, theirs, both) = ("", "", "", "")
      for line in 0..<count {
        base += "line \(line)\n"
        let side = line.isMultiple(of: 2) ? texts.number(0..<4) : 0
        let changed = texts.number(0..<2) == 0 ? "" : "changed \(line)\nand more\n"
        mine += side == 1 ? changed : "line \(line)\n"
        theirs += side == 2 ? changed : "line \(line)\n"
        both += side == 1 || side == 2 ? changed : "line \(line)\n"
      }
      let merge = ThreeWayMerge.merge(
        base: Array(base.utf8), mine: Array(mine.utf8), theirs: Array(theirs.utf8))
      #expect(merge == Merge(bytes: Array(both.utf8), conflicts: []))
    }
  }
}
