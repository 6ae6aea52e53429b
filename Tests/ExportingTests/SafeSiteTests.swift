import Entities
import Services
import TestSupport
import Testing

@testable import Exporting

@Suite("A site runs nothing, shows harmless HTML, and hides private notes")
struct SafeSiteTests {
  private let vault = GivenVault()

  @Test("A file that could run is exported under a harmless name, and its link downloads it")
  func files() async throws {
    let script = "<script>alert(1)</script>"
    let names = [
      "evil.html", "evil.xhtml", "evil.js", "evil.mht", "evil.xml", "evil.php", "evil.html.png",
      "evil",
    ]
    for name in names { vault.folder.write(name, script) }
    vault.folder.write("d.svg", "<svg xmlns='http://www.w3.org/2000/svg'>\(script)</svg>")
    vault.folder.write("paper.pdf", "pdf")
    let links = names.map { "[l](<\($0)>)" }.joined(separator: " ")
    vault.folder.write("Plan.md", "\(links) [d](d.svg) ![[d.svg|90]] [p](paper.pdf)\n")
    let files = try await vault.site()
    let page = try #require(files["notes/Plan.html"])
    #expect(page.contains("<a href=\"../files/evil_html.txt\" download=\"evil.html\">l</a>"))
    #expect(page.contains("<a href=\"../files/d_svg.txt\" download=\"d.svg\">d</a>"))
    #expect(page.contains("<img src=\"data:image/svg+xml;base64,"))
    #expect(page.contains("<a href=\"../files/paper.pdf\">p</a>"))
    let out = files.keys.filter { $0.hasPrefix("files/") }.sorted()
    #expect(
      out == [
        "files/d_svg.txt", "files/evil.html_png.txt", "files/evil.txt", "files/evil_html.txt",
        "files/evil_js.txt", "files/evil_mht.txt", "files/evil_php.txt", "files/evil_xhtml.txt",
        "files/evil_xml.txt", "files/paper.pdf",
      ])
    #expect(followedLinks(in: files) > 10)
  }

  private static let shown: [(String, String)] = [
    ("<u>a *b*</u>", "<u>a <em>b</em></u>"),
    ("H<sub>2</sub>O <kbd>C</kbd>", "H<sub>2</sub>O <kbd>C</kbd>"),
    // Elements are nested properly, whatever the note says.
    ("*a <u>b* c</u>", "</code>b</em> c<code class=\"html\">&lt;/u&gt;</code>"),
    ("<u>open", "<code class=\"html\">&lt;u&gt;</code>open"),
    ("*<u>a<u>b</u>*", "<u>a<u>b</u></u></em>"),
    ("<mark onclick=\"x()\">a</mark>", "<code class=\"html\">&lt;mark onclick"),
    (
      "<details>\n<summary>More</summary>\n\n- *in*\n\n</details>\n\nafter",
      "<details>\n<summary>More</summary>\n<ul>\n<li><em>in</em></li>\n</ul>\n</details>"
    ),
    (
      "<table>\n<tr><td colspan=\"2\"><ul><li>a &amp; b</li></ul></td></tr>\n</table>",
      "<tr><td colspan=\"2\"><ul><li>a &amp; b</li></ul></td></tr>"
    ),
    ("<details>\n<summary>open</summary>\n\ntext", "</details>"),
    ("<table>\n<tr><td><a href=\"javascript:x\">a</a></td></tr>\n</table>", "<td>a</td>"),
    ("<div onclick=\"x()\">\na\n</div>", "<pre class=\"html\">&lt;div onclick"),
    ("<table>\n<tr><script>a</script></tr>\n</table>", "<pre class=\"html\">&lt;table"),
    ("<li>\na\n</li>", "<pre class=\"html\">&lt;li"),
  ]

  @Test("Harmless elements are on the page, and all others are text", arguments: shown)
  func html(text: String, part: String) async throws {
    vault.folder.write("Plan.md", text + "\n")
    let page = try #require(try await vault.site()["notes/Plan.html"])
    #expect(page.contains(part), "\(page)")
    for name in ["u", "details", "summary", "table", "td", "ul", "li"] {
      let begins =
        page.split(separator: "<\(name)>", omittingEmptySubsequences: false).count
        + page.split(separator: "<\(name) ", omittingEmptySubsequences: false).count - 1
      let ends = page.split(separator: "</\(name)>", omittingEmptySubsequences: false).count
      #expect(begins == ends, "\(name) in \(page)")
    }
  }

  private static let words = [
    "publish: false", "publish: 0", "publish: no", "private: true", "private: yes", "draft: true",
    "Private: \"true\"",
  ]

  @Test("Each privacy word makes a note private", arguments: words)
  func privateWords(word: String) async throws {
    vault.folder.write("Secret.md", "---\n\(word)\n---\nxyzzy\n")
    vault.folder.write("Plan.md", "---\nprivate: false\ndraft: no\n---\nwords\n")
    let (plan, _) = try await vault.export(.json, to: "a.json")
    #expect(plan.notes.map(\.path) == [NotePath("Plan.md")])
    #expect(plan.leftOut.map(\.of) == [NotePath("Secret.md")])
    #expect(vault.out.text("a.json")?.contains("xyzzy") == false)
  }

  @Test("Canvases that show a private note and pictures only in private notes are not exported")
  func canvases() async throws {
    vault.folder.write("Secret.md", "---\npublish: false\n---\n![[s.png]] ![p](t.png)\n")
    vault.folder.write("Plan.md", "![[c.canvas]] [[o.canvas]]\n")
    for name in ["s.png", "t.png", "q.png"] { vault.folder.write(name, "picture \(name)") }
    vault.folder.write("c.canvas", #"{"nodes":[{"type":"file","file":"Secret.md"}]}"#)
    vault.folder.write("o.canvas", #"{"nodes":[{"type":"file","file":"Plan.md"}]}"#)
    vault.folder.write("broken.canvas", "Secret.md")
    let (plan, _) = try await vault.export(.html, to: "site") { $0.attachments = .all }
    #expect(plan.files.map(\.path.text) == ["o.canvas", "q.png"])
    #expect(plan.leftOut.map(\.of.text) == ["Secret.md", "broken.canvas", "c.canvas"])
    for (path, text) in vault.files(in: "site") {
      #expect(!path.contains("Secret") && !path.contains("s.png"))
      #expect(!text.contains("Secret"), "\(path)")
    }
  }

  @Test(
    "An unfinished export is accessible only to its owner, and a finished one like other new files")
  func modes() throws {
    let place = NotePath(vault.out.path("site"))
    let folder = try NewFolder(beside: place, for: .html)
    #expect(vault.out.mode(folder.path.name.text) == 0o700)
    let file = try ExportFile(NotePath(vault.out.path("a.json")))
    let name = try #require(vault.out.names().first { vault.out.read($0) != nil })
    #expect(vault.out.mode(name) == 0o600)
    try file.write([1])
    try file.finish()
    vault.out.write("usual", "x")
    #expect(vault.out.mode("a.json") == vault.out.mode("usual"))
  }

  @Test("The search covers the full text of notes, and its data loads only for a search")
  func search() async throws {
    vault.folder.write("Plan.md", String(repeating: "words ", count: 2_000) + "xyzzy\n")
    let files = try await vault.site()
    #expect(files["search.js"]?.contains("xyzzy") == true)
    #expect(files["notes/Plan.html"]?.contains("search.js") == false)
    #expect(files["site.js"]?.contains("Nothing found.") == true)
  }
}
