import Entities
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Versions of moved notes")
struct VersionMoveTests {
  private let a = NoteID("a.md")
  private let b = NoteID("folder/b.md")

  @Test("A moved note's versions follow it to its new path")
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

  @Test("A note moved to the path of a removed note joins both histories in order of time")
  func joined() async throws {
    let bench = VersionBench()
    for number in 0..<12 {
      try await bench.keep("text \(number)", of: number % 3 == 0 ? a : b, after: .seconds(1))
    }
    try await bench.versions.noteMoved(from: a, to: b)
    #expect(try await bench.words(of: b) == (0..<12).reversed().map { "text \($0)" })
    #expect(try await bench.versions.versions(of: a).isEmpty)
  }

  /// A note with three versions is trashed, and another one takes its path.
  private func trashedAndReplaced(_ bench: VersionBench) async throws -> TrashedNote {
    for text in ["one", "two", "three"] { try await bench.keep(text, of: a, after: .seconds(1)) }
    let trashed = TrashedNote(
      original: a, resting: NotePath(".trash/a.md"), trashed: bench.clock.now)
    for text in ["new", "newer"] { try await bench.keep(text, of: a, after: .seconds(1)) }
    return trashed
  }

  @Test("A note restored next to another takes only its own versions along")
  func restoredBeside() async throws {
    let bench = VersionBench()
    let trashed = try await trashedAndReplaced(bench)
    await bench.versions.noteWasRestored(trashed, to: b)
    #expect(try await bench.words(of: b) == ["three", "two", "one"])
    #expect(try await bench.words(of: a) == ["newer", "new"])
    try await bench.keep("newest", of: a, after: .seconds(1))
    try await bench.keep("four", of: b, after: .seconds(1))
    #expect(try await bench.words(of: b) == ["four", "three", "two", "one"])
    #expect(try await bench.words(of: a) == ["newest", "newer", "new"])
  }

  @Test("Versions left at the new path by an earlier note stay there")
  func restoredOnto() async throws {
    let bench = VersionBench()
    try await bench.keep("of b", of: b)
    let trashed = try await trashedAndReplaced(bench)
    await bench.versions.noteWasRestored(trashed, to: b)
    #expect(try await bench.words(of: b) == ["three", "two", "one", "of b"])
    #expect(try await bench.words(of: a) == ["newer", "new"])
  }

  @Test("Versions stay at the path if the note returns to it or its trashing time is unknown")
  func restoredThere() async throws {
    let bench = VersionBench()
    var trashed = try await trashedAndReplaced(bench)
    await bench.versions.noteWasRestored(trashed, to: a)
    trashed.trashed = nil
    await bench.versions.noteWasRestored(trashed, to: b)
    #expect(try await bench.words(of: a) == ["newer", "new", "three", "two", "one"])
    #expect(try await bench.words(of: b).isEmpty)
  }

  @Test("A power cut between writing the two logs loses no version")
  func restoringCutShort() async throws {
    let bench = VersionBench()
    let trashed = try await trashedAndReplaced(bench)
    let log = try #require(bench.folder.read(bench.logName(a)))
    await bench.versions.noteWasRestored(trashed, to: b)
    bench.folder.write(bench.logName(a), log)
    #expect(try await bench.words(of: a) == ["newer", "new", "three", "two", "one"])
    await bench.versions.noteWasRestored(trashed, to: b)
    #expect(try await bench.words(of: b) == ["three", "two", "one"])
    #expect(try await bench.words(of: a) == ["newer", "new"])
  }

  @Test("An interrupted move leaves the versions under both paths, and the next move completes it")
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

  @Test("Notes that swap paths each retain their own versions")
  func swapped() async throws {
    let bench = VersionBench()
    try await bench.keep("of a", of: a)
    try await bench.keep("of b", of: b)
    let moves = FollowedMoves(
      StubMoves(), store: MemoryNoteStore([:]), versions: bench.versions)
    let there = [NoteMove(from: a, to: b), NoteMove(from: b, to: a)]
    let receipt = try await moves.move(there, linking: nil)
    #expect(try await bench.words(of: a) == ["of b"])
    #expect(try await bench.words(of: b) == ["of a"])
    _ = try await moves.undo(receipt)
    #expect(try await bench.words(of: a) == ["of a"])
    #expect(try await bench.words(of: b) == ["of b"])
  }

  /// The next start after a crash, with these moves recorded and these notes present.
  private func cutOff(_ bench: VersionBench, _ moves: [NoteMove], there: Set<NoteID>) async {
    _ = bench.versions.willMove(moves)
    await bench.another().recover { there.contains($0) }
  }

  @Test("Versions that did not follow their note because of a crash follow at the next start")
  func recovers() async throws {
    let bench = VersionBench()
    for text in ["one", "two"] { try await bench.keep(text, of: a, after: .seconds(1)) }
    await cutOff(bench, [NoteMove(from: a, to: b)], there: [b])
    #expect(try await bench.words(of: b) == ["two", "one"])
    #expect(try await bench.words(of: a).isEmpty)
    #expect(bench.pendingMoves.isEmpty)
  }

  @Test("Versions stay at their path after a crash unless their owner is certain")
  func recoversNothing() async throws {
    let move = [NoteMove(from: a, to: b)]
    for there: Set<NoteID> in [[a], [a, b], []] {
      let bench = VersionBench()
      try await bench.keep("of a", of: a)
      await cutOff(bench, move, there: there)
      #expect(try await bench.words(of: a) == ["of a"])
      #expect(try await bench.words(of: b).isEmpty)
      // Another program may be moving it right now, but not a day later.
      #expect(bench.pendingMoves.count == 1)
      bench.clock.advance(by: .seconds(3_000_000_000))
      await bench.another().recover { there.contains($0) }
      #expect(bench.pendingMoves.isEmpty)
    }
    let bench = VersionBench()
    try await bench.keep("of a", of: a)
    try await bench.keep("of b", of: b)
    await cutOff(bench, move, there: [b])
    #expect(try await bench.words(of: a) == ["of a"])
    #expect(try await bench.words(of: b) == ["of b"])
  }

  @Test("Versions set aside while notes swap paths are moved to their notes")
  func recoversSwap() async throws {
    let bench = VersionBench()
    try await bench.keep("of a", of: a)
    try await bench.keep("of b", of: b)
    let moves = [NoteMove(from: a, to: b), NoteMove(from: b, to: a)]
    for move in moves {
      try await bench.versions.noteMoved(from: move.from, to: PendingMoves.aside(of: move.to))
    }
    await cutOff(bench, moves, there: [a, b])
    #expect(try await bench.words(of: a) == ["of b"])
    #expect(try await bench.words(of: b) == ["of a"])
  }

  @Test("An invalid file of moves is discarded and moves nothing")
  func hostileFile() async throws {
    let bench = VersionBench()
    try await bench.keep("of a", of: a)
    bench.folder.write("\(bench.place)/moving/move-1", "a.md folder%2Fb.md x\n%zz\0\n")
    await bench.versions.recover { $0 == b }
    #expect(try await bench.words(of: a) == ["of a"])
    #expect(bench.pendingMoves.isEmpty)
  }

  @Test("A successful move leaves no record")
  func crossesOut() async throws {
    let bench = VersionBench()
    try await bench.keep("of a", of: a)
    let moves = FollowedMoves(
      StubMoves(), store: MemoryNoteStore([:]), versions: bench.versions)
    let receipt = try await moves.move([NoteMove(from: a, to: b)], linking: nil)
    #expect(try await bench.words(of: b) == ["of a"])
    _ = try await moves.undo(receipt)
    #expect(try await bench.words(of: a) == ["of a"])
    #expect(bench.pendingMoves.isEmpty)
  }
}

/// Moves that always succeed.
private struct StubMoves: NoteMoves, NoteRewriting {
  func trial(_ trial: MoveTrial) -> any NoteMoves & NoteRewriting { self }

  func move(
    _ moves: [NoteMove], linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    MoveReceipt(moves: moves, rewritten: [])
  }

  func files(in folder: NotePath) async throws(NoteStoreError) -> [NotePath] { [] }
  func clear(_ folders: [NotePath]) async -> [NotePath] { [] }

  func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    try await move(
      [NoteMove(from: note, to: NoteID(note.path.folder.appending(NotePath("\(title).md"))))],
      linking: linking)
  }

  func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    MoveReceipt(
      moves: receipt.moves.reversedMoves, rewritten: [])
  }

  func rewrite(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt {
    RewriteReceipt(changes: changes)
  }

  func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    RewriteReceipt(changes: receipt.changes.map(\.reversed))
  }
}
