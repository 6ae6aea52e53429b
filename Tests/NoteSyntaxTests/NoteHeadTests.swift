import TestSupport
import Testing

@testable import NoteSyntax

@Suite("Title and first words of a note")
struct NoteHeadTests {
  private func head(_ text: String, isWhole: Bool = true) -> NoteHead {
    head(Array(text.utf8), isWhole: isWhole)
  }

  private func head(_ bytes: [UInt8], isWhole: Bool = true) -> NoteHead {
    NoteHead(bytes.span, isWhole: isWhole)
  }

  @Test("A file named by its first words shows them once")
  func row() {
    let rows: [(String, String, String, String)] = [
      ("Shopping\n\n- milk", "Shopping", "Shopping", "milk"),
      ("Shopping", "Shopping", "Shopping", ""),
      ("Shoppings at nine", "Shopping", "Shopping", "Shoppings at nine"),
      ("# Shopping\nShopping again", "x", "Shopping", "Shopping again"),
      ("words", "named else", "named else", "words"), ("", "empty", "empty", ""),
    ]
    for (text, stem, title, snippet) in rows {
      let row = head(text).row(stem: stem)
      #expect(row.title == title && row.snippet == snippet)
    }
  }

  static let cases: [(text: String, title: String?, snippet: String)] = [
    ("", nil, ""),
    ("\n\n \n", nil, ""),
    ("just words\nand more", nil, "just words and more"),
    ("# Title\n\nWords  and\t\tmore\nlines", "Title", "Words and more lines"),
    ("\u{FEFF}# Title\r\nWords\r\n", "Title", "Words"),
    ("# One ######\nx", "One", "x"),
    ("###### Six ######\nx", nil, "Six x"),
    ("####### Seven\nx", nil, "####### Seven x"),
    ("#tag\nx", nil, "#tag x"),
    ("# C#\nx", "C#", "x"),
    ("#\n# Second\nx", nil, "Second x"),
    ("\n\n# Below blanks\nx", "Below blanks", "x"),
    ("Words first\n\n# Later\nx", nil, "Words first Later x"),
    ("## Two\n# One\nx", nil, "Two One x"),
    ("   # Indented", "Indented", ""),
    ("    # Code\nx", nil, "Code x"),
    ("Setext\n===\nx", "Setext", "x"),
    ("Two\nlines\n===\nx", "Two lines", "x"),
    ("Two\nlines\n---\nx", nil, "Two lines x"),
    ("\n---\nx", nil, "x"),
    ("- item\n---\nx", nil, "item x"),
    ("1. item\nlazy\n===\nx", nil, "item lazy x"),
    ("> quote\n---\nx", nil, "quote x"),
    ("```\n# no\n```\n# Yes\nx", nil, "no Yes x"),
    ("> # quoted\n\n# Later\nx", nil, "# quoted Later x"),
    ("# One\n## Two\n- three", "One", "Two three"),
    ("---\ntitle: Plain title # comment\n---\nx", "Plain title", "x"),
    ("---\ntitle: \"A \\\"b\\\" \\\\ c\"\n...\nx", "A \"b\" \\ c", "x"),
    ("---\r\ntags: [a]\r\ntitle: 'it''s'\r\n---\r\nx", "it's", "x"),
    ("---\ntitle   : Spaced\n---\nx", "Spaced", "x"),
    ("---\n\"title\" : Quoted\n---\nx", "Quoted", "x"),
    ("---\ntitles: No\n---\nx", nil, "x"),
    ("---\ntitle: \"T \\U0001F332 \\u00e9\\x41\"\n---\nx", "T \u{1f332} éA", "x"),
    ("---\ntitle: \"\\q \\uZZZZ \\t.\"\n---\nx", "\\q \\uZZZZ  .", "x"),
    ("---\ntitle: one\n  two\nb: c\n---\nx", "one two", "x"),
    ("---\ntitle: \"one\n  two\"\n---\nx", "one two", "x"),
    ("---\ntitle: whole\nbroken: [\n---\nx", "whole", "x"),
    ("---\ntitle:\n---\n# Heading\nx", "Heading", "x"),
    ("---\ntitle: |\n  block\n---\n# Heading", "block", "Heading"),
    ("---\n{\"title\": \"J\"}\n---\nx", "J", "x"),
    ("---\ntitle: [a, b]\n---\nx", nil, "x"),
    ("---\n  title: nested\n---\nx", nil, "x"),
    ("---\ntitle: T\n---\n# T\nx", "T", "x"),
    ("---\ntitle: T\n---\n# Other\nx", "T", "Other x"),
    ("---\nnot closed\n# Heading\nx", nil, "not closed Heading x"),
    ("--- \ntitle: T\n---\nx", "T", "x"),
    ("a\u{0}b", nil, "a\u{0}b"),
  ]

  @Test(
    "The title comes from the front matter, or else from a level 1 heading at the top",
    arguments: cases)
  func titles(text: String, title: String?, snippet: String) {
    #expect(head(text).title == title)
    #expect(head(text).snippet == snippet)
  }

  @Test(
    "The snippet has the words without Markdown markup",
    arguments: [
      ("- [ ] call Ann\n- [x] buy", "call Ann buy"), ("* a\n+ b\n12) c", "a b c"),
      ("| item | price |\n|---|:-:|\n| tea | 2 |", "item price tea 2"),
      ("> [!note] Look\n> here", "Look here"),
      ("a **bold** and *soft* `code`", "a bold and soft code"),
      ("~~gone~~ ==marked== __b__ _i_", "gone marked b i"),
      ("2 * 3 = 6, a == b, snake_case, 5*3", "2 * 3 = 6, a == b, snake_case, 5*3"),
      (
        "see [[Plan]], [[Plan|the plan]] and [there](http://x.y/z) now",
        "see Plan, the plan and there now"
      ),
      ("![a dog](dog.png) ![[cat.png]]", "a dog cat.png"), ("[a] (b) [c]", "[a] (b) [c]"),
      ("\\*not\\* C:\\dir", "*not* C:\\dir"), ("```swift\nlet a = 1\n```", "let a = 1"),
      ("- [ ]", ""), ("|", ""), ("> ", ""), ("[[", "[["), ("[x](", "[x]("), ("a *", "a *"),
      ("#tag **x", "#tag x"), ("a `*b* [c](d)`", "a *b* [c](d)"), ("`two\nlines`", "two lines"),
      ("wow! [x] **[y](z) w**", "wow! [x] y w"), ("> [!tip]- Look\n> ***", "Look"),
      ("| a **b** | [[c\\|d]] |", "a b d"),
    ] as [(String, String)])
  func plainWords(text: String, snippet: String) {
    #expect(head("# T\n" + text).snippet == snippet)
  }

  @Test("A template's title placeholder is not a title")
  func variableAsTitle() {
    #expect(head("# {{title}}\n\nx").row(stem: "Meeting").title == "Meeting")
    #expect(head("# {{date}} and more\n").title == "{{date}} and more")
  }

  @Test("The snippet ends after 120 characters and never within a character")
  func snippetLength() {
    let family = "👨‍👩‍👧‍👦"
    let cases: [(String, String)] = [
      (String(repeating: "x", count: 500), String(repeating: "x", count: 120)),
      (String(repeating: "é", count: 500), String(repeating: "é", count: 120)),
      (String(repeating: "word ", count: 100), String(repeating: "word ", count: 23) + "word"),
    ]
    for (text, snippet) in cases { #expect(head(text).snippet == snippet) }
    let families = head(String(repeating: family, count: 100)).snippet
    #expect(!families.isEmpty && families.allSatisfy { String($0) == family })
  }

  @Test("A text cut inside a character loses only that character")
  func cutCharacter() {
    for character in ["é", "漢", "🚒"] {
      let whole = Array("ab\(character)".utf8)
      for count in 3..<whole.count {
        #expect(head(Array(whole[..<count]), isWhole: false).snippet == "ab")
      }
      #expect(head(whole, isWhole: false).snippet == "ab\(character)")
    }
  }

  @Test("Invalid UTF-8 shows as replacement characters, and UTF-16 shows as nothing")
  func otherBytes() {
    #expect(head([0x61, 0xff, 0x62]).snippet == "a\u{FFFD}b")
    #expect(head([0xff, 0xfe, 0x23, 0, 0x20, 0]) == head([]))
  }

  @Test("Front matter longer than the given bytes requests more")
  func wantsMore() {
    let cut = head("---\ntitle: T\nmore: x", isWhole: false)
    #expect(cut.wantsMore)
    #expect(cut.title == "T")
    #expect(!head("---\ntitle: T\n---\n", isWhole: false).wantsMore)
    #expect(!head("# T\n", isWhole: false).wantsMore)
    #expect(!head("words\n\nmore", isWhole: false).wantsMore)
    for cut in ["# Who", "words", "words\nmore\n", "\n\n", "---\na: b\n---\n# Who"] {
      #expect(head(cut, isWhole: false).wantsMore)
      #expect(!head(cut, isWhole: true).wantsMore)
    }
  }

  @Test("A heading longer than a kilobyte is text, not a title", arguments: [900, 1100, 3000])
  func longTitles(count: Int) {
    let words = String(repeating: "x", count: count)
    let isTitle = count < 1024
    #expect((head("# \(words)\ny").title != nil) == isTitle)
    #expect((head("\(words)\n===\ny").title != nil) == isTitle)
    #expect(head(words + "\n", isWhole: false).wantsMore == isTitle)
  }

  @Test("A title that begins at the end of the bytes is requested in full")
  func cutTitles() {
    let front = "---\ntags: [\(String(repeating: "x", count: 2000))]\n---\n"
    let text = Array((front + "# Whole heading, all of it, however long\nx").utf8)
    for count in front.utf8.count...(text.count - 2) {
      let cut = head(Array(text[..<count]), isWhole: false)
      #expect(cut.wantsMore)
    }
    #expect(head(text).title == "Whole heading, all of it, however long")
  }

  @Test("No input makes the reading fail")
  func anyBytes() {
    var random = SeededBytes(seed: 7)
    for _ in 0..<3_000 {
      let bytes = random.text()
      for isWhole in [true, false] { #expect(head(bytes, isWhole: isWhole).snippet.count <= 120) }
    }
  }
}
