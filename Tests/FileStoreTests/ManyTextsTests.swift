import Entities
import Files
import Glibc
import Services
import Synchronization
import TestSupport
import Testing

@testable import FileStore

/// A note with enough links that the disk is flushed once per batch.
@Suite("Many texts in one move")
struct ManyTextsTests {
  private let state = TemporaryFolder()
  private static let notes = ManyTexts.most * 2 + 30

  /// Counts how often the disk is flushed, and refuses one of the flushes.
  private final class Waits: Sendable {
    let all = Mutex(0)
    let each = Mutex(0)
    let refused: Int?

    init(refusing refused: Int? = nil) { self.refused = refused }

    var disk: Disk {
      Disk(
        writeSome: Disk.real.writeSome,
        flush: { _ in
          self.each.withLock { $0 += 1 }
          return 0
        },
        flushAll: { _ in
          let count = self.all.withLock { all in
            all += 1
            return all
          }
          return count == self.refused ? -EIO : 0
        })
    }
  }

  private func bench(_ waits: Waits) -> (Bench, FolderMoves) {
    let bench = Bench(disk: waits.disk)
    bench.folder.write("hub.md", "the middle")
    for note in 0..<Self.notes {
      bench.folder.write("f\(note % 7)/\(note).md", Self.text(note, "hub"))
    }
    let moves = FolderMoves(
      bench.vault, journal: state.bytes + Array("/moves".utf8),
      rewriter: .links(identified: { _ in [] }))
    return (bench, moves)
  }

  private static func text(_ note: Int, _ name: String) -> String {
    "# \(note)\r\nsee [[\(name)]] and [[\(name)|it]]\n\u{1}"
  }

  private func check(_ bench: Bench, say name: String, _ location: SourceLocation) {
    for note in 0..<Self.notes {
      let text = bench.folder.text("f\(note % 7)/\(note).md")
      #expect(text == Self.text(note, name), sourceLocation: location)
    }
    #expect(bench.folder.text("\(name).md") == "the middle", sourceLocation: location)
    for folder in 0..<7 {
      #expect(bench.leftovers(in: "f\(folder)").isEmpty, sourceLocation: location)
    }
    #expect(state.names(in: "moves") == ["lock"], sourceLocation: location)
  }

  private let move = NoteMove(from: NoteID("hub.md"), to: NoteID("center.md"))

  @Test("All notes change with a few flushes in all, and undo restores every byte")
  func moves() async throws {
    let waits = Waits()
    let (bench, moves) = bench(waits)
    bench.folder.setMode("f1/1.md", 0o640)
    let receipt = try await moves.move([move], linking: nil)
    #expect(receipt.rewritten.count == Self.notes)
    check(bench, say: "center", #_sourceLocation)
    #expect(bench.folder.mode("f1/1.md") == 0o640)
    #expect(waits.all.withLock { $0 } == 4)
    #expect(waits.each.withLock { $0 } < 30)
    _ = try await moves.undo(receipt)
    check(bench, say: "hub", #_sourceLocation)
  }

  @Test("A flush that fails in any batch leaves everything unchanged", arguments: [1, 2, 3, 4])
  func fails(refused: Int) async throws {
    let (bench, moves) = bench(Waits(refusing: refused))
    await #expect(throws: NoteStoreError.self) {
      try await moves.move([move], linking: nil)
    }
    check(bench, say: "hub", #_sourceLocation)
  }

  @Test("A note changed by another program stops the whole move and is not overwritten")
  func changedMeanwhile() async throws {
    let bench = Bench()
    let changing = Mutex(false)
    let folder = bench.folder
    let disk = Disk(
      writeSome: Disk.real.writeSome, flush: { _ in 0 },
      flushAll: { _ in
        // The new texts are waiting next to their notes now.
        let isFirst = changing.withLock { done in
          defer { done = true }
          return !done
        }
        if isFirst { folder.write("n9.md", "theirs, longer than before") }
        return 0
      })
    let vault = VaultFolder(root: folder.bytes, clock: bench.clock, disk: disk)
    folder.write("hub.md", "the middle")
    for note in 0..<20 { folder.write("n\(note).md", "[[hub]] \(note)") }
    let moves = FolderMoves(
      vault, journal: state.bytes + Array("/moves".utf8),
      rewriter: .links(identified: { _ in [] }))
    await #expect(throws: NoteStoreError.changedOutside(NotePath("n9.md"))) {
      try await moves.move([move], linking: nil)
    }
    for note in 0..<20 where note != 9 { #expect(folder.text("n\(note).md") == "[[hub]] \(note)") }
    #expect(folder.text("n9.md") == "theirs, longer than before")
    #expect(folder.text("hub.md") == "the middle")
    #expect(bench.leftovers.isEmpty)
  }
}
