import Bytes
import Entities
import FileStore
import Glibc
import Services
import TestSupport
import Testing
import VaultSettings

@testable import Exporting

@Suite("A site of notes: every link has a target, and no note runs anything")
struct SiteExportTests {
  private let vault = GivenVault()

  @Test("The page shows the same text as the preview")
  func page() async throws {
    vault.folder.write(
      "Plan.md",
      """
      ---
      tags: [sea]
      rank: 3
      ---
      # Plan *one*

      A [[Tea#Hot tea|cup]] ==marked **bold**== ~~gone~~ `a<b` $x_1$ #trip/sea %%not this%%
      second line[^1] and [up](https://e.org/?a==b). ^b1

      > [!warning]- Mind
      > the step

      - [ ] open
      - [x] done
      - [/] half

      | a | b |
      |---|--:|
      | 1 | 2 |

      ![[Tea#Hot tea]]

      ![[p.png|120]] and ![words](p.png)

      ```swift
      let x = "<b>" // why
      ```

      [^1]: The note.

      """)
    vault.folder.write(
      "sub/Tea.md", "# Tea\n\n## Hot tea\n\nmilk & [[Plan#^b1|back]] [[#Hot tea]]\n")
    vault.folder.write("p.png", "picture")
    vault.folder.write("2026-03-02.md", "day\n")
    let files = try await vault.site()
    let page = try #require(files["notes/Plan.html"])
    for part in [
      "<title>Plan *one*</title>", "<h1 id=\"plan-one\">Plan <em>one</em></h1>",
      "<a href=\"../notes/sub/Tea.html#hot-tea\">cup</a>",
      "<mark>marked </mark><strong><mark>bold</mark></strong>", "<del>gone</del>",
      "<code>a&lt;b</code>", "<span class=\"math\">x₁</span>",
      "<a href=\"../tags/trip/sea.html\">#trip/sea</a>", "<a id=\"block.b1\"></a>",
      "<sup><a href=\"#fn-1\">1</a></sup>", "<li id=\"fn-1\"><p>The note.</p>",
      "<a href=\"https://e.org/?a==b\">up</a>",
      "<details class=\"callout callout-warning\">\n<summary class=\"callout-title\"><span class=\"kind\">Warning</span> Mind</summary>\n<p>the step</p>",
      "<li class=\"task\"><label><input type=\"checkbox\" disabled=\"disabled\" checked=\"checked\" /> done</label>",
      "<span class=\"status\">/</span> half", "<td class=\"right\">2</td>",
      "<p class=\"source\"><a href=\"../notes/sub/Tea.html#hot-tea\">Tea › Hot tea</a></p>\n<h2>Hot tea</h2>",
      "<img src=\"../files/p.png\" alt=\"p.png\" width=\"120\" />",
      "<img src=\"../files/p.png\" alt=\"words\" />",
      "<span class=\"keyword\">let</span> x = <span class=\"string\">&quot;&lt;b&gt;&quot;</span>",
      "<dt>rank</dt><dd>3</dd>", "<h2>Links to this note</h2>",
      "milk &amp; <a href=\"../notes/Plan.html#block.b1\">back</a> <a href=\"../notes/sub/Tea.html#hot-tea\">",
    ] { #expect(page.contains(part), "\(part)") }
    #expect(!page.contains("not this"))
    #expect(
      files["notes/sub/Tea.html"]?.contains(
        "milk &amp; <a href=\"../../notes/Plan.html#block.b1\">back</a>") == true)
    #expect(files["tags/sea.html"]?.contains("notes/Plan.html") == true)
    #expect(
      files["calendar.html"]?.contains("<td><a href=\"notes/2026-03-02.html\">2</a></td>") == true)
    #expect(files["files/p.png"] == "picture")
  }

  @Test(
    "Every link of 300 notes leads to an existing file and id, and two exports are identical")
  func links() async throws {
    for number in 0..<300 {
      let folder = ["", "a/", "a b/ü/", "c/"][number % 4]
      let targets = (1...4).map { (number * 7 + $0 * 31) % 300 }
      vault.folder.write(
        "\(folder)Note \(number)%.md",
        """
        # Note \(number)

        [[Note \(targets[0])%]] [[Note \(targets[1])%#Part two]] [[Note \(targets[2])%#^id\(targets[2])]]
        [[Note \(targets[3])%#none]] [[nowhere]] [m](none.md) ![[Note \(targets[0])%#Part two]]
        [[#Part]] #t\(number % 9)/x "quoted" & <b>

        ## Part

        ## Part two

        ### Part

        ![[Note \(targets[1])%#Part two]]

        text[^1]^[in the text] ^id\(number)

        [^1]: words [[Note \(targets[0])%]]

        """)
    }
    let files = try await vault.site()
    #expect(followedLinks(in: files) > 2000)
    #expect(try await vault.site("again") == files)
  }

  @Test(
    "A note's text is exported as text, and no address runs anything", arguments: hostileTexts)
  func hostile(_ text: String) async throws {
    vault.folder.write("p.png", "picture")
    vault.folder.write("<b>\"onclick='x' &.md", "---\n\"<i>\": \"<script>\"\n---\n\(text)\n")
    vault.folder.write("Plan.md", "x")
    for (path, html) in try await vault.site() where path.hasSuffix(".html") {
      // Only the program's own elements and attributes are there.
      for tag in html.split(separator: "<").dropFirst() {
        let name = tag.prefix { $0.isLetter || $0.isNumber || $0 == "/" || $0 == "!" }
        #expect(
          Self.elements.contains(String(name.drop { $0 == "/" })), "<\(tag.prefix(40)) in \(path)")
        if name == "script" { #expect(tag.hasPrefix("script src=\"")) }
        let inside = tag.prefix { $0 != ">" }
        #expect(inside.split(separator: "\"", omittingEmptySubsequences: false).count % 2 == 1)
        #expect(!inside.contains("onclick=\"") && !inside.contains("onerror=\""))
      }
      for address in values(of: "href", in: html) + values(of: "src", in: html) {
        let scheme = address.prefix { $0 != ":" && $0 != "/" && $0 != "#" }
        if scheme.endIndex < address.endIndex, address[scheme.endIndex] == ":" {
          #expect(["https", "http", "mailto", "tel"].contains(scheme.lowercased()), "\(address)")
        }
      }
      #expect(!html.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
    }
  }

  private static let elements: Set<String> = [
    "!DOCTYPE", "html", "head", "meta", "title", "link", "script", "body", "nav", "main", "article",
    "section", "a", "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "input", "div",
    "blockquote", "details", "summary", "span", "pre", "code", "em", "strong", "del", "mark",
    "small",
    "sub", "sup", "u", "kbd", "label", "b", "img", "br", "hr", "table", "caption", "thead", "tbody",
    "tr",
    "th", "td", "dl", "dt",
    "dd",
  ]

  @Test("Private notes are not in the export: not in links, embeds, tags, files or the search")
  func hidden() async throws {
    vault.folder.write(
      "Secret.md", "---\npublish: false\naliases: [plover]\n---\nxyzzy #frotz [[Plan]] ![[s.png]]\n"
    )
    vault.folder.write("s.png", "gnusto")
    vault.folder.write(".obsidian/app.json", #"{"userIgnoreFilters":["old/"]}"#)
    vault.folder.write("old/Gone.md", "rezrov [[Plan]]\n")
    vault.folder.write(
      "Plan.md",
      "![[Secret]]\n\n![[Gone]]\n\n[[Secret]]\n\n```dataview\nLIST\n```\n\n```query\nxyzzy\n```\n")
    let files = try await vault.site()
    #expect(files["notes/Plan.html"] != nil)
    for (path, text) in files {
      for word in ["plover", "frotz", "gnusto", "rezrov", "Links to this note"] {
        #expect(!text.contains(word), "\(word) in \(path)")
      }
      #expect(!path.contains("Secret") && !path.contains("Gone") && !path.contains("s.png"))
      // The query itself contains the word, and nothing else does.
      if path != "notes/Plan.html", path != "search.js" { #expect(!text.contains("xyzzy")) }
    }
  }

  @Test("The calendar has the daily notes of the vault's folder and format, and no others")
  func calendar() async throws {
    vault.folder.write("Log/2026/March 2nd.md", "day\n")
    vault.folder.write("2026-03-03.md", "no day here\n")
    vault.folder.write(
      ".obsidian/daily-notes.json", #"{"folder":"Log","format":"YYYY/MMMM Do"}"#)
    let foreign = await ObsidianFolder(root: vault.folder.bytes).obsidian()
    try await vault.export(.html, to: "site") {
      $0.daily = DailyNotes(SettingValues(), foreign)
    }
    let calendar = try #require(vault.files(in: "site")["calendar.html"])
    #expect(calendar.contains("<caption>2026-03</caption>"))
    #expect(calendar.contains("<td><a href=\"notes/Log/2026/March%202nd.html\">2</a></td>"))
    #expect(calendar.contains("<td>3</td>"))
  }

  @Test("Answers to query blocks use only public notes and reveal nothing of private ones")
  func queries() async throws {
    vault.folder.write(
      "Plover.md",
      "---\npublish: false\nmood: frotz\n---\nmilk xyzzy [[Plan]] ![[grue.png]]\n- [ ] plugh #gnusto\n"
    )
    vault.folder.write("grue.png", "picture")
    vault.folder.write("Blorb.md.age", "age-encryption.org/v1\n")
    vault.folder.write(".obsidian/app.json", #"{"userIgnoreFilters":["old/"]}"#)
    vault.folder.write("old/Rezrov.md", "milk [[Plan]]\n- [ ] plugh\n")
    vault.folder.write("old/bozbar.png", "picture")
    vault.folder.write("Tea.md", "---\nmood: calm\n---\nmilk [[Plan]]\n- [ ] pour\n")
    let views = "views:\n  - {type: table, name: All, order: [file.name, file.backlinks]}\n"
    vault.folder.write("T.base", views)
    vault.folder.write(
      "Plan.md",
      """
      ```query
      milk
      ```
      ```tasks
      not done
      ```
      ```dataview
      TABLE mood, file.inlinks, file.tags
      ```
      ```dataview
      TASK
      ```
      ```dataview
      LIST FROM [[Plan]]
      ```
      ```base
      \(views)```
      ![[T.base#All]]

      `= length(this.file.inlinks)` by `= this.file.inlinks`, `= rows`

      """)
    try await vault.export(.html, to: "one.html") { $0.isSingle = true }
    var files = try await vault.site()
    let page = try #require(files["notes/Plan.html"])
    files["one.html"] = vault.out.text("one.html")
    #expect(files["one.html"] != nil)
    for part in [
      ">Tea</a>\n<ul>\n<li><a href=\"../notes/Tea.html\">4</a> <strong>milk</strong> [[Plan]]</li>",
      "/> pour <a href=\"../notes/Tea.html\">Tea</a>", "<td>calm</td>",
      "1 by <a href=\"../notes/Tea.html\">Tea</a>",
    ] { #expect(page.contains(part), "\(part) in \(page)") }
    for (path, text) in files {
      for word in [
        "plover", "frotz", "xyzzy", "grue", "plugh", "gnusto", "blorb", "rezrov", "bozbar",
      ] { #expect(!text.lowercased().contains(word), "\(word) in \(path)") }
    }
  }

  @Test("A folder with files stays, and an earlier export in it is replaced on request")
  func places() async throws {
    vault.folder.write("Plan.md", "one")
    vault.out.makeFolder("site")
    _ = try await vault.site()
    vault.folder.write("Plan.md", "two")
    let path = NotePath(vault.out.path("site"))
    await #expect(throws: ExportError.taken(path)) { try await vault.export(.html, to: "site") }
    try await vault.export(.html, to: "site") { $0.replacesEarlier = true }
    #expect(vault.files(in: "site")["notes/Plan.html"]?.contains("<p>two</p>") == true)
    vault.out.write("mine/a.txt", "mine")
    await #expect(throws: ExportError.self) {
      try await vault.export(.html, to: "mine") { $0.replacesEarlier = true }
    }
    #expect(vault.out.names().sorted() == ["mine", "site"])
    #expect(vault.out.text("mine/a.txt") == "mine")
  }

  @Test("Each text color is readable on its background, by day and by night (import 2 S4)")
  func contrast() throws {
    let sets = Site.style.split(separator: ":root {").map { Self.colors(in: String($0)) }
      .filter { $0["back"] != nil }
    #expect(sets.count == 2)
    for (set, colors) in zip(["light", "dark"], sets) {
      for name in ["text", "dim", "link", "keyword", "string", "number"] {
        for ground in ["back", "soft"] {
          let (color, ground) = (try #require(colors[name]), try #require(colors[ground]))
          #expect(Self.contrast(color, ground) >= 4.5, "\(set) \(name)")
        }
      }
      let marked = Self.contrast(try #require(colors["text"]), try #require(colors["mark"]))
      #expect(marked >= 4.5, "\(set) mark")
    }
  }

  /// The colors of one set, by their names: `--text: #1c1c1e;`.
  private static func colors(in style: String) -> [String: [Double]] {
    var colors: [String: [Double]] = [:]
    for line in style.prefix(while: { $0 != "}" }).split(separator: ";") {
      guard let name = line.firstRange(of: "--"), let sign = line.firstIndex(of: "#") else {
        continue
      }
      var digits = line[sign...].dropFirst().prefix(while: \.isHexDigit).map { String($0) }
      if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
      let parts = stride(from: 0, to: digits.count, by: 2).compactMap {
        Int(digits[$0] + digits[$0 + 1], radix: 16)
      }
      colors[String(line[name.upperBound...].prefix { $0 != ":" })] = parts.map { Double($0) / 255 }
    }
    return colors
  }

  /// By WCAG 2.
  private static func contrast(_ one: [Double], _ other: [Double]) -> Double {
    let (first, second) = (luminance(one) + 0.05, luminance(other) + 0.05)
    return max(first, second) / min(first, second)
  }

  private static func luminance(_ color: [Double]) -> Double {
    let linear = color.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return zip(linear, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
