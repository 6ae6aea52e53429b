import Archives
import Entities
import FileStore
import Services
import TestSupport
import Testing

@testable import Importing

@Suite("Details of other programs' notes are imported or reported")
struct ArrivingDetailsTests {
  private let bench = ImportBench()
  private let given = GivenSource()

  @Test("Evernote: encrypted text is reported with what to do about it")
  func encrypted() throws {
    let found = try EvernoteReaderTests.read(
      EvernoteReaderTests.export(
        EvernoteReaderTests.note("One", "<en-crypt cipher=\"AES\">abc</en-crypt>")))
    #expect(
      found.notes[0].losses == [
        "Some of its text is encrypted. It came as a file, which only Evernote can read. Decrypt it "
          + "there, and export the note again."
      ])
  }

  @Test("Evernote: a link without words shows its address")
  func bareLinks() throws {
    let found = try EvernoteReaderTests.read(
      EvernoteReaderTests.export(
        EvernoteReaderTests.note(
          "One",
          "<div>a <a href=\"https://e.org/x\"></a> b <a href=\"javascript:x\"></a>"
            + "<a href=\"https://e.org/y\">c</a></div>")))
    #expect(found.text == "a <https://e.org/x> b [c](https://e.org/y)\n")
  }

  @Test(
    "Evernote: a file changed since is shown by its original hash", arguments: [1, 999])
  func changedFile(pieces: Int) throws {
    let old = "00112233445566778899aabbccddeeff"
    let file =
      "<resource><data encoding=\"base64\">AAEC</data><mime>image/png</mime><recognition><![CDATA["
      + "<?xml version=\"1.0\"?><recoIndex docType=\"x\" objID=\"\(old)\" objType=\"image\">"
      + String(repeating: "<item x=\"1\"/>", count: 500)
      + "</recoIndex>]]></recognition></resource>"
    let found = try EvernoteReaderTests.read(
      EvernoteReaderTests.export(
        EvernoteReaderTests.note("One", "<div>a <en-media hash=\"\(old)\"/> b</div>", file)),
      pieces: pieces)
    #expect(found.files.map(\.bytes) == [[0, 1, 2]])
    #expect(found.text.hasPrefix("a ![]("))
    #expect(found.text.hasSuffix(") b\n"))
    #expect(found.notes[0].losses == [])
  }

  @Test("Standard Notes: code has a fence with its language, under any of the language's names")
  func code() throws {
    let editors = #""appData":{"org.standardnotes.sn.components":{"c":{"mode":"Python"}}}"#
    given.folder.write(
      "in/Standard Notes Backup and Import File.txt",
      #"""
      {"items":[
      {"uuid":"1","content_type":"Note","content":{"title":"A","noteType":"code","text":"# no heading",\#(editors)}},
      {"uuid":"2","content_type":"Note","content":{"title":"B","editorIdentifier":"org.standardnotes.code-editor","text":"a = `b`\n```"}},
      {"uuid":"3","content_type":"Note","content":{"title":"C","noteType":"code","text":"# A heading","appData":{"org.standardnotes.sn.components":{"c":{"mode":"Markdown"}}}}}
      ]}
      """#)
    try given.read(StandardNotesReader())
    #expect(given.text(0) == "```python\n# no heading\n```\n")
    #expect(given.text(1) == "````\na = `b`\n```\n````\n")
    #expect(given.text(2) == "# A heading")
  }

  @Test(
    "Standard Notes: underline, subscript and superscript remain, and a missing file is named")
  func superNotes() throws {
    let text = { (words: String, format: Int) in
      #"{\"type\":\"text\",\"text\":\"\#(words)\",\"format\":\#(format)}"#
    }
    let parts = [text("H", 0), text("2", 32), text("O", 0), text("3", 64), text(" under ", 9)]
    let file =
      #"{\"type\":\"snfile\",\"fileUuid\":\"f1\"},{\"type\":\"snfile\",\"fileUuid\":\"f2\"}"#
    given.folder.write(
      "in/Standard Notes Backup and Import File.txt",
      #"""
      {"items":[
      {"uuid":"f1","content_type":"SN|File","content":{"name":"plan.pdf"}},
      {"uuid":"1","content_type":"Note","content":{"title":"A","noteType":"super","text":"{\"root\":{\"children\":[{\"type\":\"paragraph\",\"children\":[\#(parts.joined(separator: ",")),\#(file)]}]}}"}}
      ]}
      """#)
    try given.read(StandardNotesReader())
    #expect(given.text(0) == "H<sub>2</sub>O<sup>3</sup> **<u>under</u>** \n\n")
    #expect(
      given.notes[0].losses == [
        "Its file “plan.pdf” was not imported: the backup does not include files.",
        "A file of it was not imported: the backup does not include files.",
      ])
  }

  @Test("Roam: the words of a block link end at a whole word and contain no addresses")
  func roamWords() throws {
    let long = String(repeating: "seven77 ", count: 12)
    given.folder.write(
      "in/a.json",
      """
      [{"title":"A","uid":"a","children":[
      {"uid":"b1","string":"\(long)"},
      {"uid":"b2","string":"![](https://e.org/i.png)"},
      {"uid":"b3","string":"see [the page](https://e.org) and ![a cat](https://e.org/c.png)"},
      {"uid":"b4","string":"```swift\\nlet x = 1```"},
      {"string":"((b1)) ((b2)) ((b3)) ((b4)) {{[[embed-path]]: ((b3))}}"},
      {"string":"{{[[query]]: {and: [[x]]}}} {{query: {or: [[y]]}}}"}]}]
      """)
    try given.read(RoamReader())
    let text = given.text(0)
    let short = String(repeating: "seven77 ", count: 10).dropLast()
    #expect(text.contains("[[A#^b1|\(short)…]]"))
    #expect(text.contains("[[A#^b2|picture]]"))
    #expect(text.contains("[[A#^b3|see the page and a cat]]"))
    #expect(text.contains("- ```swift\n  let x = 1\n  ```\n\n  ^b4\n"))
    #expect(text.contains("![[A#^b3]]"))
    #expect(
      given.notes[0].losses == ["2 queries of it came as text: only Roam can answer them."])
  }

  @Test("Notion: invisible characters are removed, and a quote marked as a callout becomes one")
  func notion() throws {
    let id = "0123456789abcdef0123456789abcdef"
    given.folder.write(
      "in/A \(id).html",
      "<html><body><h1>A</h1><p>x\u{FEFF}y</p><blockquote>[!tip] Do it<br>now</blockquote>"
        + "<blockquote>see [!tip]</blockquote></body></html>")
    given.folder.write(
      "in/B \(id.reversed().map(String.init).joined()).md", "# B\n\n$x$\u{FEFF} y\n")
    try given.read(NotionReader())
    #expect(given.text(0).hasSuffix("xy\n\n> [!tip] Do it\n> now\n\n> see [!tip]\n"))
    #expect(given.text(1) == "# B\n\n$x$ y\n")
  }

  @Test(
    "Equal bytes of different types stay two files, and bases and canvases stay in their folder")
  func kinds() async throws {
    bench.source.write("a/A.md", "![](x.pdf) ![](x.jpg) ![](y.jpg)\n")
    bench.source.write("a/x.pdf", "")
    bench.source.write("a/x.jpg", "")
    bench.source.write("a/y.jpg", "")
    bench.source.write("b/Books.base", "views: []\n")
    bench.source.write("c/Books.base", "views: []\n")
    bench.source.write("b/Plan.canvas", "{}")
    try await bench.bring()
    #expect(bench.text("a/A") == "![[x.pdf]] ![[x.jpg]] ![[x.jpg]]\n")
    #expect(bench.vault.names(in: "In/attachments").sorted() == ["x.jpg", "x.pdf"])
    #expect(bench.vault.names(in: "In/b").sorted() == ["Books.base", "Plan.canvas"])
    #expect(bench.vault.names(in: "In/c") == ["Books.base"])
    #expect(try await bench.bring().files == [])
  }

  @Test("The report lists a few of many similar lines and says how many more there are")
  func foldedReport() async throws {
    for number in 10..<40 { bench.source.write("N\(number).md", "[x](none.md)\n") }
    bench.source.write("One.md", "[y](none.md)\n")
    try await bench.bring()
    let lines = try #require(bench.text("Import report")).split(separator: "\n")
    #expect(lines.count { $0.contains("“x”") } == 10)
    #expect(lines.contains("- and 20 more like this one"))
    #expect(lines.count { $0.contains("“y”") } == 1)
  }

  @Test("A folder is offered because of one file name in it, and the vault itself is not offered")
  func folders() async throws {
    bench.source.write("Graph/logseq/config.edn", "{}")
    bench.source.write("Book/notebook.zim", "")
    bench.source.write("Own/.obsidian/app.json", "{}")
    bench.source.write("Mine/.obsidian/app.json", "{}")
    bench.source.write("deep/Other/.obsidian/app.json", "{}")
    bench.source.write(".hidden/.obsidian/app.json", "{}")
    bench.source.link("link", to: bench.source.path("Own"))
    let (vault, source) = (bench.vault, bench.source)
    let imports = VaultImports(
      store: FolderStore(root: vault.bytes, clock: StillClock()),
      files: FolderFiles(root: vault.bytes, clock: StillClock()),
      foreign: ObsidianFolder(root: vault.bytes), state: bench.state, clock: StillClock(),
      folders: [NotePath(source.path)], own: NotePath(source.path("deep/../Mine")))
    let found = await imports.found().map { "\($0.path.name.text): \($0.program)" }
    #expect(found.sorted() == ["Book: Zim", "Graph: Logseq", "Own: Obsidian"])
  }

  @Test("Notebooks that are links in a zip or a tar become the folders of their notes")
  func linkedNotebooks() async throws {
    let links = [
      ("S/Notebooks/Work/A.html", "../../Notes/A.html"),
      ("S/Notebooks/Home/A.html", "../../Notes/A.html"),
      ("S/Notebooks/out", "../../../../etc/passwd"), ("S/Notebooks/gone", "../Notes/none.html"),
      ("S/Notebooks/top", "/etc/passwd"),
    ]
    MadeArchives.zip(
      [("S/Notes/A.html", Array("<p>a <img src=p.png>".utf8)), ("S/Notes/p.png", [1])],
      links: links, to: bench.source.path("n.zip"))
    let request = ImportRequest(sources: [NotePath(bench.source.path("n.zip"))])
    let report = try await bench.bring(request)
    #expect(bench.vault.text("n/S/Notebooks/Home/A.md")?.hasSuffix("a ![[p.png]]\n") == true)
    #expect(
      bench.vault.text("n/S/Notebooks/Home/A.md")?.contains("notebooks:\n  - Home\n  - Work\n")
        == true)
    #expect(
      report.problems.map(\.reason).sorted()
        == ["gone", "out", "top"].map {
          "S/Notebooks/\($0) was left out: it is a link."
        })
    bench.source.write(
      "n.tar",
      MadeArchives.tar([("N/B.md", Array("b\n".utf8))]).dropLast(1024)
        + MadeArchives.tar([("W/B.md", [])], kind: "2", link: "../N/B.md"))
    let tar = try SourceTree([Array(bench.source.path("n.tar").utf8)])
    #expect(tar.links == ["N/B.md": ["W/B.md"]])
    #expect(tar.problems == [])
  }

  @Test("OneNote's zip is refused by name, with an alternative that works")
  func oneNote() async throws {
    MadeArchives.zip(
      [("Book/Open Notebook.onetoc2", [1]), ("Book/Quick Notes.one", [1]), ("Book/p.png", [1])],
      to: bench.source.path("b.zip"))
    let request = ImportRequest(sources: [NotePath(bench.source.path("b.zip"))])
    await #expect(
      throws: ImportError.unreadable(
        "b holds notes of OneNote, which are not read here. OneNote itself exports Word files: make "
          + "Markdown of these with pandoc, and import that.")
    ) { try await bench.bring(request) }
  }
}
