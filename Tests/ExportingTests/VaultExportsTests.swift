import Archives
import Entities
import Files
import Glibc
import NoteQueries
import SearchIndex
import Services
import TestSupport
import Testing

@testable import Exporting

@Suite("Exports are complete or absent, and contain only permitted notes")
struct VaultExportsTests {
  private let vault = GivenVault()

  private func writeSome() {
    vault.folder.write(
      "Plan.md",
      "---\ntags: [sea]\naliases: [Way]\nrank: 3\n---\n# Plan\n\nSee [[Tea#Hot tea|tea]], [[Secret]], [w](https://e.org)"
        + " and ![[p.png]].\n\n- [ ] pack 📅 2026-03-02\n\nA block. ^b1\n")
    vault.folder.write("sub/Tea.md", "# Tea\n\n## Hot tea\n\n[back](../Plan.md) [[none]] #cup\n")
    vault.folder.write(
      "Secret.md", "---\npublish: false\n---\nxyzzy ![[s.png]] [[Plan]]\n- [ ] plugh\n")
    vault.folder.write("p.png", "picture")
    vault.folder.write("s.png", "secret picture")
    vault.folder.write("q.png", "unused")
  }

  @Test("JSON has the facts of the index and the text, links both ways, and no hidden notes")
  func json() async throws {
    writeSome()
    try await vault.export(.json, to: "a.json")
    let text = try #require(vault.out.text("a.json"))
    #expect(text.hasPrefix("[\n{\"path\":\"Plan.md\",\"title\":\"Plan\",\"created\":\""))
    for part in [
      #""tags":["sea"],"aliases":["Way"],"properties":{"tags":["sea"],"aliases":["Way"],"rank":3}"#,
      #""headings":[{"line":6,"level":1,"text":"Plan","anchor":"plan"}]"#,
      #"{"line":8,"link":"[[Tea#Hot tea|tea]]","target":"sub/Tea.md","embed":false}"#,
      #"{"line":8,"link":"[[Secret]]","target":null,"embed":false}"#,
      #"{"line":8,"link":"![[p.png]]","target":"p.png","embed":true}"#,
      #""backlinks":[{"path":"sub/Tea.md","line":5}]"#,
      #""tasks":[{"line":10,"text":"pack","status":"todo","priority":"normal","due":"2026-03-02""#,
      #""backlinks":[{"path":"Plan.md","line":8}]"#,
      #"{"line":5,"link":"[[none]]","target":null,"embed":false}"#,
      "\"text\":\"# Tea\\n\\n## Hot tea\\n",
    ] { #expect(text.contains(part), "\(part)") }
    for word in ["xyzzy", "plugh", "s.png", "Secret.md"] { #expect(!text.contains(word)) }
    #expect(text.hasSuffix("}\n]\n"))
    try await vault.export(.jsonLines, to: "a.jsonl")
    let lines = try #require(vault.out.text("a.jsonl")).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(text == "[\n" + lines.joined(separator: ",\n") + "\n]\n")
  }

  @Test("Rows of an embedded base link like the note that shows them, in every format")
  func bases() async throws {
    vault.folder.write(
      "b/T.base",
      "filters: file.folder == \"n\" && file.name != \"Plan\"\nviews:\n"
        + "  - {type: table, name: All, order: [file.name, mood]}\n")
    for folder in ["n", "b"] { vault.folder.write("\(folder)/Tea.md", "---\nmood: a|*b*\n---\n") }
    vault.folder.write("n/Plan.md", "x\n\n- ![[T.base#All]]\n\n`![[T.base]]`\n")
    try await vault.export(.html, to: "site")
    #expect(
      vault.out.text("site/notes/n/Plan.html")?.contains(
        "<tr><td><a href=\"../../notes/n/Tea.html\">Tea</a></td><td>a|*b*</td></tr>") == true)
    try await vault.export(.org, to: "org")
    #expect(
      vault.out.text("org/n/Plan.org")?.contains("  | [[file:Tea.org][Tea]] | a\\vert{}*b* |\n")
        == true, "\(vault.out.text("org/n/Plan.org") ?? "")")
    try await vault.export(.md, to: "md")
    #expect(
      vault.out.text("md/n/Plan.md")?.contains("  > | [Tea](Tea.md) | a\\|\\*b\\* |\n") == true,
      "\(vault.out.text("md/n/Plan.md") ?? "")")
    try await vault.export(.opml, to: "a.opml")
    #expect(
      vault.out.text("a.opml")?.contains("Tea | a|*b*") == true,
      "\(vault.out.text("a.opml") ?? "")")
  }

  @Test("Links lead where the index says, in every note")
  func sameLinks() async throws {
    writeSome()
    for number in 0..<60 {
      let folder = ["", "a/", "a/b/", "c/"][number % 4]
      vault.folder.write(
        "\(folder)Note \(number % 17).md",
        "[[Note \(number % 5)]] [[b/Note \(number % 7)]] [m](../Note%20\(number % 9).md) [[#x]] "
          + "[[PLAN]] [[Tea.md]] [r](/a/Note%201.md) ![[P.PNG]] [d][1]\n\n[1]: Note%203.md\n")
    }
    let (plan, _) = try await vault.export(.json, to: "a.json")
    let links = vault.index().links
    var compared = 0
    for note in plan.notes {
      for (own, known) in zip(note.links, try await links.links(from: NoteID(note.path))) {
        #expect(own.written == known.written)
        let isHidden = known.target?.path == NotePath("Secret.md")
        #expect(
          own.target == (isHidden ? nil : known.target?.path), "\(own.written) in \(note.path)")
        compared += 1
      }
    }
    #expect(compared > 300)
  }

  @Test("A zip has the notes and files byte for byte, and two zips of the same notes are identical")
  func zipped() async throws {
    writeSome()
    vault.folder.write("Bytes ä.md", [0x61, 0xff, 0x0d, 0x0a])
    vault.folder.write("large.bin", [UInt8](repeating: 7, count: 600_000))
    let (plan, report) = try await vault.export(.zip, to: "a.zip")
    #expect(report.notes == 3 && report.files == plan.files.count)
    let source = try SourceTree([Array(vault.out.path("a.zip").utf8)])
    #expect(source.problems == [])
    #expect(
      source.entries.map(\.path)
        == ["Bytes ä.md", "Plan.md", "large.bin", "p.png", "q.png", "sub/Tea.md"])
    for entry in source.entries {
      #expect(try source.read(entry, atMost: 1 << 20) == vault.folder.read(entry.path))
      #expect(entry.modified?.seconds ?? 0 > 1_500_000_000)
    }
    try await vault.export(.zip, to: "b.zip")
    #expect(vault.out.read("a.zip") == vault.out.read("b.zip"))
    try await vault.export(.zip, to: "c.zip") { $0.attachments = .used }
    let used = try SourceTree([Array(vault.out.path("c.zip").utf8)])
    #expect(used.entries.map(\.path) == ["Bytes ä.md", "Plan.md", "p.png", "sub/Tea.md"])
  }

  @Test("A query, a folder, notes and their links select notes, and hidden ones are reported")
  func choice() async throws {
    writeSome()
    vault.folder.write("sub/deep/Cup.md", "[[Tea]]\n")
    vault.folder.write(".obsidian/app.json", #"{"userIgnoreFilters":["old/"]}"#)
    vault.folder.write("old/Gone.md", "old\n")
    vault.folder.write("Lock.md.age", "age-encryption.org/v1\n")
    func paths(_ change: (inout ExportRequest) -> Void) async throws -> [String] {
      var request = ExportRequest(.json, to: NotePath(vault.out.path("x.json")))
      change(&request)
      return try await vault.exports().plan(request) { _ in true }.notes.map(\.path.text)
    }
    #expect(try await paths { $0.folder = NotePath("sub") } == ["sub/Tea.md", "sub/deep/Cup.md"])
    #expect(try await paths { $0.query = .word("pack") } == ["Plan.md"])
    #expect(
      try await paths {
        $0.notes = [NoteID("sub/deep/Cup.md")]
        $0.linkedSteps = 1
      } == ["sub/Tea.md", "sub/deep/Cup.md"])
    #expect(
      try await paths {
        $0.notes = [NoteID("sub/deep/Cup.md")]
        $0.linkedSteps = 9
      } == ["Plan.md", "sub/Tea.md", "sub/deep/Cup.md"])
    let (plan, _) = try await vault.export(.json, to: "x.json")
    #expect(
      plan.leftOut == [
        ExportNotice(
          of: NotePath("Lock.md.age"), "It is locked. “--locked” asks for its passphrase."),
        ExportNotice(of: NotePath("Secret.md"), "It says “publish: false”."),
        ExportNotice(of: NotePath("old/Gone.md"), "The vault's settings leave it out."),
      ])
  }

  @Test("An export overwrites nothing, writes nothing into the vault, and leaves no partial files")
  func places() async throws {
    writeSome()
    vault.out.write("there.json", "mine")
    vault.out.link("way", to: vault.folder.path)
    func refusal(_ name: String) async -> ExportError? {
      do {
        try await vault.export(.json, to: name)
        return nil
      } catch {
        return error as? ExportError
      }
    }
    let there = NotePath(vault.out.path("there.json"))
    #expect(await refusal("there.json") == .taken(there))
    #expect(await refusal("way/a.json") == .insideVault(NotePath(vault.out.path("way/a.json"))))
    #expect(await refusal("none/a.json")?.message.contains("its folder is not there") == true)
    #expect(vault.out.text("there.json") == "mine")

    let exports = vault.exports()
    let request = ExportRequest(.zip, to: NotePath(vault.out.path("b.zip")))
    let plan = try await exports.plan(request) { _ in true }
    await #expect(throws: ExportError.stopped) {
      try await exports.carryOut(plan) { $0.notes < 1 }
    }
    vault.folder.write("sub/Tea.md", "changed since")
    await #expect(throws: ExportError.note(.changedOutside(NotePath("sub/Tea.md")))) {
      try await exports.carryOut(plan) { _ in true }
    }
    #expect(vault.out.names().sorted() == ["there.json", "way"])
  }

  @Test(
    "An export removes the leftovers of killed exports in its folder, and nothing else",
    arguments: [ExportFormat.html, .zip])
  func leftovers(format: ExportFormat) async throws {
    writeSome()
    func name(_ digit: Int) -> String { ".notes-tui-000000000000000\(digit).tmp" }
    // Leftovers of a folder, of one that was just created, and of a file.
    vault.out.write("\(name(1))/.notes-tui-html", "")
    vault.out.write("\(name(1))/notes/a.html", "half")
    vault.out.makeFolder(name(2))
    vault.out.write(name(3), "half")
    // An export in progress, a folder that no export made, and other programs' names.
    vault.out.write("\(name(4))/.notes-tui-html", "")
    let held = try Posix.openFolder(Array(vault.out.path(name(4)).utf8))
    #expect(flock(held.raw, LOCK_EX | LOCK_NB) == 0)
    vault.out.write("\(name(5))/a.txt", "mine")
    vault.out.write(".notes-tui-1.tmp/.notes-tui-html", "")
    vault.out.write("elsewhere/.notes-tui-html", "")
    vault.out.link(name(6), to: vault.out.path("elsewhere"))
    try await vault.export(format, to: "out")
    #expect(
      Set(vault.out.names()) == [name(4), name(5), name(6), ".notes-tui-1.tmp", "elsewhere", "out"])
    #expect(vault.out.exists("elsewhere/.notes-tui-html"))
    #expect(vault.out.text("\(name(5))/a.txt") == "mine")
    withExtendedLifetime(held) {}
  }

  @Test("Notes of an encrypted vault are exported only where the person agreed")
  func encrypted() async throws {
    writeSome()
    let exports = vault.exports(isEncrypted: true)
    var request = ExportRequest(.json, to: NotePath(vault.out.path("a.json")))
    let plan = try await exports.plan(request) { _ in true }
    await #expect(throws: ExportError.needsAgreement(notes: 2)) {
      try await exports.carryOut(plan) { _ in true }
    }
    #expect(vault.out.names() == [])
    request.mayLeaveLock = true
    let agreed = try await exports.plan(request) { _ in true }
    #expect(try await exports.carryOut(agreed) { _ in true }.notes == 2)
  }
}
