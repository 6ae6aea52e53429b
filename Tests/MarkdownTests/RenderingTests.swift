import Testing

@testable import Markdown

/// The rows of a note as plain text.
func rendered(_ note: String, width: Int = 40, embeds: Embeds = Embeds()) -> [String] {
  let note = RenderedNote(Array(note.utf8), embeds: embeds)
  return rows(of: note, width: width).map { row in
    var text = row.text
    while text.last == " " { text.removeLast() }
    return text
  }
}

func rows(of note: RenderedNote, width: Int) -> [RenderedRow] {
  note.parts.flatMap { part in part.units.flatMap { $0.rows(width: width) } }
}

@Suite("Markdown: how a note is shown")
struct RenderingTests {
  @Test("Rows of Chinese and Japanese begin and end only with allowed characters (line 2 N8)")
  func ideographs() {
    let text = "彼は「東京へ（明日）行く」と言った。*コーヒー*を１，０００円で、人々は５０％だという。"
    for width in 10...40 {
      let rows = rendered(text, width: width)
      #expect(rows.joined() == text.filter { $0 != "*" })
      #expect(rows.dropFirst().allSatisfy { !"。、！）」・ー々っ％，".contains($0.first ?? "。") })
      #expect(rows.dropLast().allSatisfy { !"（「".contains($0.last ?? "（") })
    }
    for count in 14...23 {
      let rows = rendered(String(repeating: "あ", count: count) + "。い", width: 2 * count)
      #expect(rows == [String(repeating: "あ", count: count - 1), "あ。い"])
    }
    #expect(rendered("ああ\u{2060}ああ", width: 16)[0].hasPrefix("ああ"))
  }

  @Test(
    "Each kind of callout has its color, under all its names",
    arguments: [
      ("note", RunStyle.marker), ("TLDR", .marker), ("hint", .good), ("check", .good),
      ("faq", .careful), ("Caution", .careful), ("error", .warning), ("bug", .warning),
      ("example", .tag), ("cite", .muted), ("mine", .marker),
    ])
  func callouts(name: String, style: RunStyle) {
    let note = RenderedNote(Array("> [!\(name)] Look\n> out\n".utf8), embeds: Embeds())
    let shown = rows(of: note, width: 40)
    #expect(shown.map { $0.runs.first?.style } == [style, style])
    #expect(shown[0].runs.dropFirst().allSatisfy { $0.style == style.union(.heading) })
    #expect(shown[1].runs.last?.style.isEmpty == true)
  }

  @Test("Conflict markers are shown as they are and underline nothing (chaos 2 F2)")
  func conflicts() {
    #expect(
      rendered("a\n<<<<<<< one\nb\n=======\n- c\n>>>>>>> two\nd") == [
        "a", "<<<<<<< one", "b", "=======", "• c", ">>>>>>> two", "d",
      ])
  }

  @Test("A lone tag below an item or a quote is part of its text (obsidian 2 2)")
  func loneTags() {
    #expect(rendered("- a\n<br/>\n- [ ] b").last == "☐ b")
    #expect(rendered("> a\n<span>\n> *b*").last?.hasSuffix("b") == true)
    #expect(rendered("> - a\n</span>\nb [[c]]").last?.hasSuffix("b c") == true)
  }

  @Test(
    "Each block has its own look",
    arguments: [
      ("# One *two*\nwords", ["One two", "═══════", "words"]),
      ("Two\n---\n\nwords", ["Two", "───", "", "words"]),
      ("### Three", ["### Three"]),
      ("a **b** _c_ `d` ~~e~~ ==f==", ["a b c d ~~e~~ f"]),
      ("- a\n- b\n  - c\n\n    d", ["• a", "• b", "  ◦ c", "", "    d"]),
      ("9. a\n9. b", [" 9. a", "10. b"]),
      ("- [ ] a\n- [x] b\n1. [-] c", ["☐ a", "☑ b", "1. ☒ c"]),
      ("> a\n> b\n>\n> > c", ["│ a", "│ b", "│", "│ │ c"]),
      ("> [!tip]+ Words\n> text", ["│ ▾ Tip: Words", "│ text"]),
      ("> [!note]\n> text", ["│ Note", "│ text"]),
      ("> [!note]\n> b\n> c", ["│ Note", "│ b", "│ c"]),
      ("```swift\nlet a\n\tb\n```", ["▎ swift", "▎ let a", "▎     b"]),
      ("    code\n    more", ["▎ code", "▎ more"]),
      ("| a | b |\n|--:|---|\n| 1 | 22 |", ["a │ b", "──┼───", "1 │ 22"]),
      ("a\n\n***\nb", ["a", "", String(repeating: "─", count: 40), "b"]),
      ("![words](a.png) ![](b.png)", ["[image: words] [image: b.png]"]),
      ("[[Note]] [[Note#Part]] [[a|b]] ![[c.png]]", ["Note Note › Part b [image: c.png]"]),
      ("a[^1].\n\n[^1]: note\n    more", ["a[1].", "", "[1] note", "    more"]),
      ("a[^1]\n\n[^1]: b\n\n    c\n\nd", ["a[1]", "", "[1] b", "", "    c", "", "d"]),
      ("a^[b *c* [[d]] \\] `]` [e](f)] g", ["a[b c d ] ] e] g"]),
      ("> a ^[b\n> c] d", ["│ a [b", "│ c] d"]),
      ("^[a\n\nb] ^[] \\^[c] `^[d]`", ["^[a", "", "b] ^[] ^[c] ^[d]"]),
      ("a %%b%% c ^id", ["a c"]),
      ("a\n\n%%\nhidden\n\nmore\n%%\nb", ["a", "", "b"]),
      ("`[[a]]` and `==b==`", ["[[a]] and ==b=="]),
      ("```\n[[a]] %%b%% #c ^d\n```", ["▎ [[a]] %%b%% #c ^d"]),
      ("<div>\nhtml\n</div>\n<!-- no -->", ["<div>", "html", "</div>", "<!-- no -->"]),
      ("<!-- no -->\n\na<!-- no -->b<br>c", ["ab", "c"]),
      ("---\na: b\nlist: [c, d]\n---\ntext", ["a     b", "list  c, d"]),
      ("", ["This note is empty."]),
      ("\n\n", ["This note is empty."]),
    ] as [(String, [String])])
  func blocks(note: String, lines: [String]) {
    #expect(Array(rendered(note).prefix(lines.count)) == lines)
  }

  @Test("On a screen a title is a filled bar over all its rows, with padding where there is room")
  func titleBar() {
    let note = RenderedNote(Array("# One two three\n## Four".utf8))
    func rows(_ width: Int) -> [RenderedRow] {
      note.parts.flatMap { $0.units.flatMap { $0.rows(width: width, fillsTitles: true) } }
    }
    #expect(rows(12).map(\.text) == [" One two    ", " three      ", "Four", "────"])
    #expect(
      rows(12).map { $0.runs.allSatisfy { $0.style.contains(.bar) } } == [true, true, false, false])
    #expect(rows(4).map(\.width).max() == 4)
    #expect(rows(2).prefix(2).map(\.text) == ["On", "e "])
    #expect(note.title == "One two three")
  }

  @Test(
    "Nothing in a formula is emphasis, over any number of lines (vaults 13)",
    arguments: [
      ("$$\na \\\\ b\n# x\n- [ ] y\n$$", ["$$", "a \\\\ b", "# x", "- [ ] y", "$$"]),
      ("$$\n*a*\n\n  b_1_\n$$\n*c*", ["$$", "*a*", "", "  b_1_", "$$", "c"]),
      ("a\n$$x_1_\r\n= y$$ and *b*\n\nc", ["a", "$$x_1_", "= y$$ and b", "", "c"]),
      ("> $$\n> # a\n> $$\n> b", ["│ $$", "│ # a", "│ $$", "│ b"]),
      ("- $$\n  - a\n  $$\n- b", ["• $$", "  - a", "  $$", "• b"]),
      ("1. a\n\n   $$\n   # b\n     c\n   $$", ["1. a", "", "   $$", "   # b", "     c", "   $$"]),
      ("a $$ *b*\n*c* $$ *d*", ["a $$ *b*", "*c* $$ d"]),
      ("$$ *a* $$ and $*b*$ and $\\q*b*$", ["$$ *a* $$ and *b* and $\\q*b*$"]),
      ("$$\n*a*\n\n# b", ["$$", "a", "", "b"]), ("a $$ *b*\n\n*c* $$", ["a $$ b", "", "c $$"]),
      ("| a | b |\n|---|---|\n| 5 $$ | 6 $$ |", ["a    │ b", "─────┼─────", "5 $$ │ 6 $$"]),
      ("```\n$$\n```\n*a*\n$$", ["▎ $$", "a", "$$"]),
      ("    $$\n    # a\n    $$", ["▎ $$", "▎ # a", "▎ $$"]),
      ("$$\n```\n$$\n*a*", ["$$", "```", "$$", "a"]),
    ] as [(String, [String])])
  func formulas(note: String, lines: [String]) {
    #expect(Array(rendered(note).prefix(lines.count)) == lines)
  }

  @Test("A formula is never split between parts of a note")
  func longFormula() {
    let words = String(repeating: "words ", count: 400) + "\n\n"
    let formula = "$$\n" + (0..<300).map { "x_{\($0)}\n\n# y\n" }.joined() + "$$\n\n"
    let note = RenderedNote(Array((words + formula + words).utf8), partLength: 1 << 10)
    let texts = rows(of: note, width: 80).map(\.text)
    #expect(texts.count { $0.hasPrefix("# y") } == 300)
    #expect(note.parts.count > 2)
  }

  @Test("Control sequences of the terminal are spelled out, and so are the program's own")
  func escapes() {
    #expect(rendered("a\u{1b}[2Jb\u{1}0\u{2}\rc") == ["a^[[2Jb^A0^B^Mc"])
    #expect(rendered("`\u{1b}` \u{1}9\u{2}") == ["^[ ^A9^B"])
  }

  @Test("Lines wrapped at a margin are one text, and short lines stay lines")
  func softBreaks() {
    let wrapped =
      "These words were wrapped by whoever wrote them, at a\nmargin, since there was no room"
    #expect(rendered(wrapped, width: 120).count == 1)
    #expect(rendered("Roses are red,\nviolets are blue") == ["Roses are red,", "violets are blue"])
  }

  @Test("A table is no wider than its space: its columns wrap or become a list")
  func tables() {
    let note = "| Name | What it is |\n|---|---|\n| Milk | a white drink |\n"
    #expect(
      rendered(note, width: 16) == [
        "Name │ What it", "     │ is", "─────┼──────────", "Milk │ a white", "     │ drink",
      ])
    #expect(rendered(note, width: 7).first == "Name")
    for width in 1...30 {
      for row in rows(of: RenderedNote(Array(note.utf8)), width: width) {
        #expect(row.width <= width, "\(row.text)")
      }
    }
  }

  @Test("An embedded note appears at its link, as deep as it was read")
  func embeds() {
    let inner = Embeds(["Deep": .init(Array("deep".utf8))])
    let embeds = Embeds(["Other#Part": .init(Array("text\n\n![[Deep]]".utf8), embeds: inner)])
    #expect(
      rendered("a\n\n![[Other#Part]]\n\n![[Gone]]", embeds: embeds) == [
        "a", "", "┆ Other › Part", "┆ text", "┆", "┆ ┆ Deep", "┆ ┆ deep", "", "Gone",
      ])
  }

  @Test("A part of a note is a heading with its section, or a block")
  func parts() {
    let note = Array("# A\nx\n## B\ny\n\n- one\n- two ^id\n\n# C\nz\n".utf8)
    func text(_ part: String?) -> String? {
      EmbeddedPart.bytes(of: part, in: note).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(text("B") == "## B\ny\n\n- one\n- two ^id\n\n")
    #expect(text("^id") == "- two ^id")
    #expect(text("C") == "# C\nz\n")
    #expect(text("none") == nil)
    #expect(text(nil)?.count == note.count)
  }

  private static let blockParts: [(note: String, wanted: String)] = [
    ("## Sec\nsec text\n### Sub\nsub text ^b", "sub text ^b"),
    ("a\n---\nb\nc ^b\nd\n\ne", "none"),
    ("a\n***\nb\nc ^b\n\nd", "b\nc ^b"),
    ("```\nx\n```\ntext ^b", "text ^b"),
    ("> q\n\ntext\n^b", "text"),
    ("## Heading ^b\ntext", "## Heading ^b"),
    ("Heading ^b\n===\ntext", "Heading ^b"),
    ("- one\n- two\n  more ^b\n- three", "- two\n  more ^b"),
    ("- one\n    - two ^b\n- three", "- two ^b"),
    ("- one\n\n  two ^b\n- three", "- one\n\n  two ^b"),
    ("- a ^b\n  - c\n    - d\n\n  e\n- f", "- a ^b\n  - c\n    - d\n\n  e"),
    ("- x\n\t- a ^b\n\t\t- c\n\t- d", "- a ^b\n\t- c"),
    ("1. a ^b\n  - c\n2. d", "1. a ^b"), ("- [ ] a ^b\n  - [x] c\n\ntext", "- [ ] a ^b\n  - [x] c"),
    ("a ^b\n\n  - c", "a ^b"),
    ("text\n- one\n- two\n\n^b", "- one\n- two"),
    ("- a\n\n  b\n- c\n    - d\n\n^b\n", "- a\n\n  b\n- c\n    - d"),
    ("a\n\n```\nx\n\ny\n```\n\n^b", "```\nx\n\ny\n```"),
    ("a\n```\nx\n```\n^b", "```\nx\n```"),
    ("a\n\n    x\n\n    y\n\n^b", "    x\n\n    y"),
    ("a\n| h |\n| - |\n| c |\n\n^b", "| h |\n| - |\n| c |"),
    ("a\n| h |\n| - |\n| c |\n^b", "| h |\n| - |\n| c |"),
    ("| h |\n| - |\n| c ^b", "| c ^b"),
    ("a\n> [!note] Title\n> x\n>\n> y ^b\n\nb", "> [!note] Title\n> x\n>\n> y ^b"),
    ("a\n\n> x\n>\n> y\n\n^b", "> x\n>\n> y"),
    ("> x\n\n> y\n\n^b", "> y"),
    ("<div>\nx\n</div>\n\n^b", "<div>\nx\n</div>"),
    ("$$\nx\n\ny\n$$\n\n^b", "$$\nx\n\ny\n$$"),
    ("- one\n  ```\n  x\n  ```\n\n  ^b", "```\nx\n```"),
    ("- one\n\n      x\n\n  ^b", "    x"),
    ("^b", "^b"), ("- ^b", "- ^b"),
  ]

  @Test(
    "An id names its paragraph or item, or the block above it (vaults 14)", arguments: blockParts)
  func block(note: String, wanted: String) {
    let found = EmbeddedPart.bytes(of: "^b", in: Array(note.utf8))
    #expect(String(decoding: found ?? Array("none".utf8), as: UTF8.self) == wanted)
  }

  private static let editableParts: [(part: String, note: String, wanted: String?)] = [
    ("^id", "a\n\n- one\n- two ^id\n\nb", "- two"),
    ("^ID", "one\ntwo  ^id  \n\nb", "one\ntwo"),
    ("^id", "| a |\n| - |\n\n^id\n", "| a |\n| - |"),
    ("^id", "text ^id", "text"),
    ("B", "# A\nx\n## B\n\ny\n\n### C\nz\n\n\n## D\n", "y\n\n### C\nz"),
    ("B", "B\n===\n\ny\n", "y"),
    ("B", "# B\r\n\r\n  y\r\n", "  y"),
    ("B", "# B\n", nil), ("B", "# B", nil), ("B", "# B\n\n \n# C\n", nil),
    ("none", "# B\ny", nil), ("^none", "y ^id", nil), ("", "y", nil),
  ]

  @Test(
    "The editable text of a part excludes its heading, its id and the empty lines around it",
    arguments: editableParts)
  func editable(part: String, note: String, wanted: String?) {
    let bytes = Array(note.utf8)
    let found = EmbeddedPart.editable(part, in: bytes)
    #expect(found.map { String(decoding: bytes[$0], as: UTF8.self) } == wanted)
  }

  @Test("The part in an embed's name comes after its hash")
  func partOfName() {
    #expect(EmbedNames.part(of: "Note#^id") == "^id")
    #expect(EmbedNames.part(of: "Note#One#Two") == "One#Two")
    #expect(EmbedNames.part(of: "Note") == nil && EmbedNames.part(of: "Note#") == nil)
  }

  @Test("Checkboxes know their byte, links their targets, and units their lines")
  func places() throws {
    let text = "---\na: b\n---\n> - [ ] one [[T#P|w]]\n\n<https://x.y>\n"
    let note = RenderedNote(Array(text.utf8))
    let place = note.index(ofLine: 3)
    #expect(note.line(of: place) == 3)
    let byte = try #require(note.taskByte(of: place))
    #expect(Array(text.utf8)[byte - 1...byte + 1] == Array("[ ]".utf8)[...])
    #expect(note.unit(at: place).links == [RenderedLink(.wiki, "T#P")])
    let next = try #require(note.index(after: place))
    #expect(note.unit(at: next).links == [RenderedLink(.markdown, "https://x.y")])
    #expect(note.line(of: next) == 5)
    #expect(note.index(before: next) == place && next == note.last)
  }
}
