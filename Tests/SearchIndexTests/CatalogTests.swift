import Entities
import Services
import TestSupport
import Testing
import VaultSettings

@testable import SearchIndex

@Suite("Catalogs of notes")
struct CatalogTests {
  private let folder = TemporaryFolder()

  private func makeFiles() -> MemoryVault {
    let files = MemoryVault()
    files.write("b.md", "# Zebra\n\nÉtude in #work/deep", seconds: 300)
    files.write("a/c.md", "---\ncreated: 2020-01-01T00:00:00Z\n---\nplain words", seconds: 500)
    files.write("a/x/d.md", "# apple\n\n#Work", seconds: 400)
    files.write("ab/e.md", "# Émile\n\ntext", seconds: 100)
    files.write("2021-05-05.md", "# Daily\n\n#workshop", seconds: 1_700_000_000)
    return files
  }

  private func request(_ change: (inout CatalogRequest) -> Void) -> CatalogRequest {
    var request = CatalogRequest()
    change(&request)
    return request
  }

  private static let cases:
    [(name: String, change: @Sendable (inout CatalogRequest) -> Void, paths: [String])] = [
      ("all", { _ in }, ["2021-05-05.md", "a/c.md", "a/x/d.md", "b.md", "ab/e.md"]),
      (
        "reversed", { $0.isReversed = true },
        ["ab/e.md", "b.md", "a/x/d.md", "a/c.md", "2021-05-05.md"]
      ),
      (
        "by title", { $0.order = .title },
        ["a/x/d.md", "a/c.md", "2021-05-05.md", "ab/e.md", "b.md"]
      ),
      (
        "by title, reversed",
        {
          $0.order = .title
          $0.isReversed = true
        },
        ["b.md", "ab/e.md", "2021-05-05.md", "a/c.md", "a/x/d.md"]
      ),
      (
        "by creation", { $0.order = .created },
        ["2021-05-05.md", "a/c.md", "a/x/d.md", "b.md", "ab/e.md"]
      ),
      (
        "by file name", { $0.order = .name },
        ["2021-05-05.md", "b.md", "a/c.md", "a/x/d.md", "ab/e.md"]
      ),
      ("the beginning of a tag", { $0.words = "#WOR" }, ["2021-05-05.md", "a/x/d.md", "b.md"]),
      ("words and a tag below another", { $0.words = "etude #work/" }, ["b.md"]),
      (
        "two tags by title",
        {
          $0.words = "#wo #work"
          $0.order = .title
        }, ["a/x/d.md", "2021-05-05.md", "b.md"]
      ),
      ("a word", { $0.words = "ETUDE" }, ["b.md"]),
      ("words of title and path", { $0.words = " a/ app" }, ["a/x/d.md"]),
      ("a word with its marks", { $0.words = "é" }, ["ab/e.md", "a/x/d.md", "b.md"]),
      ("no such word", { $0.words = "nowhere" }, []),
      ("a tag and those below", { $0.tag = "work" }, ["a/x/d.md", "b.md"]),
      ("a tag as it is written", { $0.tag = "#Work/Deep" }, ["b.md"]),
      ("a folder", { $0.folder = NotePath("a") }, ["a/c.md", "a/x/d.md"]),
      (
        "the whole vault as a folder", { $0.folder = NotePath("") },
        ["2021-05-05.md", "a/c.md", "a/x/d.md", "b.md", "ab/e.md"]
      ),
      (
        "all of it",
        {
          $0.folder = NotePath("a")
          $0.tag = "work"
          $0.words = "apple"
          $0.order = .title
        }, ["a/x/d.md"]
      ),
      (
        "tag and words",
        {
          $0.tag = "work"
          $0.words = "e"
          $0.isReversed = true
        }, ["b.md", "a/x/d.md"]
      ),
    ]

  @Test(
    "A sort order and a filter give the same notes with and without an index",
    arguments: cases.indices)
  func requests(_ index: Int) async throws {
    let (name, change, paths) = Self.cases[index]
    let files = makeFiles()
    let vault = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    let request = request(change)
    for isIndexed in [false, true] {
      if isIndexed { _ = await vault.reconciled() }
      let catalog = try await vault.catalog(request)
      #expect(catalog is IndexCatalog == isIndexed)
      let rows = catalog.notes(in: 0..<catalog.count)
      #expect(rows.map(\.id.path.text) == paths, "\(name)")
      #expect(catalog.total == 5)
      for (place, path) in paths.enumerated() {
        #expect(catalog.position(of: NoteID(path)) == place, "\(name)")
      }
      #expect(catalog.position(of: NoteID("none.md")) == nil)
      #expect(catalog.notes(in: -5..<100).count == paths.count)
    }
  }

  @Test("Folder counts are the same with an index, without one, and with any other index")
  func folders() async throws {
    let files = makeFiles()
    let vault = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    let wanted = [("", 2), ("a", 1), ("a/x", 1), ("ab", 1)].map {
      NoteFolder(path: NotePath($0.0), notes: $0.1)
    }
    #expect(try await vault.folders() == wanted)
    _ = await vault.reconciled()
    #expect(try await vault.folders() == wanted)
    let unwatched = VaultIndex(
      files: files, folder: folder.bytes, clock: UTCClock(), isWatched: false)
    #expect(try await unwatched.folders() == wanted)
    let memory = MemoryIndex(MemoryNoteStore(["a/b.md": "", "a/c.md": "", "d.md": ""]))
    #expect(try await memory.folders().map(\.notes) == [1, 2])
  }

  @Test("Rows are the same with and without an index")
  func rows() async throws {
    let files = makeFiles()
    files.write(NotePath("pipe.md"), [], seconds: 900, obstacle: .unreadable("is a pipe"))
    let vault = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    let without = try await vault.catalog(CatalogRequest())
    _ = await vault.reconciled()
    let with = try await vault.catalog(CatalogRequest())
    #expect(without.notes(in: 0..<6) == with.notes(in: 0..<6))
    #expect(with.notes(in: 1..<2).first?.obstacle?.words == "is a pipe")
  }

  @Test("A long catalog shows the same rows before and after it is fully known")
  func long() async throws {
    let files = MemoryVault()
    for number in 0..<3000 { files.write("n\(number).md", "text", seconds: Int64(number)) }
    let vault = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    _ = await vault.reconciled()
    for isReversed in [false, true] {
      let catalog = try await vault.catalog(request { $0.isReversed = isReversed })
      let numbers = isReversed ? Array(0..<3000) : Array((0..<3000).reversed())
      for round in 0..<2 {
        for start in [0, 10, 700, 1490, 2000, 2950] {
          let rows = catalog.notes(in: start..<(start + 50))
          #expect(rows.map(\.id.path.text) == numbers[start..<(start + 50)].map { "n\($0).md" })
        }
        // From now on all ids are known.
        if round == 0 {
          #expect(catalog.position(of: NoteID("n17.md")) == numbers.firstIndex(of: 17))
        }
      }
    }
  }

  @Test("A catalog does not change while the index moves on")
  func snapshot() async throws {
    let files = makeFiles()
    let vault = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    _ = await vault.reconciled()
    let before = try await vault.catalog(CatalogRequest())
    files.remove(NotePath("b.md"))
    files.write("new.md", "new", seconds: 1_800_000_000)
    _ = try await vault.refresh([NoteID("b.md"), NoteID("new.md")])
    let after = try await vault.catalog(CatalogRequest())
    #expect(before.notes(in: 0..<5).map(\.id.path.text).contains("b.md"))
    #expect(before.count == 5)
    #expect(after.notes(in: 0..<5).first?.id == NoteID("new.md"))
    #expect(after.count == 5)
    #expect(after.position(of: NoteID("b.md")) == nil)
  }

  /// A list holds a snapshot for as long as it exists, and takes the next one before dropping it.
  @Test("The index log restarts despite constant readers, and each reader sees its own snapshot")
  func log() async throws {
    let files = makeFiles()
    let vault = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    _ = await vault.reconciled()
    var catalog = try await vault.catalog(CatalogRequest())
    var (longest, restarts, round) = (0, 0, 0)
    while restarts < 3, round < 3_000 {
      let before = catalog.notes(in: 0..<5)
      round += 1
      let words = (0..<2_000).map { "word\(round)x\($0)" }.joined(separator: " ")
      files.write("new.md", "# Round \(round)\n\n\(words)", seconds: 1_800_000_000 + Int64(round))
      _ = try await vault.refresh([NoteID("new.md")])
      let next = try await vault.catalog(CatalogRequest())
      try #require(catalog.notes(in: 0..<5) == before)
      try #require(next.notes(in: 0..<1).first?.title == "Round \(round)")
      catalog = next
      let size = folder.names().first { $0.hasSuffix(".db-wal") }.flatMap { folder.read($0)?.count }
      if size ?? 0 < longest / 2 { (longest, restarts) = (0, restarts + 1) }
      longest = max(longest, size ?? 0)
    }
    #expect(restarts == 3)
  }

  @Test("A repeated word filter finds what changed since")
  func refiltered() async throws {
    let files = makeFiles()
    let vault = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    _ = await vault.reconciled()
    let filter = request { $0.words = "text" }
    #expect(try await vault.catalog(filter).count == 1)
    files.write("b.md", "text now", seconds: 1_800_000_000)
    files.remove(NotePath("ab/e.md"))
    _ = await vault.reconciled()
    let catalog = try await vault.catalog(filter)
    #expect(catalog.notes(in: 0..<catalog.count).map(\.id.path.text) == ["b.md"])
  }
}
