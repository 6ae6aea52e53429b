import Entities
import NoteSyntax
import Services
import TestSupport
import Testing
import VaultSettings

@testable import SearchIndex

@Suite("New links follow the vault's format and lead to the right notes")
struct NewLinkTests {
  private struct Foreign: ForeignSettings {
    var form: NewLinkForm

    func obsidian() async -> ObsidianSettings {
      var settings = ObsidianSettings()
      settings.newLinks = form
      return settings
    }

    var templateFolder: String? { nil }
  }

  private static let notes = [
    "One.md", "a/One.md", "a/b/Two words.md", "a/b/Three.md", "odd [x].md", "c/Ümlaut.md",
    "d.md.md",
  ]

  static let cases: [(NewLinkForm.PathStyle, Bool, String, String, String)] = [
    (.name, false, "a/b/Three.md", "One.md", "[[Three]]"),
    (.name, false, "One.md", "a/b/Three.md", "[[One]]"),
    (.name, false, "a/One.md", "c/Ümlaut.md", "[[a/One]]"),
    (.name, false, "a/One.md", "a/b/Three.md", "[[a/One]]"),
    (.name, false, "odd [x].md", "One.md", "[odd \\[x\\]](/odd%20%5Bx%5D.md)"),
    (.relative, false, "a/b/Three.md", "a/One.md", "[[./b/Three]]"),
    (.relative, false, "a/One.md", "a/b/Three.md", "[[../One]]"),
    (.root, false, "a/b/Three.md", "a/One.md", "[[a/b/Three]]"),
    (.root, false, "One.md", "a/One.md", "[[/One]]"),
    (.name, true, "a/b/Two words.md", "c/Ümlaut.md", "[Two words](Two%20words.md)"),
    (.name, true, "a/One.md", "c/Ümlaut.md", "[One](../a/One.md)"),
    (.relative, true, "c/Ümlaut.md", "a/b/Three.md", "[Ümlaut](../../c/Ümlaut.md)"),
    (.root, true, "a/b/Three.md", "c/Ümlaut.md", "[Three](a/b/Three.md)"),
    (.root, true, "c/Ümlaut.md", "c/Ümlaut.md", "[Ümlaut](c/Ümlaut.md)"),
    (.name, false, "new/None yet.md", "One.md", "[[None yet]]"),
  ]

  private let folder = TemporaryFolder()

  private func vault(_ form: NewLinkForm) throws -> VaultIndex {
    let files = MemoryVault()
    for note in Self.notes { files.write(note, "Text\n", seconds: 1) }
    return try IndexedVault(files, in: folder, foreign: Foreign(form: form)).index
  }

  @Test("Each link format is correct from each folder", arguments: cases)
  func forms(
    place: NewLinkForm.PathStyle, isMarkdown: Bool, note: String, home: String, expected: String
  ) async throws {
    var form = NewLinkForm()
    (form.pathStyle, form.isMarkdown) = (place, isMarkdown)
    let links = try vault(form).links
    let written = try await links.newLinks(
      to: [NewLinkTarget(note: NoteID(NotePath(note)))], from: NoteID(NotePath(home)))
    #expect(written.map(\.text) == [expected])
  }

  @Test("A link to an attachment differs from links to its namesakes and to notes")
  func attachments() async throws {
    let files = MemoryVault(attachments: ["a/p.png", "b/p.png", "b/q.png", "r [1].png"])
    for note in ["One.md", "c/q.png.md"] { files.write(note, "Text\n", seconds: 1) }
    let links = try IndexedVault(files, in: folder, foreign: Foreign(form: NewLinkForm())).index
      .links
    let wishes = ["b/p.png", "b/q.png", "r [1].png", "new/s.png"].map {
      NewLinkTarget(note: NoteID($0))
    }
    #expect(
      try await links.newLinks(to: wishes, from: NoteID("One.md")).map(\.text) == [
        "[[b/p.png]]", "[[b/q.png]]", "[r \\[1\\].png](/r%20%5B1%5D.png)", "[[s.png]]",
      ])
  }

  @Test("A link in any format between any two notes leads to its target", arguments: [true, false])
  func leads(isMarkdown: Bool) async throws {
    for place in [NewLinkForm.PathStyle.name, .relative, .root] {
      var form = NewLinkForm()
      (form.pathStyle, form.isMarkdown) = (place, isMarkdown)
      for home in Self.notes {
        let files = MemoryVault()
        for note in Self.notes { files.write(note, "Text\n", seconds: 1) }
        let wishes = Self.notes.map { NewLinkTarget(note: NoteID(NotePath($0))) }
        let links = try vault(form).links
        let written = try await links.newLinks(to: wishes, from: NoteID(NotePath(home)))
        files.write(home, written.map(\.text).joined(separator: "\n"), seconds: 2)
        let other = TemporaryFolder()
        let read = try IndexedVault(files, in: other).index
        let records = try await read.links.links(from: NoteID(NotePath(home)))
        #expect(records.map { $0.target?.path.text } == Self.notes, "\(place) in \(home)")
      }
    }
  }

  @Test(
    "A link's target depends on the note that it is written in",
    arguments: [
      ("One", "a/b/Three.md", false, "One.md"), ("One", "a/Two.md", false, "a/One.md"),
      ("../One.md", "a/b/Three.md", true, "a/One.md"),
      ("b/Three.md", "a/One.md", true, "a/b/Three.md"),
      ("./b/Three", "a/One.md", false, "a/b/Three.md"), ("../x.md", "One.md", true, nil),
    ])
  func means(name: String, home: String, isMarkdown: Bool, expected: String?) async throws {
    let home = LinkHome(note: NoteID(NotePath(home)), isMarkdown: isMarkdown)
    let target = try await vault(NewLinkForm()).links.target(of: name, in: home)
    #expect(target?.path.text == expected)
  }

  @Test("New links include their parts and words")
  func parts() async throws {
    var form = NewLinkForm()
    let wishes = [
      NewLinkTarget(note: NoteID(NotePath("a/b/Three.md")), part: "A [b]", words: "w]"),
      NewLinkTarget(note: NoteID(NotePath("a/b/Three.md")), part: "^x"),
      NewLinkTarget(note: nil, part: "H y"),
    ]
    let wiki = try await vault(form).links.newLinks(to: Array(wishes[1...]), from: nil)
    #expect(wiki.map(\.text) == ["[[Three#^x]]", "[[#H y]]"])
    form.isMarkdown = true
    let markdown = try await vault(form).links.newLinks(to: wishes, from: nil)
    #expect(
      markdown.map(\.text) == [
        "[w\\]](Three.md#A%20%5Bb%5D)", "[Three > ^x](Three.md#%5Ex)", "[H y](#H%20y)",
      ])
  }

  @Test("A mention becomes a link in the vault's format")
  func mention() async throws {
    let files = MemoryVault()
    files.write("a/Real.md", "Text\n", seconds: 1)
    files.write("b/Other.md", "See Real here.\n", seconds: 2)
    var form = NewLinkForm()
    (form.pathStyle, form.isMarkdown) = (.relative, true)
    let index = try IndexedVault(files, in: folder, foreign: Foreign(form: form)).index
    let note = NoteID(NotePath("a/Real.md"))
    let changes = try await index.changes.linking(index.links.mentions(of: note), to: note)
    #expect(
      changes.flatMap(\.pieces).map { String(decoding: $0.new, as: UTF8.self) } == [
        "[Real](../a/Real.md)"
      ])
  }
}
