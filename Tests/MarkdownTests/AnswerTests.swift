import Entities
import Testing

@testable import Markdown

@Suite("Answers of query blocks, written and shown")
struct AnswerTests {
  @Test(
    "Escaped text has no special characters and is one line",
    arguments: [
      ("plain words", "plain words"), ("*a* [b](c)", #"\*a\* \[b\]\(c\)"#),
      ("a\nb\tc", "a b c"), ("a\u{0}b\u{1B}[31m", "a\u{FFFD}b\u{FFFD}\\[31m"),
      ("%%x%% ==y== $z$", #"\%\%x\%\% \=\=y\=\= \$z\$"#), ("<b>é🎉", #"\<b\>é🎉"#),
    ])
  func escapes(_ text: String, _ escaped: String) {
    #expect(AnswerMarkdown.escaped(text) == escaped)
  }

  @Test(
    "A note's line opens nothing that continues below it",
    arguments: [
      ("call *Ann* [[B]]", "call *Ann* [[B]]"), ("100%% sure", #"100%\% sure"#),
      ("%%%%", #"%\%%\%"#), ("$$x", #"$\$x"#), (#"\%%"#, #"\%%"#), (#"end\"#, #"end\\"#),
      (#"end\\"#, #"end\\"#), ("a\nb", "a b"), ("\u{1B}x", "\u{FFFD}x"),
    ])
  func tames(_ line: String, _ tamed: String) {
    #expect(AnswerMarkdown.line(line) == tamed)
  }

  private static let rows: [(String, [AnswerRow], [String], [String])] = [
    (
      "words",
      [
        AnswerRow([.strong([.link("a*b", to: "x%20y.md")])]),
        AnswerRow([.emphasis([.markdown("1 row")])], isApart: true),
      ], ["**[a\\*b](x%20y.md)**", "", "*1 row*"], ["a*b", "", "1 row"]
    ),
    (
      "items",
      [
        AnswerRow([.markdown("**do** [[B|it]]"), .text(" 📅 *")], .item(depth: 0, box: " ")),
        AnswerRow([.markdown("# no heading")], .item(depth: 1)),
        AnswerRow([.markdown("100%% %% `open")], .item(depth: 1, box: "x")),
        AnswerRow([], .item(depth: 0)), AnswerRow([.wiki("C", to: "C")], .item(depth: 1)),
      ],
      [
        "- [ ] **do** [[B|it]] 📅 \\*", "  - # no heading", "  - [x] 100%\\% %\\% `open", "- ",
        "  - [[C]]",
      ],
      ["☐ do it 📅 *", "  ◦ # no heading", "  ☑ 100%% %% `open", "• ◦ C"]
    ),
    (
      "a table",
      [
        AnswerRow(cells: [[.text("Na|me")], [.text("n")]], .titles(areNumbers: [false, true])),
        AnswerRow(cells: [[.wiki("w", to: "a")], [.markdown("1 | 2")]]),
        AnswerRow(cells: [[.link("s", to: "https://x.org")], [.text("3")]]),
      ],
      [
        "| Na\\|me | n |", "| --- | --: |", "| [[a\\|w]] | 1 \\| 2 |",
        "| [s](<https://x.org>) | 3 |",
      ], ["Na|me │     n", "──────┼──────", "w     │ 1 | 2", "s     │     3"]
    ),
  ]

  @Test("Rows are values that each writer prints", arguments: rows)
  func writes(_ name: String, _ rows: [AnswerRow], _ markdown: [String], _ shown: [String]) {
    let answer = BlockAnswer(rows)
    #expect(AnswerMarkdown.lines(of: answer) == markdown, "\(name)")
    let units = Embeds.Answer(answer).units
    #expect(units.flatMap { $0.rows(width: 40) }.map(trimmed) == shown, "\(name)")
  }

  private func trimmed(_ row: RenderedRow) -> String {
    String(row.text.reversed().drop { $0 == " " }.reversed())
  }

  @Test("A row has the links of its runs and knows its source")
  func links() {
    let origin = RowOrigin(note: NoteID("a.md"), line: 7, address: "a.md")
    let runs: [AnswerRun] = [
      .link("a", to: "a.md"), .text(" "), .markdown("[b](b.md) #tag"), .wiki("C#d", to: "C#d"),
      .text("#t"),
    ]
    let unit = Embeds.Answer(BlockAnswer([AnswerRow(runs, origin: origin)])).units[0]
    #expect(unit.links.map(\.target) == ["a.md", "b.md", "C#d"])
    #expect(unit.words == "a b #tagC › d#t")
    #expect(unit.origin == origin)
    guard case .text(let text) = unit.content else { return #expect(Bool(false)) }
    #expect(text.spans.map(\.link) == [0, -1, 1, -1, -1, 2, -1])
    #expect(
      text.spans.map { $0.style.contains(.tag) } == [false, false, false, false, true, false, true])
  }
}
