import Cells
import Testing

@testable import Markdown

/// Numbers that are the same in each run.
struct Dice {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func roll(_ sides: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(sides))
  }
}

@Suite("Markdown: any bytes")
struct HostileTests {
  private static let pieces = [
    "a", "word ", "\n", "\n\n", "# ", "## H\n", "- ", "  - ", "1. ", "10) ", "> ", ">", "```\n",
    "~~~\n", "```swift\n", "    ", "\t", "| a | b |\n|---|---|\n", "|", "*", "**", "_", "`", "``",
    "[", "]", "(", ")", "[[N|w]]", "[[", "]]", "![[E]]", "[^1]", "\n[^1]: ", "\n[x]: y\n", "[x]",
    "==", "%%", "$", "~~", "<b>", "<!--", "-->", "\n<div>\n", "---\n", "***\n", "- [ ] ", "- [x] ",
    "> [!note]- T\n", "^id\n", "#tag ", "https://x.y/z", "\\", "&amp;", "日本", "é", "\u{301}",
    "👩‍👩‍👧", "\u{1}0\u{2}", "\u{1b}[2J", "\r", "\r\n", "\u{202e}", "<br>", "|x|\n", "===\n",
  ]

  private static func text(_ seed: Int, _ count: Int) -> [UInt8] {
    var dice = Dice(UInt64(seed))
    var bytes: [UInt8] = []
    for _ in 0..<count {
      bytes += pieces[dice.roll(pieces.count)].utf8
      if dice.roll(60) == 0 { bytes.append(UInt8(dice.roll(256))) }
    }
    return bytes
  }

  @Test("Random text is shown at any width, never past the edge, with no control byte")
  func random() {
    for seed in 1...300 {
      let bytes = Self.text(seed, 60)
      let note = RenderedNote(bytes, embeds: Embeds(["E": .init(Self.text(seed + 1_000, 20))]))
      for width in [1, 2, 3, 5, 8, 13, 40, 100] {
        for row in rows(of: note, width: width) {
          #expect(row.width <= width, "seed \(seed), width \(width)")
          for run in row.runs {
            #expect(Cells.width(of: run.text) == run.width, "seed \(seed), width \(width)")
          }
          #expect(!row.text.utf8.contains { $0 < 0x20 || $0 == 0x7f }, "seed \(seed)")
        }
      }
      for line in 0...note.lineCount { _ = note.line(of: note.index(ofLine: line)) }
    }
  }

  private static let blocks = [
    "Some words\nand more of them", "# Heading", "Under\n=====", "- one\n- two\n  - three",
    "- one\n\n  more of one\n\n- two", "1. one\n2. two\n\n   of two", "> quote\nlazy\n\n> other",
    "```swift\n# no heading\n\n- no item\n```", "~~~\nopen for long\n\n```\n~~~",
    "| a | b |\n|---|---|\n| 1 | 2 |", "    code\n\n    more", "***", "<div>\n\n*words*\n\n</div>",
    "- a\n  ```\n  # code\n  ```\n- b", "1. a\n   ~~~\n\n   code\n   ~~~\n\n2. b",
    "> ```\n> code\n\nwords", "- [ ] task\n    - [x] other", "[label] and [^note]",
    "[label]: https://x.y", "[^note]: words\n\n    more", "* * *\n* a\n+ b", "- a\n```\ncode\n```",
    "<!-- a\n\n# no heading\n\n-->", "<pre>\n\n- a\n\n</pre>", "- \n\n  a", "  # Indented",
  ]

  @Test("A note read in parts reads the same as in one piece")
  func parts() {
    for seed in 1...500 {
      var dice = Dice(UInt64(seed))
      var text = ""
      var defined: Set<Int> = []
      for _ in 0..<12 {
        let number = dice.roll(Self.blocks.count)
        let isDefinition = Self.blocks[number].hasPrefix("[") && Self.blocks[number].contains("]:")
        // A duplicate definition counts once, and the reader chooses which of the two.
        if isDefinition, !defined.insert(number).inserted { continue }
        text += Self.blocks[number] + (dice.roll(4) == 0 ? "\n" : "\n\n")
      }
      let whole = RenderedNote(Array(text.utf8), partLength: .max)
      let parted = RenderedNote(Array(text.utf8), partLength: 1)
      #expect(Self.words(whole) == Self.words(parted), "seed \(seed): \(text.debugDescription)")
    }
  }

  /// The shown text, without blanks and bullets.
  private static func words(_ note: RenderedNote) -> String {
    String(rows(of: note, width: 200).map(\.text).joined().filter { !" •◦▪".contains($0) })
  }

  @Test(
    "Deep, long and endless constructs are shown in bounded time",
    arguments: [
      ("> ", 5_000), ("- ", 5_000), ("* [", 20_000), ("![[](", 200_000), ("*a_ ", 200_000),
      ("a@b.", 200_000), ("[^", 200_000), ("\u{301}", 200_000), ("|", 100_000),
      ("[a](<b", 100_000), ("`a``", 200_000), ("> - ", 100_000), ("==a ", 100_000),
      ("%%a\n", 100_000), ("<!--\n", 100_000), ("- a\n", 50_000), ("1. a\n", 50_000),
      ("```\n", 100_001), ("[a]: b\n", 50_000), ("[^a]: b\n\n", 20_000),
    ])
  func endless(piece: String, count: Int) {
    let bytes = Array(repeatElement(piece, count: count).joined().utf8)
    let note = RenderedNote(bytes)
    var place: UnitIndex? = note.first
    for _ in 0..<50 {
      guard let here = place else { break }
      for row in note.unit(at: here).rows(width: 40).prefix(50) { #expect(row.width <= 40) }
      place = note.index(after: here)
    }
    for row in note.unit(at: note.last).rows(width: 40).prefix(50) { #expect(row.width <= 40) }
  }

  @Test("Extremely nested lists and very long tables are shown")
  func nested() {
    let deep = (0..<800).map { String(repeating: "  ", count: $0) + "- item \($0)\n" }.joined()
    let note = RenderedNote(Array(deep.utf8))
    let shown = rows(of: note, width: 60).map(\.text).joined(separator: "\n")
    #expect(shown.contains("item 0") && shown.contains("item 30"))
    let table = "| a | b |\n|---|---|\n" + String(repeating: "| one | two three |\n", count: 5_000)
    let last = RenderedNote(Array(table.utf8))
    #expect(last.unit(at: last.last).rows(width: 11).map(\.text) == ["one │ two  ", "    │ three"])
  }

  @Test("Unchanged parts are not read again")
  func reuses() {
    let parts = (0..<20).map {
      "# Part \($0)\n\n" + String(repeating: "words ", count: 400) + "\n\n"
    }
    let one = RenderedNote(Array(parts.joined().utf8), partLength: 1_000)
    var changed = parts
    changed[10] = "# Part 10\n\nmore, " + String(repeating: "words ", count: 400) + "\n\n\n\n"
    let other = RenderedNote(Array(changed.joined().utf8), reusing: one, partLength: 1_000)
    let same = zip(one.parts, other.parts).filter { $0.text === $1.text }.count
    #expect(one.parts.count == 20 && other.parts.count == 20 && same == 19)
    #expect(other.parts[11].firstLine == one.parts[11].firstLine + 2)
  }
}
