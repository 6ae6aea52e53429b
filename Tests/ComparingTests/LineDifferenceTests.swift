@testable import Comparing
import TestSupport
import Testing

@Suite struct LineDifferenceTests {
  @Test(arguments: [
    ("", "", []),
    ("a\n", "a\n", []),
    ("", "a\n", [Hunk(old: 0..<0, new: 0..<1)]),
    ("a\n", "", [Hunk(old: 0..<1, new: 0..<0)]),
    ("a\nb\nc\n", "a\nX\nc\n", [Hunk(old: 1..<2, new: 1..<2)]),
    ("a\nb\n", "a\nb", [Hunk(old: 1..<2, new: 1..<2)]),
    ("a\r\nb\n", "a\nb\n", [Hunk(old: 0..<1, new: 0..<1)]),
    ("a\nb\nc\nd\n", "b\nc\nX\nd\n", [Hunk(old: 0..<1, new: 0..<0), Hunk(old: 3..<3, new: 2..<3)]),
  ])
  func findsTheLinesThatDiffer(old: String, new: String, hunks: [Hunk]) {
    #expect(LineDifference.between(Array(old.utf8), Array(new.utf8)) == hunks)
  }

  @Test func linesEndToEndAreTheText() {
    let text = Array("a\r\n\nb\u{0}\rc".utf8)
    let lines = TextLines(text)
    #expect(lines.count == 3)
    #expect(Array(lines[0..<lines.count]) == text)
    #expect(
      (0..<3).map { Array(lines.text(of: $0)) } == ["a", "", "b\0\rc"].map { Array($0.utf8) })
    #expect(TextLines([]).count == 0)
  }

  @Test func whatItFindsMakesTheNewTextOfTheOld() {
    var texts = SeededTexts(seed: 1)
    for round in 0..<4000 {
      let old = texts.text()
      let new = round.isMultiple(of: 2) ? texts.text() : texts.edited(old)
      let (oldLines, newLines) = (TextLines(old), TextLines(new))
      let hunks = LineDifference.between(oldLines, newLines)
      #expect(LineDifference.apply(hunks, to: oldLines, from: newLines) == new)
      for (one, next) in zip(hunks, hunks.dropFirst()) {
        #expect(one.old.upperBound < next.old.lowerBound)
        #expect(
          next.old.lowerBound - one.old.upperBound == next.new.lowerBound - one.new.upperBound)
      }
    }
  }

  /// Against the plain table of longest common parts.
  @Test func noShorterDifferenceExists() {
    var texts = SeededTexts(seed: 2)
    for _ in 0..<500 {
      let (old, new) = (TextLines(texts.text()), TextLines(texts.text()))
      let hunks = LineDifference.between(old, new)
      let changed = hunks.reduce(0) { $0 + $1.old.count + $1.new.count }
      #expect(changed == old.count + new.count - 2 * Self.longestCommon(old, new))
    }
  }

  private static func longestCommon(_ old: TextLines, _ new: TextLines) -> Int {
    var row = [Int](repeating: 0, count: new.count + 1)
    for x in 0..<old.count {
      var diagonal = 0
      for y in 0..<new.count {
        let above = row[y + 1]
        row[y + 1] =
          old[x..<(x + 1)] == new[y..<(y + 1)] ? diagonal + 1 : max(above, row[y])
        diagonal = above
      }
    }
    return row[new.count]
  }

  /// Every line stands on both sides and nowhere in order: a plain search would take hours.
  @Test func textsMadeToBeHardAreStillComparedWhole() {
    var random = SeededRandom(seed: 3)
    let kinds = (0..<40).map { Array("line \($0)\n".utf8) }
    func text() -> [UInt8] {
      (0..<30_000).flatMap { _ in kinds[Int.random(in: 0..<40, using: &random)] }
    }
    let (old, new) = (TextLines(text()), TextLines(text()))
    let hunks = LineDifference.between(old, new)
    #expect(LineDifference.apply(hunks, to: old, from: new) == new.bytes)
  }

  @Test func aLargeTextThatWasShuffledIsCutAtLinesThatStandOnce() {
    var random = SeededRandom(seed: 4)
    let lines = (0..<20_000).map { Array("line \($0)\n".utf8) }
    var shuffled = lines
    for index in stride(from: 0, to: 19_998, by: 2) where Bool.random(using: &random) {
      shuffled.swapAt(index, index + 1)
    }
    let (old, new) = (TextLines(lines.flatMap(\.self)), TextLines(shuffled.flatMap(\.self)))
    let hunks = LineDifference.between(old, new)
    #expect(LineDifference.apply(hunks, to: old, from: new) == new.bytes)
    #expect(hunks.count > 4000)
  }
}
