import TestSupport
import Testing

@testable import TextEngine

@Suite("Random edits of what is highlighted")
struct RandomHighlightTests {
  static let pieces: [[UInt8]] =
    [
      "a", "word ", "\n", "\n\n", "\r\n", "```", "```swift\n", "/*", "*/", "\"\"\"", "~~~",
      "\n```\n", "---\n", "%%",
      "$$",
      "<!--", "-->", "- ", "> ", "1. ", "    ", "\t", "# ", "## ", "\n===\n", "\n---\n", "|",
      "| a |",
      "*", "**", "_", "`", "``", "[", "]", "[[", "]]", "(x)", "#tag", "\\", "é", "日本", "==", "~~",
      "- [x] ", "[^1]", "[a]: b\n", "\u{FEFF}", "a: b\n", "> [!note]\n", "$x$", "<b>", "http://a.b",
      " ^id",
    ].map { Array($0.utf8) } + [[0xff], [0xe2, 0x82], [0x00]]

  static func text(_ random: inout SeededRandom, _ most: Int) -> [UInt8] {
    (0..<Int.random(in: 0...most, using: &random)).flatMap { _ in
      pieces.randomElement(using: &random) ?? []
    }
  }

  @Test("What follows edits is what is read anew", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func agreesWithFresh(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    // Short texts hit upon every rule, long ones have many checkpoints.
    let most = seed % 2 == 0 ? 40 : seed == 5 ? 20_000 : 400
    let spacing = seed == 5 ? 2048 : 30
    var text = Rope(Self.text(&random, most))
    var highlighter = Highlighter(spacing: spacing, pageSize: 8)
    for step in 0..<(most == 40 ? 2500 : most == 400 ? 1500 : 120) {
      let edit = Self.edit(in: text, &random)
      text.apply(edit)
      highlighter.apply(edit, after: text)
      if text.byteCount > most * 12 || step % 200 == 99 {
        text = Rope(Self.text(&random, most))
        highlighter = Highlighter(spacing: spacing, pageSize: 8)
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        _ = highlighter.advance(in: text, budget: Int.random(in: 1...20_000, using: &random))
      }
      if let problem = Self.problem(&highlighter, text, &random) {
        Issue.record("seed \(seed), step \(step): \(problem)")
        return
      }
    }
  }

  private static func problem(
    _ highlighter: inout Highlighter, _ text: Rope, _ random: inout SeededRandom
  ) -> String? {
    let low = Int.random(in: 0...text.byteCount, using: &random)
    let range = (low..<min(text.byteCount, low + 600)).offsets
    var fresh = Highlighter(for: text)
    while !fresh.advance(in: text, budget: 1 << 20).isFinished {}
    if highlighter.isFinal(range, in: text) {
      let told = highlighter.spans(of: range, in: text)
      if told != fresh.spans(of: range, in: text) { return "other inks at \(low)" }
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      while !highlighter.advance(in: text, budget: 1 << 20).isFinished {}
      if !highlighter.isFinal(range, in: text) { return "all is known, and this is not final" }
      let all = text.all
      if highlighter.spans(of: all, in: text) != fresh.spans(of: all, in: text) {
        return "other inks once all is known"
      }
      if let problem = highlighter.points.brokenInvariant(in: text) { return problem }
    }
    return nil
  }

  /// Up to five replacements, or now and then very many.
  private static func edit(in text: Rope, _ random: inout SeededRandom) -> Edit {
    var builder = EditBuilder(text)
    let isWide = Int.random(in: 0..<12, using: &random) == 0
    var place = isWide ? 0 : Int.random(in: 0...text.byteCount, using: &random)
    for _ in 0..<(isWide ? 40 : Int.random(in: 1...3, using: &random)) {
      let length = Int.random(in: 0..<20, using: &random) == 0 ? 3000 : 6
      let high = min(text.byteCount, place + Int.random(in: 0...length, using: &random))
      builder.replace((place..<high).offsets, with: pieces.randomElement(using: &random) ?? [])
      place = min(text.byteCount, high + Int.random(in: 0...(isWide ? 200 : 8), using: &random))
    }
    return builder.takeEdit()
  }
}
