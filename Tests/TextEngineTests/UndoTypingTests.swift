import TestSupport
import Testing

@testable import TextEngine

@Suite("Typing that comes all at once, step by step")
struct UndoTypingTests {
  @Test(
    "Many letters make the steps that they make one by one", arguments: [1, 2, 3, 4] as [UInt64])
  func asLetterByLetter(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let letters = Array("ab  c \t.".utf8)
    var (text, now) = (Rope(Array("start".utf8)), Int64(0))
    var once = UndoTree(for: text, at: 0)
    var each = once
    for _ in 0..<300 {
      let place = ByteOffset(
        Int.random(in: 0..<3, using: &random) == 0
          ? Int.random(in: 0...text.byteCount, using: &random) : text.byteCount)
      let typed = (0..<Int.random(in: 1...14, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? 0x20
      }
      now += Int64.random(in: 0...2_000, using: &random)
      let edit = Edit(in: text, replacing: Range(at: place), with: typed)
      let end = Selections(Selection(at: place + typed.count))
      let before = Selections(Selection(at: place, goal: Column(7)))
      once.recordTyping(edit, from: before, to: end, at: now)
      for (index, letter) in typed.enumerated() {
        let at = place + index
        let one = Edit(in: text, replacing: Range(at: at), with: [letter])
        text.apply(one)
        each.record(
          one, kind: .typing, from: index == 0 ? before : Selections(Selection(at: at)),
          to: Selections(Selection(at: at + 1)), at: now)
      }
      #expect(once == each)
      if Int.random(in: 0..<8, using: &random) == 0 {
        once.closeStep()
        each.closeStep()
      }
    }
    #expect(once.encoded(for: text) == each.encoded(for: text))
  }

  @Test("An edit that goes on with another becomes what both are, one after the other")
  func taking() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<400 {
      let text = Rope(Array("some words in a line".utf8))
      let first = RandomEdits.edit(in: text, &random)
      var middle = text
      middle.apply(first)
      var next = RandomEdits.edit(in: middle, &random)
      if let change = first.changes.last, Bool.random(using: &random) {
        next = Edit(in: middle, replacing: Range(at: change.after.upperBound), with: [0x78])
      }
      var taken = first
      taken.take(next)
      #expect(taken == first.followed(by: next))
    }
  }
}
