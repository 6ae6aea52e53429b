import Cells
import EngineFuzz
import TestSupport
import Testing

@testable import TextEngine

@Suite("Random edits under a layout")
struct RandomLayoutTests {
  /// Tiny, so that every line of some words is a long one.
  static let tiny = LayoutLimits(longestPart: 120, part: 50, lookBack: 45, longestPrefix: 20)
  static let huge = LayoutLimits(longestPart: 1 << 20, part: 1 << 19)

  private static let pieces: [[UInt8]] =
    [
      "a", "word ", " ", "  ", "\t", "- ", "日本語", "、", "e\u{301}", "👩‍👩‍👧", "🇩🇪", "\u{301}",
      "\u{200d}", "👧", "\u{1b}", "> ", "1. ", "한", "\u{202e}", "longerword", "some more words ",
      "\n", "\n", "\r\n", "\r", "[x] ", "- [ ] ", "क्षि", "ｅ", "（", "。",
    ].map { Array($0.utf8) } + [[0xff], [0xe2, 0x82], [0x00], [0xe6, 0x97]]

  private static func bytes(_ count: Int, _ random: inout SeededRandom) -> [UInt8] {
    (0..<count).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
  }

  private static func edit(in text: Rope, _ random: inout SeededRandom) -> Edit {
    var builder = EditBuilder(text)
    var offset = Int.random(in: 0...text.byteCount, using: &random)
    let count =
      Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 2...5, using: &random) : 1
    for _ in 0..<count {
      let isLong = Int.random(in: 0..<30, using: &random) == 0
      let removed = Int.random(in: 0...(isLong ? 300 : 5), using: &random)
      let high = min(text.byteCount, offset + removed)
      let new = bytes(Int.random(in: 0...(isLong ? 30 : 2), using: &random), &random)
      builder.replace((offset..<high).offsets, with: new)
      offset = min(text.byteCount, high + Int.random(in: 0...12, using: &random))
    }
    return builder.takeEdit()
  }

  @Test(
    "Rows equal those of a model that always lays out all text", arguments: 1...6, [true, false])
  func agreesWithModel(seed: Int, hasParts: Bool) {
    var random = SeededRandom(seed: UInt64(seed))
    let limits = hasParts ? Self.tiny : Self.huge
    let layout = TextLayout(
      columns: [1, 3, 9, 20, 33, 60][seed - 1], wraps: true, tabWidth: 2 + seed % 4)
    let cache = RowCache(layout: layout, wrapped: limits, sideways: limits)
    var text = Rope(Self.bytes(40, &random), limits: RopeTests.small)
    var partCount = 0
    for step in 0..<400 {
      if text.byteCount > 900 { text = Rope(Self.bytes(40, &random), limits: RopeTests.small) }
      let edit = Self.edit(in: text, &random)
      text.apply(edit)
      cache.apply(edit, after: text)
      let rows = TextRows(text, cache: cache)
      let start = Int.random(in: 0...text.byteCount, using: &random)
      // First some rows from anywhere, so that parts are made in any order.
      let near = rows.rows(from: ByteOffset(start), count: 5)
      let all = rows.rows(from: .zero, count: 10_000)
      let used = cache.partStarts(in: text)
      partCount += used.count
      let expected = LayoutModel(layout: layout, anchors: used).rows(of: text.bytes)
      let problem =
        LayoutCheck.difference(all, expected, in: text)
        ?? (near.allSatisfy(all.contains) ? nil : "rows seen before are gone")
        ?? Self.placeProblem(in: rows, all, &random)
      if let problem {
        Issue.record("seed \(seed), parts \(hasParts), step \(step): \(problem)")
        return
      }
    }
    #expect(hasParts == (partCount > 0))
  }

  /// Whether the offsets, columns and drawn text of some rows agree with the model.
  private static func placeProblem(
    in rows: TextRows, _ all: [LayoutRow], _ random: inout SeededRandom
  ) -> String? {
    let check = LayoutCheck(rows, bytes: rows.text.bytes)
    let left = rows.layout.wraps ? 0 : Int.random(in: 0...90, using: &random)
    for _ in 0..<4 {
      guard let row = all.randomElement(using: &random) else { return "no rows" }
      if let problem = check.problem(in: row, from: left) { return problem }
    }
    return nil
  }

  @Test("Columns of long unwrapped lines equal those of the model", arguments: 1...4)
  func agreesSideways(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let layout = TextLayout(columns: 12, wraps: false, tabWidth: 1 + seed)
    let cache = RowCache(layout: layout, wrapped: Self.tiny, sideways: Self.tiny)
    var text = Rope(Self.bytes(40, &random), limits: RopeTests.small)
    for step in 0..<300 {
      if text.byteCount > 900 { text = Rope(Self.bytes(40, &random), limits: RopeTests.small) }
      let edit = Self.edit(in: text, &random)
      text.apply(edit)
      cache.apply(edit, after: text)
      let rows = TextRows(text, cache: cache)
      let all = rows.rows(from: .zero, count: 10_000)
      let expected = LayoutModel(layout: layout).rows(of: text.bytes)
      if let problem = LayoutCheck.difference(all, expected, in: text)
        ?? Self.placeProblem(in: rows, all, &random)
      {
        Issue.record("seed \(seed), step \(step): \(problem)")
        return
      }
    }
  }

  @Test(
    "Text from background loading is laid out like text that was there from the start",
    arguments: 1...3)
  func grows(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let layout = TextLayout(columns: 15, wraps: true)
    for _ in 0..<100 {
      let cache = RowCache(layout: layout, wrapped: Self.huge, sideways: Self.huge)
      var text = Rope(Self.bytes(10, &random), limits: RopeTests.small)
      for _ in 0..<8 {
        _ = TextRows(text, cache: cache).rows(from: text.end, count: 3)
        _ = TextRows(text, cache: cache).rows(from: .zero, count: 100)
        text.append(Rope(Self.bytes(4, &random), limits: RopeTests.small))
        cache.textGrew(to: text)
      }
      let rows = TextRows(text, cache: cache).rows(from: .zero, count: 10_000)
      let expected = LayoutModel(layout: layout).rows(of: text.bytes)
      #expect(LayoutCheck.difference(rows, expected, in: text) == nil)
    }
  }
}
