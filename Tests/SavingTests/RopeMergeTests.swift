import Comparing
import Services
import TestSupport
import Testing
import Viper
import TextEngine

@testable import Saving

@Suite("Patches and merges of ropes")
struct RopeMergeTests {
  private static let lines = ["a\n", "b\r\n", "é\n", "\n", "a\n", "日本\n", "longer line\n", "\r\n"]

  private func text(_ random: inout SeededRandom, most: Int = 12) -> [UInt8] {
    let lines = (0..<Int.random(in: 0...most, using: &random)).map { _ in
      Self.lines.randomElement(using: &random) ?? ""
    }
    return Array(lines.joined().utf8) + (Bool.random(using: &random) ? Array("end".utf8) : [])
  }

  /// A text with some lines, or bytes in them, changed.
  private func changed(_ text: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var text = text
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let start = Int.random(in: 0...text.count, using: &random)
      let end = min(text.count, start + Int.random(in: 0...4, using: &random))
      text.replaceSubrange(
        start..<end, with: Self.lines.randomElement(using: &random)?.utf8 ?? "".utf8)
    }
    return text
  }

  @Test("A patch turns one text into the other, and leaves their common parts alone")
  func patches() {
    var random = SeededRandom(seed: 21)
    for _ in 0..<2_000 {
      let old = text(&random)
      let new = Bool.random(using: &random) ? changed(old, &random) : text(&random)
      let edit = RopePatch.edit(in: Rope(old), becoming: Rope(new))
      var made = Rope(old)
      made.apply(edit)
      #expect(made.bytes == new)
      #expect(edit.isEmpty == (old == new))
    }
  }

  @Test("Distant changes are separate edits, within their lines and on whole characters")
  func smallEdits() {
    let old = Rope(Array("one é\ntwo\nthree\nfour\r\nsix\n".utf8))
    let new = Rope(Array("one è\ntwo\nthree\nfourth\r\nsix\nfive\n".utf8))
    let edit = RopePatch.edit(in: old, becoming: new)
    #expect(edit.changes.map { old.bytes(in: $0.before) } == ["é", "", ""].map { Array($0.utf8) })
    #expect(
      edit.changes.map { String(decoding: new.bytes(in: $0.after), as: UTF8.self) }
        == ["è", "th", "five\n"])
  }

  @Test("Merging ropes gives the same result as merging arrays of lines")
  func merges() {
    var random = SeededRandom(seed: 22)
    var (clean, conflicts) = (0, 0)
    for _ in 0..<5_000 {
      let base = text(&random)
      let (mine, theirs) = (changed(base, &random), changed(base, &random))
      let expected = ThreeWayMerge.merge(base: base, mine: mine, theirs: theirs)
      let merged = RopeMerge.merge(base: Rope(base), mine: Rope(mine), theirs: Rope(theirs))
      #expect((merged != nil) == expected.isClean)
      if let merged {
        clean += 1
        #expect(merged.bytes == expected.bytes)
      } else {
        conflicts += 1
      }
    }
    #expect(clean > 1_000 && conflicts > 500)
  }

  /// Enough lines that their two ends are never compared line by line.
  private let large = Rope([UInt8](repeating: UInt8(ascii: "\n"), count: TextSize.merged + 100))

  private func put(_ text: String, at place: Int, in rope: Rope) -> Rope {
    var rope = rope
    rope.replace(ByteOffset(place)..<ByteOffset(place), with: Array(text.utf8))
    return rope
  }

  @Test("In a large text distant stretches are merged, whichever side comes first")
  func largeApart() {
    let end = large.byteCount
    for (mine, theirs) in [(5, end - 5), (end - 5, 5), (0, end), (end, 0)] {
      let merged = RopeMerge.merge(
        base: large, mine: put("mine", at: mine, in: large),
        theirs: put("their words", at: theirs, in: large))
      var expected = put("mine", at: mine, in: large)
      expected = put("their words", at: mine < theirs ? theirs + 4 : theirs, in: expected)
      #expect(merged == expected, "\(mine) \(theirs)")
    }
  }

  @Test("In a large text nearby changes are merged line by line, whatever its size")
  func largeNear() {
    let place = large.byteCount / 2
    let merged = RopeMerge.merge(
      base: large, mine: put("mine", at: place, in: large),
      theirs: put("theirs", at: place + 9, in: large))
    #expect(merged == put("theirs", at: place + 13, in: put("mine", at: place, in: large)))
    #expect(
      RopeMerge.merge(
        base: large, mine: put("mine", at: place, in: large),
        theirs: put("theirs", at: place, in: large)) == nil)
  }

  @Test("Overlapping stretches that are too large to compare are a conflict")
  func largeConflict() {
    let end = large.byteCount
    let mine = put("mine", at: 0, in: put("mine", at: end, in: large))
    #expect(
      RopeMerge.merge(base: large, mine: mine, theirs: put("x", at: end / 2, in: large)) == nil)
    #expect(RopeMerge.merge(base: large, mine: mine, theirs: mine) == mine)
    #expect(RopeMerge.merge(base: large, mine: large, theirs: mine) == mine)
    #expect(RopeMerge.merge(base: large, mine: mine, theirs: large) == mine)
  }
}
