import Archives
import Entities
import Services
import TestSupport
import Testing

@testable import Exporting
@testable import Importing

/// The notes that an import reader makes of an export.
private final class Brought: ImportSink {
  var notes: [ImportedNote] = []
  var files: [String: [UInt8]] = [:]
  var problems: [ImportNotice] = []

  func add(_ note: ImportedNote) throws(ImportFailure) { notes.append(note) }
  func add(_ file: ImportedFile) throws(ImportFailure) { files[file.name] = try file.read() }
  func add(_ problem: ImportNotice) { problems.append(problem) }

  init(_ path: String, _ reader: any ImportReader) throws {
    try reader.read(try SourceTree([Array(path.utf8)]), into: self)
  }

  func text(_ index: Int) -> String { String(decoding: notes[index].text, as: UTF8.self) }
}

@Suite("OPML and Joplin exports, as their readers read them")
struct OutlineExportTests {
  private let vault = GivenVault()

  @Test("An outline nests folders, notes, headings and lists")
  func opml() async throws {
    vault.folder.write(
      "a/Tea.md",
      "# Tea\n\nfirst [[Plan]]\nsecond\n\n## Hot\n\nsaid\n\n- [ ] one `c` <b> & \"x\"\n  - [x] two\n\n    more\n- plain\n\nbehind\n\n## Cold[^1]\n\n[^1]: note\n"
    )
    vault.folder.write("a b/Plan.md", "a &amp; [w](https://e.org/?a=b&c) %%no%% ^id\n")
    vault.folder.write("empty.md", "")
    try await vault.export(.opml, to: "all.opml")
    let came = try Brought(vault.out.path("all.opml"), OpmlReader())
    #expect(came.problems == [] && came.notes.count == 1)
    #expect(came.notes.first?.losses == [] && came.notes.first?.title == "all")
    #expect(
      came.text(0) == """
        - a b
          - Plan
            a & [w](https://e.org/?a=b&c)
        - a
          - Tea
            first Plan
            second
            - ## Hot
              said
              - [ ] one `c` `<b>` & "x"
                - [x] two
                  more
              - plain
              - behind
            - ## Cold[1]
              \\[1] note
        - empty

        """)
    try await vault.export(.opml, to: "b.opml")
    let (one, other) = (vault.out.text("all.opml"), vault.out.text("b.opml"))
    #expect(one?.replacing("<title>all<", with: "<title>b<") == other)
  }

  @Test("The contents of an embed are below its name")
  func embeds() async throws {
    vault.folder.write("Tea.md", "# Tea\n\nmilk\n\n- hot\n")
    vault.folder.write("p.png", "picture")
    vault.folder.write("Plan.md", "a ![[p.png]]\n\n![[Tea]]\n\n- ![[Tea]]\n  - b\n")
    try await vault.export(.opml, to: "all.opml") { $0.notes = [NoteID("Plan.md")] }
    let came = try Brought(vault.out.path("all.opml"), OpmlReader())
    #expect(
      came.text(0) == """
        - Plan
          a p.png
          - Tea
            - # Tea
              milk
              - hot
          - Tea
            - # Tea
              milk
              - hot
            - b

        """)
  }

  @Test("The words of any random note return in order")
  func words() async throws {
    var random = SeededRandom(seed: Thorough.seed)
    let signs = [
      "tea", "日本", "<x-b>x</x-b>", "&lt;", "\"q\"", "*x*", "`a<b`", "]]>", "—", "a\tb",
    ]
    var sent: [String: [Substring]] = [:]
    for number in 0..<500 {
      let lines = (0..<5).map { _ in
        ["", "- ", "  - ", "> "][Int.random(in: 0..<4, using: &random)]
          + (0..<4).map { _ in signs.randomElement(using: &random) ?? "" }.joined(separator: " ")
      }
      vault.folder.write("n\(number).md", lines.joined(separator: "\n\n") + "\n")
      try await vault.export(.opml, to: "\(number).opml") { $0.notes = [NoteID("n\(number).md")] }
      let came = try Brought(vault.out.path("\(number).opml"), OpmlReader())
      #expect(came.problems == [] && came.notes.first?.losses == [])
      let name = "n\(number)"
      sent[name] = words(lines.joined(separator: " ").replacing("&lt;", with: ""))
      let found = words(came.text(0)).dropFirst()
      #expect(Array(found) == sent[name] ?? [], "\(lines)\n\(came.text(0))")
      if Array(found) != sent[name] ?? [] { return }
      if number == 60, !Thorough.isAsked { return }
    }
  }

  private func words(_ text: String) -> [Substring] {
    Substring(text).split { !$0.isLetter && !$0.isNumber }
  }

  @Test("Joplin items have ids from their paths, and times, tags, notebooks and files")
  func joplin() async throws {
    vault.folder.write(
      "a/b/Tea.md",
      "---\ntags: [Hot, a/b]\nrank: 3\n---\n# Head\n\n[[Plan#Part|w]] ![[p.png]] [[Plan#^b]] [[none]] #hot\n\nkey: value\n"
    )
    vault.folder.write("Plan.md", "---\ntags: x\n---\n## Part\n\nline %%[[Tea]] no%% ^b\n")
    vault.folder.write("p.png", "picture")
    vault.folder.write("empty.md", "")
    vault.folder.write("Fence.md", "---\nfence: ~~~~~\n---\nit\n")
    try await vault.export(.joplin, to: "a.jex")
    let came = try Brought(vault.out.path("a.jex"), JoplinReader())
    #expect(came.problems == [])
    #expect(came.files == ["p.png": Array("picture".utf8)])
    let notes = Dictionary(came.notes.map { ($0.title, $0) }, uniquingKeysWith: { $1 })
    let (tea, plan) = (try #require(notes["Head"]), try #require(notes["Plan"]))
    #expect(tea.folder == ["a", "b"] && plan.folder == [] && notes["empty"]?.text == [])
    #expect(Set(tea.tags.map { $0.lowercased() }) == ["hot", "a/b"] && plan.tags == ["x"])
    let text = String(decoding: tea.text, as: UTF8.self)
    #expect(text.hasPrefix("~~~~yaml\ntags: [Hot, a/b]\nrank: 3\n~~~~\n\n# Head\n"))
    #expect(text.contains("[w](:/\(plan.id)#part)") && text.contains("[Plan › ^b](:/\(plan.id))"))
    #expect(text.hasSuffix(" none #hot\n\nkey: value\n"))
    #expect(String(decoding: plan.text, as: UTF8.self) == "## Part\n\nline\n")
    let fence = try #require(notes["Fence"]).text
    #expect(
      String(decoding: fence, as: UTF8.self).hasPrefix("~~~~~~yaml\nfence: ~~~~~\n~~~~~~\n\nit"))
    #expect(tea.changed != nil && tea.created != nil)
  }
}
