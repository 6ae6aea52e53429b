import Entities
import Files
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Saving a text in pieces")
struct SavingPiecesTests {
  let id = NoteID("a.md")

  @Test("A text of any size is saved byte for byte, and its stamp allows another save")
  func saves() async throws {
    let bench = Bench()
    var random = SeededRandom(seed: 4)
    bench.folder.write("a.md", "old")
    var stamp = try await bench.store.read(id).stamp
    for size in [0, 10, 100_000, (1 << 20) + 10] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      stamp = try await bench.store.save(
        PiecedText(bytes, cuts: 50, &random), to: id, replacing: stamp)
      #expect(bench.folder.read("a.md")?.elementsEqual(bytes) == true)
      #expect(try await bench.store.read(id).stamp == stamp)
    }
    let made = try await bench.store.create(
      PiecedText(Array("made".utf8), cuts: 2, &random), titled: "New", in: NotePath(""))
    #expect(bench.folder.text("New.md") == "made")
    #expect(try await bench.store.read(made.id).stamp == made.stamp)
    #expect(bench.leftovers.isEmpty)
  }

  @Test("A disk that fills up leaves the old text and nothing of the new text")
  func full() throws {
    let bench = Bench(disk: .full(after: 100_000))
    bench.folder.write("a.md", "old")
    let stamp = try bench.vault.read(id).stamp
    let text = PiecedText([[UInt8]](repeating: [UInt8](repeating: 1, count: 70_000), count: 3))
    #expect(throws: NoteStoreError.noSpace(id.path)) {
      try bench.vault.save(text, to: id, replacing: stamp)
    }
    #expect(bench.folder.text("a.md") == "old")
    #expect(bench.leftovers.isEmpty)
  }

  @Test(
    "Saving accepts a file that already holds the same text, but not one that differs by a byte")
  func alreadyThere() async throws {
    let bench = Bench()
    var random = SeededRandom(seed: 5)
    bench.folder.write("a.md", "old")
    let stamp = try await bench.store.read(id).stamp
    let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 >> 8) }
    bench.folder.write("a.md", bytes)
    let text = PiecedText(bytes, cuts: 9, &random)
    let there = try await bench.store.save(text, to: id, replacing: stamp)
    #expect(try await bench.store.read(id).stamp == there)
    for other in [bytes.dropLast() + [0], bytes + [0], Array(bytes.dropLast())] {
      bench.folder.write("a.md", other)
      await #expect(throws: NoteStoreError.changedOutside(id.path)) {
        try await bench.store.save(text, to: id, replacing: stamp)
      }
      #expect(bench.folder.read("a.md")?.elementsEqual(other) == true)
    }
  }
}
