import Testing

@testable import Markdown

@Suite("A note as HTML")
struct NotePageTests {
  private func html(_ text: String, _ embeds: Embeds = Embeds()) -> String {
    String(
      decoding: NotePage.html(
        of: Array(text.utf8), embeds: embeds, PageContext(target: PageTarget.asWritten)),
      as: UTF8.self)
  }

  /// A table of a few bytes per row, in which all cells would be filled up.
  private static func table(columns: Int, rows: Int) -> String {
    func row(_ cell: String) -> String { String(repeating: cell, count: columns) + "|\n" }
    return row("|x") + row("|-") + String(repeating: "|a\n", count: rows)
  }

  private static let long = String(repeating: "u", count: 12_000)

  /// Text that expands enormously. Each has a message in its last line.
  private static let swelling: [(name: String, text: String)] = [
    ("a table of 5,000 columns", table(columns: 5_000, rows: 5_000) + "\nend *here*\n"),
    (
      "a wide table right behind a narrow one",
      "|a|\n|-|\n# H\n" + table(columns: 3_000, rows: 5_000) + "\nend *here*\n"
    ),
    (
      "lines that end in carriage returns",
      table(columns: 3_000, rows: 3_000).replacing("\n", with: "\r") + "\rend *here*\r"
    ),
    (
      "many references to one long target",
      "[a]: \(long)\n\n"
        + String(repeating: String(repeating: "[a]", count: 8_000) + "\n\n", count: 40)
        + "end *here*\n"
    ),
    ("a table of 100 columns and many rows", table(columns: 100, rows: 200_000) + "\nend *here*\n"),
  ]

  @Test("A carriage return within a line does not end it, whatever follows")
  func carriageReturns() {
    #expect(html("a\r[[N]]\n\n> b").hasSuffix("<blockquote>\n<p>b</p>\n</blockquote>\n"))
  }

  @Test(
    "An embed alone in a paragraph is a block with its contents, in any container",
    arguments: [
      (
        "a\n\n![[B]]\n\nc\n",
        "<p>a</p>\n<div class=\"embed\">\n<h1>In B</h1>\n<p>x</p>\n</div>\n<p>c</p>\n"
      ),
      (
        "- ![[B]]\n- c\n",
        "<ul>\n<li><div class=\"embed\">\n<h1>In B</h1>\n<p>x</p>\n</div>\n</li>\n<li>c</li>\n</ul>\n"
      ),
      ("a ![[B]]\n", "<p>a B</p>\n"), ("![[B]]\nc\n", "<p>B<br />\nc</p>\n"),
      ("![[B]]\n===\n", "<h1>B</h1>\n"), ("![[C]]\n", "<p>C</p>\n"),
      ("```\n![[B]]\n```\n", "<pre><code>![[B]]\n</code></pre>\n"), ("![[]]\n", "<p>![[]]</p>\n"),
    ])
  func embeds(text: String, made: String) {
    #expect(html(text, Embeds(["B": Embeds.Text(Array("# In B\n\nx\n".utf8))])) == made)
  }

  @Test("An embed shows its own embeds and answers, and its end closes an open fence")
  func nestedEmbeds() {
    let inner = Embeds(["C": Embeds.Text(Array("deep\n".utf8))])
    let embeds = Embeds(["B": Embeds.Text(Array("![[C]]\n\n```\nopen\n".utf8), embeds: inner)])
    #expect(
      html("![[B]]\n\nend\n", embeds)
        == "<div class=\"embed\">\n<div class=\"embed\">\n<p>deep</p>\n</div>\n<pre><code>open\n</code></pre>\n</div>\n<p>end</p>\n"
    )
  }

  @Test(
    "HTML of expanding text stays within a few times the size of the text",
    arguments: swelling)
  func bounded(name: String, text: String) {
    let made = html(text)
    // `<`, `>` and quotes take up to six bytes; there are hardly any of them.
    #expect(made.utf8.count < 3 * text.utf8.count + 10_000, "\(name)")
    #expect(made.contains("end"), "\(name)")
    let cells = RenderedNote(Array(text.utf8)).parts.reduce(0) { count, part in
      count + part.units.reduce(0) { $0 + $1.rows(width: 80).count }
    }
    #expect(cells < 2 * text.utf8.count, "\(name)")
  }

  @Test("Only the excess is shown as written, and the text around it is HTML")
  func around() {
    let text =
      "# One\n\n" + String(repeating: "word\n\n", count: 3_000)
      + Self.table(columns: 5_000, rows: 10) + "\n" + String(repeating: "word\n\n", count: 3_000)
      + "## Two *last*\n"
    let made = html(text)
    #expect(made.contains("<h1>One</h1>"))
    #expect(made.contains("<h2>Two <em>last</em></h2>"))
    #expect(made.contains("<pre>") && !made.contains("<table>"))
  }

  @Test("A callout has its own class and that of its kind, so a style sheet needs no other names")
  func callouts() {
    for (name, classes) in [
      ("tip", "callout callout-tip"), ("hint", "callout callout-hint callout-tip"),
      ("CITE", "callout callout-cite callout-quote"),
      ("mine", "callout callout-mine callout-note"),
    ] {
      #expect(html("> [!\(name)] Look\n").contains("<div class=\"\(classes)\">"), "\(name)")
    }
  }

  @Test("Ordinary tables, links and footnotes follow CommonMark")
  func ordinary() {
    #expect(
      html("|a|b|\n|-|-|\n|1|2|\n").filter { $0 != "\n" }
        == "<table><thead><tr><th>a</th><th>b</th></tr></thead>"
        + "<tbody><tr><td>1</td><td>2</td></tr></tbody></table>")
    #expect(html("[a]\r\n\r\n[a]: /u\r\n") == "<p><a href=\"/u\">a</a></p>\n")
    #expect(html("a[^1]\n\n[^1]: n\n").contains("<section class=\"footnotes\""))
    #expect(html("---\nt: 1\n---\ntext\n") == "<p>text</p>\n")
  }

  @Test(
    "An address stays as written unless it would run something",
    arguments: [
      ("[a](b/c%20d.md#e)", "<a href=\"b/c%20d.md#e\">a</a>"),
      ("[a](?x:y)", "<a href=\"?x:y\">a</a>"),
      ("[a](https://e.org/)", "<a href=\"https://e.org/\">a</a>"), ("[a](javascript:b)", "a"),
      ("[a](JAVA&Tab;script:b)", "a"), ("[a](file:b)", "a"), ("[a](data:b)", "a"),
      ("[[a]] #b", "a <span class=\"tag\">#b</span>"),
      ("![a](https://e.org/p.png)", "<img src=\"https://e.org/p.png\" alt=\"a\" />"),
      ("![a](data:image/png;base64,AA)", "a"), ("[a](//e.org)", "<a href=\"//e.org\">a</a>"),
    ])
  func addresses(text: String, made: String) {
    #expect(html(text + "\n") == "<p>\(made)</p>\n")
  }

  @Test("A text that exceeds a limit does not affect the next text")
  func after() {
    let before = html("a www.x.y ~~b~~ [c](d)\n")
    _ = html(Self.swelling[4].text)
    #expect(html("a www.x.y ~~b~~ [c](d)\n") == before)
    #expect(before.contains("<del>b</del>"))
  }

  @Test("Texts read at the same time read as if alone")
  func together() async {
    let text = String(repeating: "a ~~b~~ www.x.y\n\n", count: 50)
    let alone = html(text)
    let others = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask { (0..<200).count { _ in self.html(text) != alone } }
      }
      return await group.reduce(0, +)
    }
    #expect(others == 0)
  }
}
