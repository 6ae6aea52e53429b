import TestSupport
import Testing

@testable import TextEngine

@Suite("Selections")
struct SelectionsTests {
  /// `<` and `>` stand for a selection from left to right, `{` and `}` for one from right to left,
  /// `|` for a cursor.
  private static func selections(_ marked: String) -> [Selection] {
    var offset = 0
    var start = 0
    var all: [Selection] = []
    for character in marked {
      switch character {
      case "<", "{": start = offset
      case ">": all.append(Selection(anchor: ByteOffset(start), head: ByteOffset(offset)))
      case "}": all.append(Selection(anchor: ByteOffset(offset), head: ByteOffset(start)))
      case "|": all.append(Selection(at: ByteOffset(offset)))
      default: offset += 1
      }
    }
    return all
  }

  @Test(
    "Overlapping selections are merged, and adjacent ones are not",
    arguments: [
      // Each from its anchor to its head, and which is the main one.
      ("0-3 2-5", 0, "0-5", 0),
      ("0-3 3-5", 1, "0-3 3-5", 1),
      ("0-3 3-3", 1, "0-3", 0),
      ("3-3 3-5", 0, "3-5", 0),
      ("4-4 4-4 1-1", 0, "1-1 4-4", 1),
      ("5-2 3-8", 0, "8-2", 0),
      ("5-2 3-8", 1, "2-8", 0),
      ("0-9 2-3 9-12 11-14", 3, "0-9 9-14", 1),
    ])
  func merges(_ given: String, _ main: Int, _ expected: String, _ expectedMain: Int) throws {
    let all = given.split(separator: " ").map { pair in
      let ends = pair.split(separator: "-").compactMap { Int($0) }
      return Selection(anchor: ByteOffset(ends[0]), head: ByteOffset(ends[1]))
    }
    let merged = try #require(Selections(all, main: main))
    let ends = merged.all.map { "\($0.anchor.value)-\($0.head.value)" }
    #expect(ends.joined(separator: " ") == expected)
    #expect(merged.mainIndex == expectedMain)
  }

  @Test("A set of selections always has a main one")
  func needsMain() {
    #expect(Selections([], main: 0) == nil)
    #expect(Selections([Selection(at: .zero)], main: 1) == nil)
  }

  @Test(
    "Selections follow an edit",
    arguments: [
      // The edit puts `xx` in at 2 and takes 4 to 6 out.
      ("ab|cdefg", "abxx|cdg"),
      ("ab<cd>efg", "abxx<cd>g"),
      ("ab{cd}efg", "abxx{cd}g"),
      ("abcd<ef>g", "abxxcd|g"),
      ("a<bcde>fg", "a<bxxcd>g"),
      ("abcd|e|fg", "abxxcd|g"),
    ])
  func follow(_ before: String, _ after: String) throws {
    let text = Rope(Array("abcdefg".utf8))
    var builder = EditBuilder(text)
    builder.replace((2..<2).offsets, with: Array("xx".utf8))
    builder.replace((4..<6).offsets, with: [])
    let edit = builder.takeEdit()
    let selections = try #require(Selections(Self.selections(before), main: 0))
    let mapped = selections.mapped(through: edit)
    #expect(mapped.all == Self.selections(after), "\(mapped)")
  }

  @Test("After random edits selections are ordered, separate and inside the text")
  func staySound() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<3_000 {
      let text = RandomEdits.text(&random)
      let all = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        Selection(
          anchor: ByteOffset(Int.random(in: 0...text.byteCount, using: &random)),
          head: ByteOffset(Int.random(in: 0...text.byteCount, using: &random)))
      }
      guard let selections = Selections(all, main: 0) else { continue }
      let edit = RandomEdits.edit(in: text, &random)
      let mapped = selections.mapped(through: edit)
      for (left, right) in zip(mapped.all, mapped.all.dropFirst()) {
        #expect(left.range.upperBound <= right.range.lowerBound)
        #expect(left.range != right.range)
      }
      #expect((mapped.all.last?.range.upperBound.value ?? 0) <= edit.byteCountAfter)
      #expect(mapped.all.indices.contains(mapped.mainIndex))
      #expect(mapped.clamped(toByteCount: 3).all.allSatisfy { $0.range.upperBound.value <= 3 })
    }
  }
}
