import Testing

@testable import Markdown

@Suite("A note's tree: one reading for previews, pages, Org and outlines")
struct NoteTreeTests {
  private let context = PageContext(target: PageTarget.asWritten)

  private func html(_ note: String) -> String {
    String(decoding: NotePage.html(of: Array(note.utf8), context), as: UTF8.self)
  }

  private func org(_ note: String) -> String {
    String(decoding: OrgNote(of: Array(note.utf8), context).bytes, as: UTF8.self)
  }

  @Test(
    "An address ends before a footnote, and may contain what would be a formula elsewhere",
    arguments: [
      ("x https://a.b/c[^n]\n\n[^n]: y", "https://a.b/c"),
      ("[x](https://a.b/$c$d)", "https://a.b/$c$d"),
    ])
  func addresses(note: String, address: String) {
    let links = RenderedNote(Array(note.utf8)).parts.flatMap(\.units).flatMap(\.links)
    #expect(links.filter { $0.kind == .markdown }.map(\.target) == [address])
    #expect(html(note).contains("<a href=\"\(address)\">"))
    #expect(org(note).contains("[[\(address)]["))
  }

  @Test(
    "A tag may begin where emphasis begins",
    arguments: [
      ("(*#t*)", "<p>(<em><span class=\"tag\">#t</span></em>)</p>\n"),
      ("a`c`#t", "<p>a<code>c</code>#t</p>\n"),
      ("~~#t~~", "<p><del><span class=\"tag\">#t</span></del></p>\n"),
    ])
  func tags(note: String, page: String) {
    #expect(html(note) == page)
  }

  @Test("A formula of several lines is one formula, within emphasis and in a callout's title")
  func formulas() {
    #expect(org("*a $$x\ny$$ b*") == "/a \\[x y\\] b/\n")
    #expect(html("- [ ] $$x\ny$$").contains("y"))
    #expect(org("> [!tip] $$x\n> y$$\n> b") == "#+begin_tip\n*\\[x y\\]*\n\nb\n#+end_tip\n")
  }

  @Test("Interrupted lines of a formula stay as written")
  func partedFormula() {
    #expect(
      html("https://a.b/$$\n[w](x)\ny$$")
        == "<p><a href=\"https://a.b/$$\">https://a.b/<code>$$</code></a><br />\n"
        + "<code>[w](x)</code><br />\n<code>y$$</code></p>\n")
  }

  private static let deep = [
    String(repeating: "*a **b ", count: 1_000) + "end" + String(repeating: "** *", count: 1_000),
    String(repeating: "[", count: 2_000) + "end" + String(repeating: "](x)", count: 2_000),
    String(repeating: "> - ", count: 1_000) + "end",
    (0..<200).map { String(repeating: "  ", count: $0) + "- a\n" }.joined() + "\nend",
  ]

  @Test("Spans and containers may be nested a thousand deep", arguments: deep.indices)
  func nested(number: Int) {
    let note = Array(Self.deep[number].utf8)
    let outline = NoteOutline(of: note, beginsWithTitle: false, context)
    let texts = [
      rows(of: RenderedNote(note), width: 80).map(\.text).joined(), html(Self.deep[number]),
      org(Self.deep[number]), outline.items.map { $0.words + $0.text }.joined(),
    ]
    #expect(texts.map { $0.contains("end") } == [true, true, true, true])
  }
}
