import Entities
import Testing

@testable import Markdown

@Suite("Dataview's expressions and fields in a line")
struct InlineQueriesTests {
  private func shown(_ text: String, _ answers: [QueryBlock: Embeds.Answer] = [:]) -> [String] {
    RenderedNote(Array(text.utf8), embeds: Embeds(answers: page(answers))).parts.flatMap(\.units)
      .flatMap { $0.rows(width: 60) }
      .map { String($0.text.reversed().drop { $0 == " " }.reversed()) }
  }

  private func answer(_ text: String, showsSource: Bool = false) -> Embeds.Answer {
    Embeds.Answer(BlockAnswer([AnswerRow([.markdown(text)])], showsSource: showsSource))
  }

  @Test(
    "Code that begins with = is a query where code is allowed",
    arguments: [
      ("a `= this.x` b `=2`", ["this.x", "2"]), ("`` = `a` ``", ["`a`"]), ("# T `= a`", ["a"]),
      ("> - `= a`", ["a"]), ("| `= [[a\\|b]]` |\n|---|\n| `= c` |", ["[[a|b]]", "c"]),
      ("```\n`= a`\n```", []), ("    `= a`", []), ("\\`= a`", []), ("`= a", []), ("`=`", []),
      ("`` `= a` ``", []), ("`$= a`", []), ("---\nx: `= a`\n---\n", []), ("``` `= a`", ["a"]),
      ("`one\ntwo` `= a`", ["a"]), ("> `= a\n> b`", ["a b"]), ("`\n= a`", ["a"]),
      ("%%`= a`%% [[b|`= c`]]", []), ("<!-- `= a` -->", []), ("<p>\n`= a`\n</p>", []),
      ("`= a` `= b` `= a`", ["a", "b"]),
    ])
  func finds(_ note: String, _ texts: [String]) {
    #expect(QueryBlock.all(in: Array(note.utf8)).map(\.text) == texts)
  }

  @Test(
    "Where Dataview has another prefix, that prefix marks queries and = is code",
    arguments: [
      ("`dv: this.x` `= a`", ["this.x"]), ("` dv:2`", ["2"]), ("`dv`", []), ("`dv:`", []),
      ("a `d` `dv:dv:`", ["dv:"]),
    ])
  func ownSign(_ note: String, _ texts: [String]) {
    let (bytes, sign) = (Array(note.utf8), Array("dv:".utf8))
    #expect(QueryBlock.all(in: bytes, inlineSign: sign).map(\.text) == texts)
    let answers = Dictionary(
      uniqueKeysWithValues: texts.map { (QueryBlock(.inline, $0), answer("!")) })
    let embeds = Embeds(answers: page(answers), inlineSign: sign)
    let html = NotePage.html(
      of: bytes, embeds: embeds, PageContext(target: PageTarget.asWritten))
    #expect(String(decoding: html, as: UTF8.self).contains("!") == !texts.isEmpty)
    let rows = RenderedNote(bytes, embeds: embeds).parts.flatMap(\.units)
      .flatMap { $0.rows(width: 60) }.map(\.text).joined()
    #expect(rows.contains("!") == !texts.isEmpty)
  }

  @Test("An answer replaces its query, with its links, and a mistake appears next to the query")
  func answers() {
    let answers = [
      QueryBlock(.inline, "this.x"): answer("**5** [a](b.md)"),
      QueryBlock(.inline, "no"): answer("⚠ what", showsSource: true),
    ]
    #expect(shown("is `= this.x` [c](d.md) `= no`", answers) == ["is 5 a c = no ⚠ what"])
    let unit = RenderedNote(
      Array("is `= this.x` [c](d.md)".utf8), embeds: Embeds(answers: page(answers))
    ).parts[0].units[0]
    #expect(unit.links.map(\.target) == ["b.md", "d.md"])
    #expect(shown("- [ ] `= this.x`", answers) == ["☐ 5 a"])
    #expect(shown("| `= this.x` |\n|---|\n", answers)[0] == "5 a")
    #expect(shown("`= unknown` `$= dv`") == ["= unknown $= dv (JavaScript, not run)"])
  }

  @Test("Queries in HTML are answered too, but not within code")
  func html() {
    let answers = [
      QueryBlock(.inline, "x"): answer("[a](b.md)"),
      QueryBlock(.inline, "f"): answer("``` x"),
      QueryBlock(.inline, "e"): answer("⚠", showsSource: true),
    ]
    func html(_ text: String) -> String {
      String(
        decoding: NotePage.html(
          of: Array(text.utf8), embeds: Embeds(answers: page(answers)),
          PageContext(target: PageTarget.asWritten)), as: UTF8.self)
    }
    #expect(
      html("is `= x`\n\n    `= x`\n")
        == "<p>is <a href=\"b.md\">a</a></p>\n<pre><code>`= x`\n</code></pre>\n")
    #expect(html("`= f`\n\nend\n").hasSuffix("<p>end</p>\n") == true)
    #expect(html("# [`= x`](c)\n") == "<h1><a href=\"c\">a</a></h1>\n")
    #expect(html("![`= x`](c)\n") == "<p><img src=\"c\" alt=\"a\" /></p>\n")
    #expect(html("`= e`\n") == "<p><code>= e</code> ⚠</p>\n")
  }

  @Test(
    "A field shows as its name and value, and a field in round brackets as its value",
    arguments: [
      ("a [mood:: *calm*] b", ["a mood: calm b"]), ("a (mood:: calm) b", ["a calm b"]),
      ("**Key**:: v", ["Key: v"]), ("one\nk:: v\ntwo", ["one", "k: v", "two"]),
      ("`[a:: 1]`", ["[a:: 1]"]),
      ("- [ ] do [due:: 3]", ["☐ do due: 3"]), ("# a:: b", ["a:: b", "═════"]),
      ("std::x and C++", ["std::x and C++"]),
      ("| [a:: 1] |\n|---|\n", ["a: 1", "────"]), ("k:: [[N|w]]", ["k: w"]), ("k::", ["k:"]),
    ])
  func fields(_ text: String, _ rows: [String]) {
    #expect(shown(text) == rows)
  }

  @Test("A field's link leads to its target, and later lines retain their links")
  func places() {
    let note = RenderedNote(Array("one\n\\\n[k:: [a](b.md)] x\nthree [c](d.md)".utf8))
    let unit = note.parts[0].units[0]
    #expect(unit.links.map(\.target) == ["b.md", "d.md"])
    guard case .text(let text) = unit.content else { return #expect(Bool(false)) }
    #expect(text.lines.map(\.line).last == 3)
    let linked = text.spans.filter { $0.link == 0 }.map(\.start)
    #expect(
      linked.count == 1
        && String(decoding: text.bytes[linked[0]...].prefix(1), as: UTF8.self) == "a")
  }
}
