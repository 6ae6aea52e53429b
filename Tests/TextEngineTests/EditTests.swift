import TestSupport
import Testing

@testable import TextEngine

@Suite("Edits")
struct EditTests {
  @Test("Many replacements are one edit, and its inverse restores the text")
  func replacesAll() {
    var text = Rope(Array("one two one two one".utf8))
    let before = text
    let ranges = [0..<3, 8..<11, 16..<19].map(\.offsets)
    let edit = Edit(in: text, replacing: ranges, with: Array("three".utf8))
    text.apply(edit)
    #expect(text.bytes == Array("three two three two three".utf8))
    #expect(edit.removed.bytes == Array("oneoneone".utf8))
    text.apply(edit.inverse)
    #expect(text == before)
    #expect(edit.inverse.inverse == edit)
  }

  @Test(
    "Replacements close together give the same result as in an array",
    arguments: [1, 2, 3] as [UInt64])
  func replacesMany(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for round in 0..<60 {
      let limits = [RopeTests.small, RopeLimits(leaf: 64, fanout: 4), .standard][round % 3]
      let bytes = (0..<Int.random(in: 0...12_000, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let before = Rope(bytes, limits: limits)
      let gap = Int.random(in: 1...40, using: &random)
      var builder = EditBuilder(before)
      var (model, offset) = ([UInt8](), 0)
      while offset <= bytes.count {
        let low = min(bytes.count, offset + Int.random(in: 0...gap, using: &random))
        let isLong = Int.random(in: 0..<30, using: &random) == 0
        let high = min(bytes.count, low + Int.random(in: 0...(isLong ? 300 : 6), using: &random))
        let new = [UInt8](
          repeating: 0x78, count: Int.random(in: 0...(isLong ? 300 : 8), using: &random))
        builder.replace((low..<high).offsets, with: new)
        model += bytes[offset..<low] + new
        offset = high
        if low == bytes.count { break }
      }
      model += bytes[min(offset, bytes.count)...]
      let edit = builder.takeEdit()
      var text = before
      text.apply(edit)
      #expect(text.bytes == model, "round \(round)")
      #expect(text.brokenInvariant == nil)
      #expect(RandomEdits.isSound(edit))
      text.apply(edit.inverse)
      #expect(text == before)
    }
  }

  @Test("Adjacent replacements are one change, and an empty one is none")
  func joinsTouching() {
    let text = Rope(Array("abcdef".utf8))
    let edit = Edit(in: text, replacing: [1..<2, 2..<3, 5..<5].map(\.offsets), with: [0x78])
    #expect(edit.changes.map(\.before) == [1..<3, 5..<5].map(\.offsets))
    #expect(edit.changes.map(\.after) == [1..<3, 5..<6].map(\.offsets))
    #expect(Edit(in: text, replacing: (3..<3).offsets, with: [UInt8]()).isEmpty)
  }

  /// `[` and `]` enclose the replaced text, and `|` is the offset; then the new offset with left
  /// and with right bias.
  @Test(
    "An offset moves along with its text",
    arguments: [
      ("a|b[cd]e", "xyz", 1, 1),
      ("ab|[cd]e", "xyz", 2, 2),
      ("ab[c|d]e", "xyz", 2, 5),
      ("ab[cd]|e", "xyz", 5, 5),
      ("ab[cd]e|", "xyz", 6, 6),
      ("ab[|]e", "xyz", 2, 5),
      ("ab[]e|", "xyz", 6, 6),
      ("ab[c|d]e", "", 2, 2),
      ("[|]", "xyz", 0, 3),
    ])
  func maps(_ marked: String, _ new: String, _ left: Int, _ right: Int) throws {
    var plain: [UInt8] = []
    var marks: [Character: Int] = [:]
    for character in marked {
      if "[]|".contains(character) {
        marks[character] = plain.count
      } else {
        plain += Array(character.utf8)
      }
    }
    let low = try #require(marks["["])
    let high = try #require(marks["]"])
    let offset = ByteOffset(try #require(marks["|"]))
    let edit = Edit(in: Rope(plain), replacing: (low..<high).offsets, with: Array(new.utf8))
    #expect(edit.map(offset, bias: .left).value == left)
    #expect(edit.map(offset, bias: .right).value == right)
  }

  @Test("Text typed at the edges of a range stays outside of it")
  func mapsRanges() {
    let text = Rope(Array("abcdef".utf8))
    let edit = Edit(in: text, replacing: [2..<2, 4..<4].map(\.offsets), with: [0x78])
    #expect(edit.map((2..<4).offsets) == (3..<5).offsets)
    #expect(edit.map((2..<2).offsets) == (3..<3).offsets)
    let cut = Edit(in: text, replacing: (1..<5).offsets, with: [UInt8]())
    #expect(cut.map((2..<4).offsets) == (1..<1).offsets)
  }

  @Test("Two successive edits combine into one", arguments: [1, 2, 3] as [UInt64])
  func composes(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for step in 0..<2_000 {
      let text = RandomEdits.text(&random)
      let first = RandomEdits.edit(in: text, &random)
      var between = text
      between.apply(first)
      let second = RandomEdits.edit(in: between, &random)
      var after = between
      after.apply(second)
      let both = first.followed(by: second)
      var once = text
      once.apply(both)
      if once != after || both.byteCountAfter != after.byteCount {
        Issue.record("seed \(seed), step \(step): the text differs")
        return
      }
      once.apply(both.inverse)
      if once != text || !RandomEdits.isSound(both) {
        Issue.record("seed \(seed), step \(step): no way back from \(both.changes)")
        return
      }
    }
  }

  @Test("Edits of many changes agree with a plain array", arguments: [4, 5, 6] as [UInt64])
  func agreesWithArray(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for step in 0..<2_000 {
      let before = RandomEdits.text(&random)
      let edit = RandomEdits.edit(in: before, &random)
      var model = before.bytes
      var inserted = edit.inserted.bytes[...]
      var growth = 0
      for change in edit.changes {
        let piece = inserted.prefix(change.after.byteCount)
        inserted = inserted.dropFirst(change.after.byteCount)
        model.replaceSubrange(change.before.values.moved(by: growth), with: piece)
        growth += change.after.byteCount - change.before.byteCount
      }
      var text = before
      text.apply(edit)
      if text.bytes != model || text.brokenInvariant != nil || !RandomEdits.isSound(edit) {
        Issue.record("seed \(seed), step \(step): \(text.brokenInvariant ?? "other bytes")")
        return
      }
    }
  }
}
