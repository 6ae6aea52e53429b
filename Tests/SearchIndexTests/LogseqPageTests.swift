import Entities
import Services
import TestSupport
import Testing
import VaultSettings

@testable import SearchIndex

@Suite("Logseq pages")
struct LogseqPageTests {
  private static let id = "64b0d7a1-1111-4222-8333-0123456789ab"

  private struct Vault {
    let index: VaultIndex
    private let folder = TemporaryFolder()

    init(inLogseq: Bool, isIndexed: Bool = true) throws {
      let files = MemoryVault(inLogseq: inLogseq)
      let notes = [
        ("pages/a___b.md", "- one [[a/c]] [[b]] [[x/y]] [[a___b]]\n"),
        ("pages/a%2Fc.md", "- two [[a/b]] [[A/B#x|it]]\n  id:: \(LogseqPageTests.id)\n"),
        (
          "pages/Plan.md",
          "title:: The plan\nalias:: P, [[big plan]]\ntags:: work, [[b]], #c\n\n- t\n  alias:: no\n"
        ),
      ]
      for (number, note) in notes.enumerated() {
        files.write(note.0, note.1, seconds: 1_000_000 - Int64(number))
      }
      index =
        isIndexed
        ? try IndexedVault(files, in: folder).index
        : VaultIndex(
          files: files, folder: folder.bytes + Array("/none".utf8), clock: UTCClock())
    }

    func targets(of note: String) async throws -> [String?] {
      try await index.links.links(from: NoteID(note)).map { $0.target?.path.text }
    }

    func titles() async throws -> [String] {
      let catalog = try await index.catalog(CatalogRequest())
      return catalog.notes(in: 0..<catalog.count).map(\.title).sorted()
    }
  }

  @Test("Pages have the names that Logseq gives them, and links by those names work both ways")
  func pages() async throws {
    let vault = try Vault(inLogseq: true)
    #expect(try await vault.titles() == ["The plan", "a/b", "a/c"])
    #expect(
      try await vault.targets(of: "pages/a___b.md")
        == ["pages/a%2Fc.md", nil, nil, "pages/a___b.md"])
    #expect(
      try await vault.targets(of: "pages/a%2Fc.md") == ["pages/a___b.md", "pages/a___b.md"])
    #expect(try await vault.index.links.backlinks(to: NoteID("pages/a___b.md")).count == 2)
    let missing = try await vault.index.links.links(from: NoteID("pages/a___b.md")).map(\.missing)
    #expect(missing[1...2].map { $0?.path.text } == ["b.md", "pages/x___y.md"])
    let links = try await vault.index.links.newLinks(
      to: [
        NewLinkTarget(note: NoteID("pages/a___b.md")), NewLinkTarget(note: NoteID("pages/Plan.md")),
      ],
      from: nil)
    #expect(links.map(\.text) == ["[[a/b]]", "[[Plan]]"])
  }

  @Test("Properties of the first block belong to the page, and those of other blocks do not")
  func properties() async throws {
    let vault = try Vault(inLogseq: true)
    let plan = NoteID("pages/Plan.md")
    #expect(try await vault.index.find("big plan").map(\.id) == [plan])
    #expect(try await vault.index.find("p").filter(\.isExact).map(\.id) == [plan])
    #expect(try await vault.index.find("no").filter(\.isExact).isEmpty)
    #expect(try await vault.index.links.tags().map(\.name) == ["b", "c", "work"])
  }

  @Test("A block is found by its id")
  func blocks() async throws {
    let vault = try Vault(inLogseq: true)
    let found = try await vault.index.links.blocks(named: Self.id, atMost: 1)
    #expect(found.map(\.note.path.text) == ["pages/a%2Fc.md"])
    #expect(try await vault.index.links.blocks(named: "none", atMost: 1) == [])
  }

  @Test("Logseq pages work the same without an index")
  func unindexed() async throws {
    let vault = try Vault(inLogseq: true, isIndexed: false)
    #expect(try await vault.titles().contains("a/b"))
    #expect(
      try await vault.targets(of: "pages/a%2Fc.md") == ["pages/a___b.md", "pages/a___b.md"])
  }

  @Test("Other vaults do not follow Logseq's rules")
  func others() async throws {
    let vault = try Vault(inLogseq: false)
    #expect(try await vault.titles() == ["Plan", "a%2Fc", "a___b"])
    #expect(try await vault.targets(of: "pages/a%2Fc.md") == [nil, nil])
    #expect(try await vault.index.find("big plan").isEmpty)
    #expect(try await vault.index.links.tags().map(\.name) == ["c"])
  }
}
