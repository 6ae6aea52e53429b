import Entities
import Services
import TestSupport
import Testing

@testable import SearchIndex

@Suite("The index that a command leaves behind")
struct FirstIndexTests {
  private let temporary = TemporaryFolder()
  private let files = MemoryVault()
  private var folder: [UInt8] { Array("\(temporary.path)/index".utf8) }

  init() {
    for number in 0..<100 { files.write("n\(number).md", "text #tag\n- [ ] task", seconds: 1) }
  }

  private func command() -> VaultIndex {
    VaultIndex(files: files, folder: folder, clock: UTCClock(), isWatched: false)
  }

  @Test(
    "The first command that reads all notes leaves an index, and the next one reads none",
    arguments: [0, 1, 2, 3])
  func leaves(question: Int) async throws {
    switch question {
    case 0: #expect(try await command().catalog(CatalogRequest()).count == 100)
    case 1: #expect(try await command().links.tags().count == 1)
    case 2: #expect(try await command().tasks.count(TaskRequest()) == 100)
    default: #expect(try await command().report().problems == [])
    }
    let before = files.reads
    let next = command()
    #expect(try await next.catalog(CatalogRequest()) is IndexCatalog)
    #expect(try await next.tasks.count(TaskRequest()) == 100)
    #expect(try await next.links.tags().first?.notes == 100)
    #expect(files.reads == before)
  }

  @Test("A command reads the files itself while another process builds the first index")
  func locked() async throws {
    let lock = try IndexFolder(path: folder).lock()
    let index = command()
    #expect(try await index.tasks.count(TaskRequest()) == 100)
    #expect(try await !(index.catalog(CatalogRequest()) is IndexCatalog))
    _ = consume lock
    #expect(try await index.catalog(CatalogRequest()) is IndexCatalog)
  }

  @Test("A command answers even where no index can be written")
  func unwritable() async throws {
    let index = VaultIndex(
      files: files, folder: Array("/proc/none/index".utf8), clock: UTCClock(), isWatched: false)
    #expect(try await index.tasks.count(TaskRequest()) == 100)
    #expect(try await index.catalog(CatalogRequest()).count == 100)
  }
}
