import TestSupport
import Testing

@testable import TextEngine

@Suite("Counting matches")
struct MatchCounterTests {
  private static func search(_ pattern: String, isExpression: Bool = false) throws -> TextSearch {
    try TextSearch(Array(pattern.utf8), .init(isExpression: isExpression))
  }

  @Test("Matches are counted section by section and numbered from 1")
  func counts() throws {
    let text = Rope(Array(String(repeating: "ab ", count: 1_000).utf8))
    var counter = MatchCounter(try Self.search("ab"), in: text, most: 5_000, sectionSize: 100)
    #expect(!counter.isComplete && counter.count == 0)
    #expect(counter.number(of: (0..<2).offsets) == nil)
    let more1 = counter.advance(in: text, budget: 1_000)
    #expect(more1)
    #expect(counter.count > 0 && counter.count < 1_000)
    #expect(counter.number(of: (3..<5).offsets) == 2)
    while counter.advance(in: text, budget: 1_000) {}
    #expect(counter.isComplete && counter.count == 1_000 && !counter.isCapped)
    #expect(counter.number(of: (2_997..<2_999).offsets) == 1_000)
    #expect(counter.number(of: (3..<4).offsets) == nil)
    #expect(counter.number(of: (4..<6).offsets) == nil)
  }

  @Test("Counting ends at the largest number that is shown")
  func capped() throws {
    let text = Rope([UInt8](repeating: 0x61, count: 1_000))
    var counter = MatchCounter(try Self.search("a"), in: text, most: 250, sectionSize: 100)
    while counter.advance(in: text) {}
    #expect(counter.isCapped && counter.isComplete && counter.count == 250)
    #expect(counter.number(of: (100..<101).offsets) == 101)
    var exact = MatchCounter(try Self.search("a"), in: text, most: 1_000, sectionSize: 100)
    while exact.advance(in: text) {}
    #expect(!exact.isCapped && exact.count == 1_000)
  }

  @Test("An edit leaves most of a text counted")
  func followsEdits() throws {
    var text = Rope(Array(String(repeating: "ab cd\n", count: 2_000).utf8))
    for (pattern, isExpression) in [("ab", false), ("a\\w", true)] {
      let search = try Self.search(pattern, isExpression: isExpression)
      var counter = MatchCounter(search, in: text, most: 100_000, sectionSize: 1_000)
      while counter.advance(in: text) {}
      let count = counter.count
      let edit = Edit(in: text, replacing: (6_000..<6_001).offsets, with: Array("ab ab".utf8))
      text.apply(edit)
      counter.apply(edit, after: text)
      #expect(!counter.isComplete)
      #expect(counter.sections.count { $0.known == nil } <= 3)
      #expect(counter.count > count * 8 / 10)
      // One slice is enough.
      let more2 = counter.advance(in: text, budget: 4_000)
      #expect(!more2)
      #expect(counter.count == count + 1)
    }
  }

  @Test("Too hard an expression ends the count and reports the reason")
  func trouble() throws {
    let text = Rope(Array("ab ".utf8) + [UInt8](repeating: 0x61, count: 60) + Array("cb".utf8))
    var counter = MatchCounter(try Self.search("(a*)*b", isExpression: true), in: text)
    while counter.advance(in: text) {}
    #expect(counter.isComplete)
    #expect(counter.trouble == .tooHard(at: ByteOffset(3)))
  }

  @Test("A cancellation leaves the count where it was")
  func cancels() throws {
    let text = Rope(Array("a a a".utf8))
    var counter = MatchCounter(try Self.search("a"), in: text)
    let more3 = counter.advance(in: text, isCancelled: { true })
    #expect(more3)
    #expect(counter.count == 0 && !counter.isComplete)
    let more4 = counter.advance(in: text)
    #expect(!more4)
    #expect(counter.count == 3)
  }

  @Test("Text appended by background loading is counted too")
  func grows() throws {
    var text = Rope(Array("ab a".utf8))
    var counter = MatchCounter(try Self.search("ab"), in: text)
    while counter.advance(in: text) {}
    #expect(counter.count == 1)
    let edit = Edit(in: text, replacing: Range(at: text.end), with: Array("b ab".utf8))
    text.apply(edit)
    counter.apply(edit, after: text)
    while counter.advance(in: text) {}
    #expect(counter.count == 3)
  }

  @Test(
    "The count after any edits equals a new count",
    arguments: [
      ("a", false), ("a\nb", false), ("aa", false), ("é", false), ("a+", true), ("^", true),
      ("$", true), ("(?s)x.*?z", true), ("(?s)x.*z", true), ("(?<=\\n)a", true), ("a(?!b)", true),
      ("\\w+", true), ("\\W+", true), ("[^a]*", true), ("\\n", true), ("\\bb", true), ("a*", true),
    ])
  func agreesWithRecount(_ pattern: String, _ isExpression: Bool) throws {
    var random = SeededRandom(seed: pattern.utf8.reduce(5) { $0 &* 31 &+ UInt64($1) })
    let search = try Self.search(pattern, isExpression: isExpression)
    var text = RandomEdits.text(&random)
    var counter = MatchCounter(search, in: text, most: 10_000, sectionSize: 16)
    for step in 0..<300 {
      // Sometimes several edits before the next slice, and slices that stop before the end.
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let edit = RandomEdits.edit(in: text, &random)
        text.apply(edit)
        counter.apply(edit, after: text)
      }
      if Bool.random(using: &random) {
        _ = counter.advance(in: text, budget: 20)
        continue
      }
      while counter.advance(in: text, budget: 100) {}
      var fresh: [Range<ByteOffset>] = []
      try search.scan(
        text, from: SearchStart(.zero), startsBefore: text.end + 1, { false }
      ) { match in
        fresh.append(match.range)
        return true
      }
      let numbers = fresh.map { counter.number(of: $0) }
      if counter.count != fresh.count
        || numbers != (1...max(1, fresh.count)).prefix(fresh.count).map({ $0 })
      {
        Issue.record("step \(step): \(counter.count) for \(fresh.count) in \(text.bytes)")
        return
      }
    }
  }
}
