import TestSupport
import Testing

@testable import TextEngine

@Suite("Random edits of highlighted text")
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

  @Test(
    "Highlighting updated through edits equals highlighting from scratch",
    arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func agreesWithFresh(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    // Short texts reach every rule, and long ones have many checkpoints.
    let most = seed % 2 == 0 ? 40 : seed == 5 ? 20_000 : 400
    let spacing = seed == 5 ? 2048 : 30
    var text = Rope(Self.text(&random, most))
    var highlighter = Highlighter(for: text, spacing: spacing)
    for step in 0..<(most == 40 ? 2500 : most == 400 ? 1500 : 120) {
      let edit = Self.edit(in: text, &random)
      text.apply(edit)
      highlighter.apply(edit, after: text)
      if text.byteCount > most * 12 || step % 200 == 99 {
        text = Rope(Self.text(&random, most))
        highlighter = Highlighter(for: text, spacing: spacing)
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

  @Test(
    "Lines with the same reading and the same bytes have the same inks",
    arguments: [1, 2, 3] as [UInt64])
  func readingsNameInks(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var text = Rope(Self.text(&random, 300))
    var highlighter = Highlighter(for: text, spacing: 60)
    var lines: [Range<ByteOffset>] = []
    var known: [(reading: Int?, inks: [StyledSpan])] = []
    for step in 0..<600 {
      lines = (0..<min(12, text.lineCount)).map { text.content(of: LineNumber($0)) }
      known = lines.map {
        (Self.reading(&highlighter, $0, text), highlighter.spans(of: $0, in: text))
      }
      let edit = Self.edit(in: text, &random)
      text.apply(edit)
      highlighter.apply(edit, after: text)
      if Bool.random(using: &random) { _ = highlighter.advance(in: text, budget: 500) }
      for (line, known) in zip(lines, known) {
        let isTouched = edit.changes.contains {
          $0.before.lowerBound <= line.upperBound && line.lowerBound <= $0.before.upperBound
        }
        if isTouched { continue }
        let growth = edit.map(line.lowerBound, bias: .right) - line.lowerBound
        let now = line.lowerBound + growth..<line.upperBound + growth
        let reading = Self.reading(&highlighter, now, text)
        guard let reading, reading == known.reading else { continue }
        let inks = highlighter.spans(of: now, in: text)
        let moved = known.inks.map {
          StyledSpan(
            range: $0.range.lowerBound + growth..<$0.range.upperBound + growth, kinds: $0.kinds)
        }
        #expect(inks == moved, "seed \(seed), step \(step)")
      }
      if text.byteCount > 4_000 {
        text = Rope(Self.text(&random, 300)); highlighter = Highlighter(for: text, spacing: 60)
      }
    }
  }

  private static func reading(
    _ highlighter: inout Highlighter, _ line: Range<ByteOffset>, _ text: Rope
  ) -> Int? {
    highlighter.readings(of: [LayoutRow(bytes: line, line: .zero)], in: text)[0]
  }

  @Test("A unit is the same however little is loaded at once", arguments: [1, 2, 3] as [UInt64])
  func loadsAreUnseen(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    // Paragraphs and lines about as long as a load.
    let fillers = ["word ", "x", "*it* ", "日 "].map { Array($0.utf8) }
    let bytes = (0..<40).flatMap { _ -> [UInt8] in
      let filler = fillers.randomElement(using: &random) ?? []
      let ending = Bool.random(using: &random) ? "" : "\n"
      let count = [1, 3, 300, 420, 900, 1_700].randomElement(using: &random) ?? 1
      return Self.text(&random, 12)
        + [[UInt8]](repeating: filler + Array(ending.utf8), count: count).flatMap(\.self)
    }
    let text = Rope(bytes)
    var little = BlockScanner(ScanBuffer(text), isPainting: true)
    var (offset, state) = (0, BlockState())
    while offset < text.byteCount {
      let unit = little.unit(at: offset, state)
      let buffer = ScanBuffer(text, capacity: text.byteCount)
      _ = buffer.index(of: offset, ahead: text.byteCount)
      var all = BlockScanner(buffer, isPainting: true)
      let same = all.unit(at: offset, state)
      #expect(
        unit.end == same.end && unit.reach == same.reach && unit.after == same.after
          && unit.kind == same.kind && unit.runs == same.runs, "seed \(seed) at \(offset)")
      (offset, state) = (unit.end, unit.after)
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
      let own = highlighter.spans(of: range, in: text)
      if own != fresh.spans(of: range, in: text) { return "other inks at \(low)" }
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

  /// Up to five replacements, or sometimes very many.
  private static func edit(in text: Rope, _ random: inout SeededRandom) -> Edit {
    var builder = EditBuilder(text)
    let isWide = Int.random(in: 0..<12, using: &random) == 0
    var offset = isWide ? 0 : Int.random(in: 0...text.byteCount, using: &random)
    for _ in 0..<(isWide ? 40 : Int.random(in: 1...3, using: &random)) {
      let length = Int.random(in: 0..<20, using: &random) == 0 ? 3000 : 6
      let high = min(text.byteCount, offset + Int.random(in: 0...length, using: &random))
      builder.replace((offset..<high).offsets, with: pieces.randomElement(using: &random) ?? [])
      offset = min(text.byteCount, high + Int.random(in: 0...(isWide ? 200 : 8), using: &random))
    }
    return builder.takeEdit()
  }
}
