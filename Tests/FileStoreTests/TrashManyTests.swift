import Entities
import Files
import Services
import TestSupport
import Testing
import VaultLayers

@testable import FileStore

@Suite("Trashing many notes")
struct TrashManyTests {
  private let ids = (0..<40).map { NoteID("deep/n\($0).md") }

  private func write(_ bench: Bench) {
    for (number, id) in ids.enumerated() { bench.folder.write(id.path.text, "text \(number)") }
  }

  @Test(
    "Each note is trashed with its record and restored to its path, and a missing one is reported")
  func goes() async throws {
    let bench = Bench()
    write(bench)
    bench.folder.write("n3.md", "another")
    bench.folder.remove("deep/n7.md")
    let answers = await bench.store.trashMany(ids + [NoteID("n3.md"), NoteID("../x.md")])
    #expect(answers.count == 42)
    let trashed = answers.compactMap { try? $0.get() }
    #expect(trashed.count == 40)
    #expect(throws: NoteStoreError.notFound(NotePath("deep/n7.md"))) { try answers[7].get() }
    #expect(throws: NoteStoreError.self) { try answers[41].get() }
    #expect(bench.folder.names(in: "deep").isEmpty)
    #expect(bench.folder.names(in: ".trash").filter { $0.hasSuffix(".md") }.count == 40)
    #expect(Set(try await bench.store.trashed().map(\.original)) == Set(trashed.map(\.original)))
    bench.folder.write("deep/n5.md", "taken")
    bench.folder.remove(".trash/n9.md")
    let back = await bench.store.restoreMany(trashed)
    for (note, answer) in zip(trashed, back) {
      switch note.original {
      case NoteID("deep/n5.md"): #expect(try answer.get() == NoteID("deep/n5 2.md"))
      case NoteID("deep/n9.md"): #expect(throws: NoteStoreError.self) { try answer.get() }
      default: #expect(try answer.get() == note.original)
      }
    }
    #expect(bench.folder.text("n3.md") == "another" && bench.folder.text("deep/n3.md") == "text 3")
    #expect(bench.folder.text("deep/n5 2.md") == "text 5")
    #expect(bench.folder.names(in: ".trash/.origin") == ["n9.md"])
  }

  @Test("A broken disk leaves all notes in the trash with their records")
  func breaksOnTheWayBack() throws {
    let bench = Bench()
    write(bench)
    let trashed = bench.vault.trashMany(ids).compactMap { try? $0.get() }
    let broken = VaultFolder(
      root: bench.folder.bytes, clock: bench.clock, disk: .breaking(atFlush: 0))
    #expect(broken.restoreMany(trashed).allSatisfy { (try? $0.get()) == nil })
    #expect(bench.folder.names(in: "deep").isEmpty)
    #expect(bench.folder.names(in: ".trash/.origin").count == ids.count)
    let back = bench.vault.restoreMany(trashed).compactMap { try? $0.get() }
    #expect(back == trashed.map(\.original))
    #expect(bench.folder.names(in: "deep").count == ids.count)
  }

  @Test("A disk that breaks at any flush leaves all notes untrashed")
  func breaks() throws {
    // The first flushes are for the new folders.
    for flush in 0..<6 {
      let bench = Bench(disk: .breaking(atFlush: flush))
      write(bench)
      let answers = bench.vault.trashMany(ids)
      let gone = answers.compactMap { try? $0.get() }
      #expect(gone.isEmpty || gone.count == ids.count)
      #expect(bench.folder.names(in: "deep").count == ids.count - gone.count, "\(flush)")
      if gone.isEmpty, bench.folder.exists(".trash/.origin") {
        #expect(bench.folder.names(in: ".trash/.origin").isEmpty)
      }
    }
  }

  @Test("A full disk leaves the remaining notes untrashed")
  func full() {
    let bench = Bench(disk: .full(after: 100))
    write(bench)
    let gone = bench.vault.trashMany(ids).compactMap { try? $0.get() }
    #expect(gone.count < ids.count)
    #expect(bench.folder.names(in: "deep").count == ids.count - gone.count)
    #expect(bench.folder.names(in: ".trash/.origin").count == gone.count)
  }

  @Test("A read-only vault trashes no notes")
  func readOnly() async {
    let bench = Bench()
    write(bench)
    let answers = await ReadOnlyStore(bench.store).trashMany(ids)
    #expect(answers.allSatisfy { (try? $0.get()) == nil })
    let trashed = bench.vault.trashMany([ids[0]]).compactMap { try? $0.get() }
    let back = await ReadOnlyStore(bench.store).restoreMany(trashed)
    #expect(back.count == 1 && (try? back[0].get()) == nil)
    #expect(bench.folder.names(in: "deep").count == ids.count - 1)
  }
}
