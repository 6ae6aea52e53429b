import Archives
import Bytes
import Entities
import Services
import TestSupport
import Testing

@testable import Exporting

@Suite("The look of pages, books and papers")
struct PageLooksTests {
  private let vault = GivenVault()

  @Test("The facts about a note are below its title, and a web address is a link")
  func facts() async throws {
    let head = "---\ntags: [sea]\nurl: https://e.org/a?b&c\nseen: javascript:alert(1)\n---\n"
    vault.folder.write("Own.md", head + "# Own *title*\n\nwords\n")
    vault.folder.write("Named.md", head + "words\n")
    vault.folder.write("Late.md", "---\nrank: 3\n---\nbefore\n\n# Late\n")
    let files = try await vault.site()
    for (name, title) in [
      ("Own", "<h1 id=\"own-title\">Own <em>title</em></h1>"), ("Named", "<h1>Named</h1>"),
    ] {
      let page = try #require(files["notes/\(name).html"])
      let parts = [
        title, "<p class=\"tags\">",
        "<dt>url</dt><dd><a href=\"https://e.org/a?b&amp;c\">https://e.org/a?b&amp;c</a></dd>",
        "<dt>seen</dt><dd>javascript:alert(1)</dd>", "<article>\n<p>words</p>",
      ]
      let starts = parts.map { page.firstRange(of: $0)?.lowerBound }
      #expect(!starts.contains(nil), "\(name)")
      #expect(starts.compactMap(\.self).sorted() == starts.compactMap(\.self), "\(name)")
    }
    let late = try #require(files["notes/Late.html"])
    #expect(late.contains("<dd>3</dd>\n</dl>"))
    #expect(late.contains("<p>before</p>\n<h1 id=\"late\">Late</h1>"))
  }

  @Test("The front page has the vault's name")
  func front() async throws {
    vault.folder.write("A.md", "a\n")
    let plan = try await vault.exports().plan(
      ExportRequest(.html, to: NotePath(vault.out.path("x")))
    ) { _ in true }
    let name = NotePath(vault.folder.path).name.text
    #expect(plan.vault == name)
    let front = try #require(try await vault.site()["index.html"])
    #expect(front.contains("<title>\(name)</title>") && front.contains("<h1>\(name)</h1>"))
  }

  @Test("A task states its signs in words, within the label of its checkbox")
  func tasks() async throws {
    vault.folder.write(
      "A.md",
      """
      - [ ] call *Ada* [[A]] #x ⏫ 🔁 every week 📅 2026-03-02
      - [x] b ✅ 2026-03-03 ^id
        - [ ] plain

      """)
    let page = try #require(try await vault.site()["notes/A.html"])
    let box = "<li class=\"task\"><label><input type=\"checkbox\" disabled=\"disabled\""
    #expect(
      page.contains(
        "\(box) /> call <em>Ada</em> <a href=\"../notes/A.html\">A</a> <a href=\"../tags/x.html\">#x</a> "
          + "<small class=\"task-facts\">due <time>2026-03-02</time>, every week, high priority</small></label></li>"
      ))
    #expect(
      page.contains(
        "\(box) checked=\"checked\" /> b ✅ 2026-03-03<a id=\"block.id\"></a></label>\n<ul>"))
    #expect(page.contains("\(box) /> plain</label></li>"))
  }

  static let formulas: [(String, String)] = [
    (
      "a^2 + b_{12} = c",
      "<msup><mi>a</mi><mn>2</mn></msup><mo>+</mo><msub><mi>b</mi><mrow><mn>12</mn></mrow></msub><mo>=</mo><mi>c</mi>"
    ),
    (
      "\\frac{1}{\\sqrt[3]{x}}",
      "<mfrac><mrow><mn>1</mn></mrow><mrow><mroot><mrow><mi>x</mi></mrow><mrow><mn>3</mn></mrow></mroot></mrow></mfrac>"
    ),
    (
      "\\sum_{i=1}^n i",
      "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>"
    ),
    (
      "\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}",
      "<mo>(</mo><mtable><mtr><mtd><mrow><mi>a</mi></mrow></mtd>"
    ),
    (
      "\\left( \\text{a < b} \\right)",
      "<mrow><mo>(</mo><mrow><mtext>a &lt; b</mtext></mrow><mo>)</mo></mrow>"
    ),
    (
      "a &= b \\\\\n&= c",
      "<mtable><mtr><mtd><mrow><mi>a</mi></mrow></mtd><mtd><mrow><mo>=</mo><mi>b</mi></mrow></mtd></mtr>"
    ),
  ]

  @Test(
    "A display formula is drawn by the browser, over any number of lines", arguments: formulas)
  func formula(written: String, part: String) async throws {
    vault.folder.write("A.md", "x\n\n$$\(written)$$\n\n> $$\n> y\n> $$\n")
    let page = try #require(try await vault.site()["notes/A.html"])
    #expect(page.contains("<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">"))
    #expect(page.contains(part), "\(page)")
    #expect(page.contains("display=\"block\"><mrow><mi>y</mi></mrow></math></p>"))
  }

  static let unknown = [
    "\\unknown{x}", "a^", "{a", "a}", "\\begin{odd}x\\end{odd}", "\\begin{matrix}x", "\\left( a",
    "", "  ", "a ^ ^ b", "#", String(repeating: "{", count: 4000),
    String(repeating: "\\left", count: 600), String(repeating: "\\sqrt", count: 800),
    String(repeating: "\\frac", count: 800), String(repeating: "a_", count: 2000),
    String(repeating: "x", count: 5000),
  ]

  @Test("Unknown parts of a formula stay as written", arguments: unknown)
  func unknownFormula(written: String) async throws {
    vault.folder.write("A.md", "before $$\(written)$$ behind\n")
    let page = try #require(try await vault.site()["notes/A.html"])
    #expect(!page.contains("<math"))
    #expect(
      HtmlText.plain(page).contains(
        written.isEmpty ? "$$$$" : written.split(separator: " ").joined(separator: " ").prefix(3)))
  }

  private func writeFolders() {
    vault.folder.write("a/b/Deep.md", "---\nauthor: \"[[Ada Lovelace]]\"\n---\n$$x$$\n")
    vault.folder.write("a/Tea.md", "---\nauthors: [Ada Lovelace, \"B & C\"]\n---\ntea\n")
    vault.folder.write("Plan.md", "plan\n")
  }

  @Test("A book names its authors, and its table of contents has folders")
  func book() async throws {
    writeFolders()
    try await vault.export(.epub, to: "a.epub")
    let source = try SourceTree([Array(vault.out.path("a.epub").utf8)])
    func text(_ path: String) throws -> String {
      String(decoding: try source.read(try #require(source[path]), atMost: 1 << 20), as: UTF8.self)
    }
    let package = try text("book/content.opf")
    #expect(
      package.contains(
        "<dc:creator>Ada Lovelace</dc:creator>\n<dc:creator>B &amp; C</dc:creator>\n"))
    #expect(package.components(of: "<dc:creator>") == 2)
    #expect(package.contains("properties=\"mathml\"") && package.components(of: "mathml") == 1)
    #expect(
      try text("book/nav.xhtml").contains(
        "<li><span>a</span>\n<ol>\n<li><a href=\"n2.xhtml\">Tea</a></li>\n<li><span>b</span>\n<ol>\n"
          + "<li><a href=\"n3.xhtml\">Deep</a></li>\n</ol>\n</li>\n</ol>\n</li>\n"))
    let old = try text("book/toc.ncx")
    #expect(old.components(of: "<navPoint ") == 5 && old.components(of: "</navPoint>") == 5)
  }

  @Test("Paper has a title page, and a table of contents with folders and page numbers")
  func paper() async throws {
    writeFolders()
    try await vault.export(.html, to: "Book.html") { $0.isSingle = true }
    let page = try #require(vault.out.text("Book.html"))
    for part in [
      "<header class=\"cover\">\n<h1>Book</h1>\n<p>3 notes, ",
      "@bottom-center { content: counter(page)",
      "target-counter(attr(href), page)",
      "<li>a\n<ul>\n<li><a href=\"#n2\">Tea</a></li>\n<li>b\n<ul>\n<li><a href=\"#n3\">Deep</a></li>\n</ul>\n</li>\n</ul>\n</li>\n",
    ] { #expect(page.contains(part), "\(part)") }
    vault.out.remove("Book.html")
    try await vault.export(.html, to: "One.html") {
      $0.isSingle = true
      $0.notes = [NoteID(NotePath("Plan.md"))]
    }
    #expect(vault.out.text("One.html")?.contains("class=\"cover\"") == false)
  }
}

extension String {
  /// How often the page has these words.
  fileprivate func components(of words: String) -> Int {
    split(separator: words, omittingEmptySubsequences: false).count - 1
  }
}
