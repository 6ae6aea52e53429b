import Entities
import Services
import TestSupport
import Testing

@testable import SearchIndex

@Suite("All files for tables")
struct FileTableTests {
  private let folder = TemporaryFolder()

  @Test(
    "Notes have their tags, links and front matter, with an index and without",
    arguments: [true, false])
  func rows(_ isIndexed: Bool) async throws {
    let files = MemoryVault()
    files.write("b.md", "---\nx: 1\nlist: [a, b]\n---\n#red [[a]] ![[c/Deep#Part]]\n", seconds: 5)
    files.write("a.md", "plain [[b]] [[nowhere]] [t](c/Deep.md)\n", seconds: 6)
    files.write("c/Deep.md", "---\nid: d1\n---\n[up](../b.md) [[#here]]\n", seconds: 7)
    files.write("c/b.md", "other\n", seconds: 8)
    let index =
      isIndexed
      ? try IndexedVault(files, in: folder).index
      : VaultIndex(files: files, folder: folder.bytes + Array("/none".utf8), clock: UTCClock())
    let table = try await index.tables.table()
    #expect(table.rows.map(\.path.text) == ["a.md", "b.md", "c/Deep.md", "c/b.md"])
    #expect(table.rows[1].tags == ["red"])
    #expect(table.rows[1].links.map(\.target) == ["a", "c/Deep#Part"])
    #expect(table.rows[1].links.map(\.isEmbed) == [false, true])
    #expect(table.rows[1].modified == Timestamp(seconds: 5))
    #expect(table.rows.map(\.size) == files.paths.map { files.facts(of: NoteID($0))?.size })
    #expect(String(decoding: table.frontMatter(of: 1), as: UTF8.self) == "x: 1\nlist: [a, b]\n")
    #expect(table.frontMatter(of: 0).isEmpty)
    #expect(table.sources(ofLinksTo: 1) == [0, 2])
    #expect(table.sources(ofLinksTo: 2) == [0, 1])
    #expect(table.sources(ofLinksTo: 3).isEmpty)
    #expect(table.file(named: "b", from: 2) == 3 && table.file(named: "b", from: 0) == 1)
    #expect(
      table.file(named: "d1", from: nil) == 2 && table.file(named: "nowhere", from: nil) == nil)
    #expect(table.file(at: NotePath("c/b.md")) == 3)
  }

  @Test("Front matter that is long is whole")
  func long() async throws {
    let files = MemoryVault()
    let lines = (0..<90).map { "key\($0): \(String(repeating: "value ", count: 30))\n" }.joined()
    files.write("a.md", "---\n\(lines)---\ntext\n", seconds: 5)
    let table = try await IndexedVault(files, in: folder).index.tables.table()
    #expect(table.frontMatter(of: 0).count == lines.utf8.count)
  }
}
