import TestSupport
import Testing

@testable import NoteSyntax

@Suite("Scans of any input")
struct ScannerHostileTests {
  static let pieces: [String] = [
    "---", "\n", "\n", "\n\n", "title:", "tags:", "# ", "===", "```", "~~~", " ", "    ", "\t",
    "\r\n",
    "é", "👨‍👩‍👧", "'", "\"", "\\", "a", "- ", "> ", "1. ", "\u{FEFF}", "...", "[[", "]]", "[", "]", "(",
    ")", "](", "|", "#", "#a", "`", "``", "$$", "%%", "<!--", "-->", "<", ">", "<a ", "^id", " ^b",
    "[ ] ", "[x] ", ": ", "::", "📅 2026-03-02", "\u{0}", "{", "}", ",", "![", "]: ", "* * *", "b c",
  ]

  static func text(_ random: inout SeededRandom, pieces count: Int) -> [UInt8] {
    (0..<Int.random(in: 0...count, using: &random)).flatMap { _ -> [UInt8] in
      Int.random(in: 0..<20, using: &random) == 0
        ? [UInt8.random(in: .min ... .max, using: &random)]
        : Array((pieces.randomElement(using: &random) ?? "").utf8)
    }
  }

  @Test("Every range lies within the bytes, in order, and holds the expected text")
  func placesAreWithin() {
    var random = SeededRandom(seed: 11)
    var found = 0
    for _ in 0..<20_000 {
      let bytes = Self.text(&random, pieces: 60)
      let scan = NoteScanner.scan(bytes.span, ScanOptions(hasColonTags: true))
      found += scan.links.count + scan.tasks.count + scan.blocks.count + scan.headings.count
      var wrong = false
      for link in scan.links {
        wrong = wrong || !Self.holds(link.whole, link.target, bytes)
        for range in [link.part, link.text].compactMap(\.self) {
          wrong = wrong || !Self.holds(link.whole, range, bytes)
        }
      }
      for heading in scan.headings { wrong = wrong || heading.text.isEmpty }
      for task in scan.tasks { wrong = wrong || task.text.upperBound > bytes.count }
      for block in scan.blocks { wrong = wrong || bytes[block.id.lowerBound - 1] != 0x5e }
      let lines = bytes.reduce(1) { $0 + ($1 == 0x0a ? 1 : 0) }
      let told = scan.links.map(\.line) + scan.tags.map(\.line) + scan.tasks.map(\.line)
      wrong = wrong || told.contains { $0 < 1 || $0 > lines }
      wrong =
        wrong
        || zip(scan.links, scan.links.dropFirst()).contains {
          $0.whole.lowerBound > $1.whole.lowerBound
        }
      #expect(!wrong, "\(String(reflecting: String(decoding: bytes, as: UTF8.self)))")
    }
    #expect(found > 2_000)
  }

  private static func holds(_ whole: Range<Int>, _ part: Range<Int>, _ bytes: [UInt8]) -> Bool {
    whole.lowerBound <= part.lowerBound && part.upperBound <= whole.upperBound
      && whole.upperBound <= bytes.count
  }

  @Test("The title of the note's head is the scan's title")
  func titlesAgree() {
    var random = SeededRandom(seed: 12)
    var titled = 0
    for _ in 0..<20_000 {
      let bytes = Self.text(&random, pieces: 30)
      let head = NoteHead(bytes.span, isWhole: true).title
      let title = NoteScanner.scan(bytes.span).title(in: bytes.span)
      if title != nil { titled += 1 }
      #expect(head == title, "\(String(reflecting: String(decoding: bytes, as: UTF8.self)))")
    }
    #expect(titled > 250)
  }

  /// Text that could make a scan reread the same bytes again and again, repeated.
  static let repeated: [String] = [
    "[", "[[", "![", "[](", "](", "[[a", "[a](b", "[](<", "[](a \"", "[](a (", "`", "` `` ",
    "``` a",
    "%%", "%% ", "$$", "a $$ ", "<!--", "<!-- ", "<", "<a ", "<a b=\"", "<a b='<c d=\"", "<a:b",
    "#",
    "#a", "> ", ">", "- ", "* - ", "1. ", "- [ ] ", "- - \n", "> \n", "> > a\n> `b\n", "a `\n",
    "`\n\n",
    "`` a\n` b\n", "%% a %% ` %% b %%\n", "x ` %%\ny %%\n", "[a]: b `\n", "a\n", "a\\\n", "\\", "^",
    "a ^b\n", "    ", "\t", "\r", "---\n", "- a\n  > b ` \n", "```\n", "> ```\n", "a\n===\n",
    "|`\n", "<!-- `\n",
    "<!-- ` -->\n", "$$ `\n", "a `\n>> b\n> c\n", "[x]\n", "é", "\u{0}", "\u{FEFF}", ":a", ":a:",
    "📅 ",
    "1", "a`b\n- c\n", "* ` *\n", "_ ` _ x\n", "--- `\n", "2. `\n", "~~~", "~~~ `\n",
  ]

  /// Enough that a scan which is not linear would take minutes.
  @Test("Repetitions of any text take time linear in their length", arguments: repeated)
  func isLinear(piece: String) {
    let count = 150_000 / piece.utf8.count
    var bytes = Array(String(repeating: piece, count: count).utf8)
    let options = ScanOptions(hasColonTags: true)
    for ending in ["", "`x]](a)\n[a](b)"] {
      bytes += Array(ending.utf8)
      let scan = NoteScanner.scan(bytes.span, options)
      #expect(scan.links.allSatisfy { $0.whole.upperBound <= bytes.count })
    }
  }

  @Test("UTF-16 has no parts, and a UTF-8 byte order mark hides nothing")
  func encodings() {
    let utf16 = [UInt8]([0xff, 0xfe]) + "[[a]] #b\n# C".utf16.flatMap { [UInt8($0 & 0xff), 0] }
    #expect(ScanText.scan(utf16) == [])
    #expect(ScanText.scan("\u{FEFF}# A\n#b") == ["1 h1 A", "2 #b"])
    #expect(ScanText.scan("\u{FEFF}---\ntags: a\n---\n#b") == ["tags: a", "2 #a", "4 #b"])
    #expect(ScanText.scan([0x23, 0x61, 0xff, 0x20, 0x23, 0x62]) == ["1 #a", "1 #b"])
  }
}
