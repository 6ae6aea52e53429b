import Entities
import TestSupport
import Testing

@testable import Markdown

/// The answers of a page without a file.
func page(_ answers: [QueryBlock: Embeds.Answer]) -> Embeds.Answers {
  Embeds.Answers(
    Dictionary(uniqueKeysWithValues: answers.map { (AskedBlock($0.key, in: nil), $0.value) }))
}

@Suite("Query blocks in a note")
struct QueryFencesTests {
  private func blocks(_ note: String) -> [String] {
    QueryBlock.all(in: Array(note.utf8)).map(\.text)
  }

  private func answer(_ text: String, showsSource: Bool = false) -> Embeds.Answer {
    Embeds.Answer(BlockAnswer([AnswerRow([.markdown(text)])], showsSource: showsSource))
  }

  private static let origin = RowOrigin(note: NoteID("a.md"), line: 7, address: "a.md")

  private func shown(_ note: RenderedNote) -> [String] {
    note.parts.flatMap(\.units).flatMap { $0.rows(width: 60) }.map {
      String($0.text.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static let notes: [(String, [String])] = [
    ("```query\na b \n\n```\n", ["a b"]), ("~~~~ Query more\na\n```\n~~~~", ["a\n```"]),
    ("  ```query\n  a\n     b\n  ```\n", ["a\n   b"]), ("> ```query\n> a\n> ```\n", ["a"]),
    ("- x\n\n  ```query\n  a\n  ```\n- ```query\n  b\n  ```\n", ["a", "b"]),
    ("```query\r\na\r\nb\r\n```\r\n", ["a\nb"]), ("```query\nnever closed", ["never closed"]),
    ("> ```query\n> a\nb\n", ["a"]), ("````\n```query\na\n```\n````\n", []),
    ("---\nx: ```query\n---\n```query\na\n```\n", ["a"]), ("```queries\na\n```\n", []),
    ("    ```query\n    a\n    ```\n", []), ("text\n```query\na\n```\ntext\n", ["a"]),
    ("```query\na\u{0}\u{1}\u{2}\u{1B}\r\r\nb\n```\n", ["a\u{FFFD}^A^B\u{1B}^M\nb"]),
    ("```query\n```\n", [""]), ("%%\n```query\na\n```\n%%\n", []),
    ("1. > ```query\n   > a\n\n   b\n", ["a"]), ("<p>\n```query\na\n```\n", []),
  ]

  @Test("Each block is found with its text", arguments: notes)
  func finds(_ note: String, _ texts: [String]) {
    #expect(blocks(note) == texts)
  }

  @Test("Each found block is shown by its answer, in any container", arguments: notes)
  func shows(_ note: String, _ texts: [String]) {
    let answers = Dictionary(
      uniqueKeysWithValues: texts.map { (QueryBlock(.query, $0), answer("ANSWER")) })
    let bytes = Array(note.utf8)
    let rows = shown(RenderedNote(bytes, embeds: Embeds(answers: page(answers))))
    #expect(rows.count { $0.contains("ANSWER") } == texts.count)
    let html = NotePage.html(
      of: bytes, embeds: Embeds(answers: page(answers)), PageContext(target: PageTarget.asWritten))
    #expect(String(decoding: html, as: UTF8.self).ranges(of: "ANSWER").count == texts.count)
  }

  @Test("Each query of the tree is found in the text, whatever surrounds it")
  func everyQuery() {
    var random = SeededRandom(seed: Thorough.seed)
    let pieces = [
      "`= a`", "`= a`", "`", "``", "= a", "\\", "\n", "\n", "\n\n", "> ", "- ", "1. ", "| ",
      "|---|\n",
      "%%", "x", " ", "\n```query\nb\n", "```\n", "~~~", "[[", "]]", "    ", "<p>", "[^1]",
      "[^1]: ", "*",
      "==", "# ", "$",
    ]
    let known = [QueryBlock(.inline, "a"), QueryBlock(.query, "b")]
    let answers = page(Dictionary(uniqueKeysWithValues: known.map { ($0, answer("Z")) }))
    for _ in 0..<(Thorough.isAsked ? 100_000 : 4_000) {
      let note = (0..<Int.random(in: 1..<24, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let asked = PartText.all(of: Array(note.utf8)).flatMap { $0.text.tree?.queries ?? [] }
      let text = AnsweredText.text(of: Array(note.utf8), Embeds(answers: answers))
      let count = text.count { $0 == UInt8(ascii: "Z") }
      guard count != asked.count(where: known.contains) else { continue }
      Issue.record("\(asked.map(\.text)) in \(note.debugDescription)")
    }
  }

  @Test("An answer replaces its block, within its bars, and its rows know their sources")
  func replaces() throws {
    let note = "# A\n\n```query\nb\n```\n\nend\n"
    let rows = [
      AnswerRow([.link("x", to: "x.md")], .item(depth: 0)),
      AnswerRow([.link("7", to: "a.md"), .text(" seven")], .item(depth: 1), origin: Self.origin),
      AnswerRow([.text("y")], .item(depth: 0)),
    ]
    let answers = [QueryBlock(.query, "b"): Embeds.Answer(BlockAnswer(rows))]
    let rendered = RenderedNote(Array(note.utf8), embeds: Embeds(answers: page(answers)))
    #expect(
      shown(rendered) == ["A", "═", "", "┆ • x", "┆   ◦ 7 seven", "┆ • y", "", "end"])
    let units = rendered.parts.flatMap(\.units)
    #expect(units.map(\.origin?.line) == [nil, nil, 7, nil, nil])
    #expect(units.map(\.line) == [0, 2, 2, 2, 6])
  }

  @Test("A block that cannot be answered stays as written, with the reason below")
  func keepsSource() {
    let note = "```query\nb (\n```\n\nend\n"
    let answers = [QueryBlock(.query, "b ("): answer("⚠ why", showsSource: true)]
    let rendered = RenderedNote(Array(note.utf8), embeds: Embeds(answers: page(answers)))
    #expect(shown(rendered) == ["▎ query", "▎ b (", "┆ ⚠ why", "", "end"])
    let html = NotePage.html(
      of: Array(note.utf8), embeds: Embeds(answers: page(answers)),
      PageContext(target: PageTarget.asWritten))
    #expect(
      String(decoding: html, as: UTF8.self)
        == "<pre><code class=\"language-query\">b (\n</code></pre>\n<div class=\"query\">\n<p>⚠ why</p>\n</div>\n<p>end</p>\n"
    )
  }

  @Test("A checkbox in an answer has no byte in the note")
  func boxes() {
    let row = AnswerRow([.text("done")], .item(depth: 0, box: "x"), origin: Self.origin)
    let answers = [QueryBlock(.query, "b"): Embeds.Answer(BlockAnswer([row]))]
    let rendered = RenderedNote(
      Array("```query\nb\n```\n".utf8), embeds: Embeds(answers: page(answers)))
    let unit = rendered.unit(at: rendered.first)
    #expect(unit.task == RenderedTask(byte: nil, isDone: true))
    #expect(unit.origin?.note == NoteID("a.md"))
  }

  @Test("Answers are inserted into a note that is read once, and its positions stay the same")
  func putsIn() {
    let text =
      "`= x` [a](a.md)\n\n| `= y` | n |\n|---|---|\n| 1 | 2 |\n\n> ```query\n> b\n> ```\n\nend\n"
    let note = RenderedNote(Array(text.utf8))
    #expect(
      shown(note) == [
        "= x a", "", "= y │ n", "────┼──", "1   │ 2", "", "│ ▎ query", "│ ▎ b", "", "end",
      ])
    let known = [
      AskedBlock(QueryBlock(.inline, "x"), in: nil): answer("[c](c.md) *d*"),
      AskedBlock(QueryBlock(.inline, "y"), in: nil): answer("longer"),
      AskedBlock(QueryBlock(.query, "b"), in: nil): Embeds.Answer(
        BlockAnswer([AnswerRow([.text("one")]), AnswerRow([.text("two")], isApart: true)])),
    ]
    let answered = note.answered(known)
    #expect(
      shown(answered) == [
        "c d a", "", "longer │ n", "───────┼──", "1      │ 2", "", "│ ┆ one", "│ ┆", "│ ┆ two", "",
        "end",
      ])
    #expect(answered.unit(at: answered.first).links.map(\.target) == ["c.md", "a.md"])
    #expect(shown(answered.answered([:])) == shown(note))
    #expect(answered.index(like: note.last, of: note) == answered.last)
    #expect(note.index(like: answered.last, of: answered) == note.last)
    let second = UnitIndex(part: 0, unit: 4)
    #expect(answered.unit(at: second).words == "two")
    #expect(answered.index(like: second, of: answered) == second)
  }
}
