import TestSupport
import Testing

@testable import TextEngine

@Suite("Literal search")
struct LiteralSearchTests {
  private static func search(
    _ needle: String, ignoringCase: Bool = false, wholeWord: Bool = false
  ) throws -> LiteralSearch {
    try #require(
      LiteralSearch(Array(needle.utf8), ignoringCase: ignoringCase, wholeWord: wholeWord))
  }

  @Test("A needle is found wherever it crosses the borders of leaves", arguments: 0..<40)
  func findsAcrossBorders(offset: Int) throws {
    var bytes = [UInt8](repeating: 0x2e, count: 80)
    let needle = Array("needle of 30 bytes, two leaves".utf8)
    bytes.replaceSubrange(offset..<offset + needle.count, with: needle)
    let text = Rope(bytes, limits: RopeTests.small)
    let expected = (offset..<offset + needle.count).offsets
    for ignoringCase in [false, true] {
      let search = try #require(LiteralSearch(needle, ignoringCase: ignoringCase))
      #expect(search.first(in: text) == expected)
      #expect(search.last(in: text) == expected)
      #expect(search.all(in: text).matches == [expected])
    }
  }

  @Test("An empty needle is not searched for, and a missing one is not found")
  func nothing() throws {
    #expect(LiteralSearch([]) == nil)
    let search = try Self.search("abc")
    #expect(search.first(in: Rope()) == nil)
    #expect(search.last(in: Rope(Array("ab".utf8))) == nil)
    #expect(search.all(in: Rope(Array("abABCc".utf8))).matches.isEmpty)
  }

  @Test(
    "Whole words match only between non-word characters, in any script",
    arguments: [
      ("word", "word", [0]), ("word", "sword word", [6]), ("word", "words word_ word-", [12]),
      ("é", "é éé aé é", [0, 12]), ("(a", "b(a (ab", [1]), ("日", "日本 日", [7]),
    ])
  func wholeWords(_ needle: String, _ text: String, _ expected: [Int]) throws {
    let search = try Self.search(needle, wholeWord: true)
    let found = search.all(in: Rope(Array(text.utf8), limits: RopeTests.small))
    #expect(found.matches.map(\.lowerBound.value) == expected)
  }

  @Test("A limit or a cancellation leaves the search incomplete")
  func stops() throws {
    let search = try Self.search("a")
    let text = Rope([UInt8](repeating: 0x61, count: 50))
    #expect(search.all(in: text, limit: 50).isComplete)
    let limited = search.all(in: text, limit: 49)
    #expect(limited.matches.count == 49 && !limited.isComplete)
    let cancelled = search.all(in: text, isCancelled: { true })
    #expect(cancelled.matches.isEmpty && !cancelled.isComplete)
    #expect(search.first(in: text, isCancelled: { true }) == nil)
    #expect(search.last(in: text, isCancelled: { true }) == nil)
  }

  @Test("Only ASCII letters have case, and bytes that are not valid text are found unchanged")
  func cases() throws {
    let text = Rope(Array("@[`{ aZ Äz".utf8) + [0xff, 0x00, 0xc1])
    #expect(try Self.search("Az", ignoringCase: true).first(in: text) == (5..<7).offsets)
    #expect(try Self.search("`[", ignoringCase: true).first(in: text) == nil)
    #expect(try Self.search("äZ", ignoringCase: true).first(in: text) == nil)
    let odd = try #require(LiteralSearch([0xff, 0x00, 0xc1], ignoringCase: true))
    #expect(odd.first(in: text) == (11..<14).offsets)
  }

  @Test("A match within a megabyte section or across its end is found once")
  func longTexts() throws {
    let edge = 1 << 20
    for offset in [edge - 5, edge - 4, edge - 1, edge] {
      var text = Rope([UInt8](repeating: 0x20, count: edge + 64))
      text.replace((offset..<offset + 5).offsets, with: Array("Match".utf8))
      for ignoringCase in [false, true] {
        let search = try Self.search("Match", ignoringCase: ignoringCase)
        #expect(search.all(in: text).matches == [(offset..<offset + 5).offsets])
        #expect(search.last(in: text) == (offset..<offset + 5).offsets)
      }
    }
  }

  @Test("Searches agree with a plain array", arguments: [1, 2, 3] as [UInt64])
  func agreesWithArray(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for step in 0..<1_500 {
      let bytes = (0..<Int.random(in: 0...120, using: &random)).map { _ in
        Array("aAb\n".utf8).randomElement(using: &random) ?? 0
      }
      let needle = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Array("aAb\n".utf8).randomElement(using: &random) ?? 0
      }
      var text = Rope(bytes, limits: RopeTests.small)
      // Split at other offsets than a fresh rope.
      if let offset = bytes.indices.randomElement(using: &random) {
        text = text[.zero..<ByteOffset(offset)]
        text.append(Rope(Array(bytes[offset...]), limits: RopeTests.small))
      }
      let ignoringCase = Bool.random(using: &random)
      let low = Int.random(in: 0...bytes.count, using: &random)
      let range = low..<Int.random(in: low...bytes.count, using: &random)
      let search = try #require(LiteralSearch(needle, ignoringCase: ignoringCase))
      let offsets = Self.offsets(of: needle, in: bytes, ignoringCase)
      let starting = offsets.filter { range.contains($0) }
      let ending = offsets.filter { $0 >= low && $0 + needle.count <= range.upperBound }
      var apart: [Int] = []
      for offset in starting where offset >= (apart.last ?? -4) + needle.count {
        apart.append(offset)
      }
      let all = search.all(in: text, range: range.offsets).matches.map(\.lowerBound.value)
      let first = search.first(in: text, range: range.offsets)?.lowerBound.value
      let last = search.last(in: text, range: range.offsets)?.lowerBound.value
      if all != apart || first != starting.first || last != ending.last {
        Issue.record("seed \(seed), step \(step): \(needle) in \(bytes)")
        return
      }
    }
  }

  @Test("A text that resembles the needle everywhere costs no more than its length")
  func patience() throws {
    let needle = [UInt8](repeating: 0x61, count: 5_000) + [0x62]
    var text = Rope([UInt8](repeating: 0x61, count: 1 << 20))
    let search = try #require(LiteralSearch(needle))
    #expect(search.first(in: text) == nil)
    text.append(Rope([0x62]))
    #expect(search.first(in: text)?.upperBound == text.end)
    #expect(search.all(in: text).matches.count == 1)
  }

  private static func offsets(of needle: [UInt8], in bytes: [UInt8], _ ignoringCase: Bool) -> [Int]
  {
    func folded(_ byte: UInt8) -> UInt8 { ignoringCase && byte == 0x41 ? 0x61 : byte }
    guard bytes.count >= needle.count else { return [] }
    return (0...bytes.count - needle.count).filter { offset in
      needle.indices.allSatisfy { folded(needle[$0]) == folded(bytes[offset + $0]) }
    }
  }
}
