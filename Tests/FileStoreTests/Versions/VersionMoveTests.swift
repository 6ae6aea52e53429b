import Entities
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Versions of notes that move")
struct VersionMoveTests {
  private let a = NoteID("a.md")
  private let b = NoteID("folder/b.md")

  @Test("A note takes its versions along under its new path")
  func moved() async throws {
    let bench = VersionBench()
    for text in ["one", "two", "one"] { try await bench.keep(text, of: a, after: .seconds(1)) }
    let names = try await bench.versions.versions(of: a).map(\.name)
    try await bench.versions.noteMoved(from: a, to: b)
    #expect(try await bench.versions.versions(of: a).isEmpty)
    #expect(try await bench.versions.versions(of: b).map(\.name) == names)
    try await bench.keep("three", of: b, after: .seconds(1))
    #expect(try await bench.words(of: b) == ["three", "one", "two", "one"])
  }

  @Test("Onto the path of a note that is gone, the versions of both stand in the order of time")
  func joined() async throws {
    let bench = VersionBench()
    for number in 0..<12 {
      try await bench.keep("text \(number)", of: number % 3 == 0 ? a : b, after: .seconds(1))
    }
    try await bench.versions.noteMoved(from: a, to: b)
    #expect(try await bench.words(of: b) == (0..<12).reversed().map { "text \($0)" })
    #expect(try await bench.versions.versions(of: a).isEmpty)
  }

  @Test("A move that was cut short leaves the versions under both paths, and the next one ends it")
  func cutShort() async throws {
    let bench = VersionBench()
    for text in ["one", "two", "three"] { try await bench.keep(text, of: a, after: .seconds(1)) }
    let log = try #require(bench.folder.read(bench.logName(a)))
    try await bench.versions.noteMoved(from: a, to: b)
    bench.folder.write(bench.logName(a), log)
    #expect(try await bench.words(of: a) == ["three", "two", "one"])
    #expect(try await bench.words(of: b) == ["three", "two", "one"])
    try await bench.versions.noteMoved(from: a, to: b)
    #expect(try await bench.words(of: a).isEmpty)
    #expect(try await bench.words(of: b) == ["three", "two", "one"])
  }

  @Test("Notes that change places keep each its own versions")
  func swapped() async throws {
    let bench = VersionBench()
    try await bench.keep("of a", of: a)
    try await bench.keep("of b", of: b)
    let moves = VersionedMoves(StubMoves(), versions: bench.versions)
    let there = [NoteMove(from: a, to: b), NoteMove(from: b, to: a)]
    let receipt = try await moves.move(there, linking: nil)
    #expect(try await bench.words(of: a) == ["of b"])
    #expect(try await bench.words(of: b) == ["of a"])
    _ = try await moves.undo(receipt)
    #expect(try await bench.words(of: a) == ["of a"])
    #expect(try await bench.words(of: b) == ["of b"])
  }
}

/// Moves that always succeed.
private struct StubMoves: NoteMoves {
  func move(
    _ moves: [NoteMove], linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    MoveReceipt(moves: moves, rewritten: [])
  }

  func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    try await move(
      [NoteMove(from: note, to: NoteID(note.path.folder.appending(NotePath("\(title).md"))))],
      linking: linking)
  }

  func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    MoveReceipt(
      moves: receipt.moves.map { NoteMove(from: $0.to, to: $0.from) }, rewritten: [])
  }
}
