import Entities
import Services
import TestSupport
import Testing
import VaultSettings

@testable import SearchIndex

@Suite("Parts of notes offered for links")
struct OfferedPartTests {
  private struct Foreign: ForeignSettings {
    func obsidian() async -> ObsidianSettings {
      var settings = ObsidianSettings()
      settings.ignored = ["old/", "/^x.*y/", "/(/"]
      return settings
    }

    var templateFolder: String? { nil }
  }

  private let folder = TemporaryFolder()

  private func links() throws -> any NoteLinks {
    let files = MemoryVault()
    files.write("a.md", "# Plan\ntext ^one\n\n## Later\n\nmore ^two\n", seconds: 1)
    files.write("b.md", "# Plan B\n\ntext ^on\n", seconds: 3)
    files.write("c.md", "text ^One\n", seconds: 2)
    return try IndexedVault(files, in: folder, foreign: Foreign()).index.links
  }

  @Test("Headings come in the order of the notes and their text, and a deleted note has none")
  func headings() async throws {
    let found = try await links().headings(of: [NoteID("b.md"), NoteID("gone.md"), NoteID("a.md")])
    #expect(
      found == [
        NotePart(note: NoteID("b.md"), title: "Plan B", text: "Plan B", level: 1),
        NotePart(note: NoteID("a.md"), title: "Plan", text: "Plan", level: 1),
        NotePart(note: NoteID("a.md"), title: "Plan", text: "Later", level: 2),
      ])
  }

  @Test("Blocks are found by the beginnings of their names, the newest notes first")
  func blocks() async throws {
    let links = try links()
    let found = try await links.blocks(named: "on", atMost: 9)
    #expect(found.map { "\($0.note.path.text) \($0.text)" } == ["b.md on", "a.md one"])
    #expect(try await links.blocks(named: "", atMost: 2).map(\.text) == ["on", "One"])
    #expect(try await links.blocks(named: "%", atMost: 9) == [])
  }

  @Test(
    "Files that Obsidian excludes are not offered, and an invalid expression excludes nothing"
  )
  func offered() async throws {
    let notes = ["a.md", "old/a.md", "older.md", "xay.md", "bxay.md"].map { NoteID(NotePath($0)) }
    let offered = try await links().offered(notes)
    #expect(offered.map(\.path.text) == ["a.md", "older.md", "bxay.md"])
  }
}
