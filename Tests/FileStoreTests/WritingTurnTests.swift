import Entities
import Files
import Glibc
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Runs of the program take turns writing a note")
struct WritingTurnTests {
  private let state = TemporaryFolder()
  private let folder = TemporaryFolder()
  private let id = NoteID("a.md")
  private let name = Array("a.md".utf8)

  private func turns(for patience: Duration = .zero) -> WriteLocks {
    WriteLocks(stateFolder: state.bytes, root: folder.bytes, patience: patience)
  }

  private func vault(_ turns: WriteLocks) -> VaultFolder {
    VaultFolder(root: folder.bytes, clock: StillClock(), turns: turns)
  }

  private var refusal: NoteStoreError {
    .failed(id.path, action: "save", reason: SystemError(EWOULDBLOCK).reason)
  }

  @Test("A save waits for another run's save and reports a long wait (line D1)")
  func saving() throws {
    folder.write("a.md", "old")
    let vault = vault(turns())
    let stamp = try vault.read(id).stamp
    do {
      let raw = try Posix.openFolder(folder.bytes)
      let held = Held(try turns().take(name, in: raw.raw))
      #expect(held.hasTurn)
      #expect(throws: refusal) { try vault.save([1], to: id, replacing: stamp) }
      #expect(folder.text("a.md") == "old" && folder.names() == ["a.md"])
      held.end()
    }
    _ = try vault.save([1], to: id, replacing: stamp)
    #expect(folder.read("a.md") == [1])
  }

  @Test("A note is recognized under every path that leads to it (line D1)")
  func links() throws {
    folder.write("real/a.md", "old")
    folder.link("alias", to: "real")
    let vault = vault(turns())
    let alias = NoteID("alias/a.md")
    let stamp = try vault.read(alias).stamp
    let raw = try Posix.openFolder(folder.bytes + Array("/real".utf8))
    let held = Held(try turns().take(name, in: raw.raw))
    #expect(throws: NoteStoreError.self) { try vault.save([1], to: alias, replacing: stamp) }
    held.end()
    _ = try vault.save([1], to: alias, replacing: stamp)
  }

  @Test("A save does not wait for other notes or for the same name in another folder (line D1)")
  func others() throws {
    folder.write("a.md", "one")
    folder.write("b.md", "two")
    folder.write("f/a.md", "three")
    let vault = vault(turns())
    let raw = try Posix.openFolder(folder.bytes)
    let held = Held(try turns().take(name, in: raw.raw))
    for other in ["b.md", "f/a.md"].map({ NoteID($0) }) {
      _ = try vault.save([1], to: other, replacing: vault.read(other).stamp)
    }
    held.end()
  }

  @Test("A rewrite of many notes waits for a save of one of them (line D1)", arguments: [1, 30])
  func rewriting(notes: Int) async throws {
    let names = (0..<notes).map { "\($0).md" }
    for name in names { folder.write(name, "old") }
    let moves = FolderMoves(
      vault(turns()), journal: state.bytes + Array("/moves".utf8),
      rewriter: .links(identified: { _ in [] }))
    let piece = NoteChange.Piece(
      range: 0..<3, old: Array("old".utf8), new: Array("new".utf8), line: 1, context: "old",
      contextRange: 0..<3)
    let changes = names.map { NoteChange(note: NoteID($0), title: $0, pieces: [piece]) }
    let raw = try Posix.openFolder(folder.bytes)
    let held = Held(try turns().take(Array("0.md".utf8), in: raw.raw))
    await #expect(throws: NoteStoreError.self) { try await moves.rewrite(changes) }
    #expect(names.allSatisfy { folder.text($0) == "old" })
    held.end()
    _ = try await moves.rewrite(changes)
    #expect(names.allSatisfy { folder.text($0) == "new" })
  }

  private final class Held {
    private var turn: Descriptor?

    init(_ turn: consuming Descriptor?) { self.turn = turn }

    var hasTurn: Bool { turn != nil }
    func end() { turn = nil }
  }

  @Test("A state folder that cannot be created causes no waiting (line D1)")
  func noState() async throws {
    folder.write("a.md", "old")
    folder.write("file", "no folder")
    let turns = WriteLocks(stateFolder: Array(folder.path("file/state").utf8), root: folder.bytes)
    let vault = vault(turns)
    _ = try vault.save([1], to: id, replacing: vault.read(id).stamp)
    #expect(folder.read("a.md") == [1])
    #expect(await FolderStore(vault, turns: turns).turn(at: id) == nil)
  }

  @Test("A note's turn is waited for and ends when it is released (line D1)")
  func changing() async throws {
    let (one, other) = (vault(turns()), vault(turns()))
    let (first, second) = (FolderStore(one, turns: turns()), FolderStore(other, turns: turns()))
    var turn = await first.turn(at: id)
    #expect(turn != nil)
    #expect(await second.turn(at: id) == nil)
    #expect(await second.turn(at: NoteID("b.md")) != nil)
    turn = nil
    #expect(await second.turn(at: id) != nil)
  }

  // MARK: - What a crash leaves

  private let later = StillClock(Timestamp(seconds: Int64(time(nil)) + 60))

  private func walk() -> [String] {
    _ = FolderFiles(root: folder.bytes, clock: later).survey(isCancelled: { false })
    return folder.names()
  }

  /// A save that was killed right after it exchanged the names of the two files.
  private func killedInExchange(seen: String, there: String) throws {
    folder.write("a.md", seen)
    let old = try Posix.facts(Array(folder.path("a.md").utf8))
    folder.write("new", "ours")
    let new = try Posix.facts(Array(folder.path("new").utf8))
    if there != seen {
      folder.write("b", there)
      folder.rename("b", to: "a.md")
    }
    let aside = String(decoding: TemporaryName.exchanging(old, with: new), as: UTF8.self)
    folder.rename("a.md", to: aside)
    folder.rename("new", to: "a.md")
  }

  @Test(
    "Another program's text under a leftover temporary name is shown, not removed (line D1)")
  func strangersText() throws {
    try killedInExchange(seen: "seen", there: "another program's")
    #expect(walk() == ["Found text.md", "a.md"])
    #expect(folder.text("Found text.md") == "another program's" && folder.text("a.md") == "ours")
  }

  @Test("The text that a save replaced before it was killed is removed (line D1)")
  func replacedText() throws {
    try killedInExchange(seen: "seen", there: "seen")
    #expect(walk() == ["a.md"])
    #expect(folder.text("a.md") == "ours")
  }

  @Test("Our own text that was never moved to its final name is removed (line D1)")
  func ownText() throws {
    folder.write("a.md", "seen")
    folder.write("new", "ours")
    let aside = TemporaryName.exchanging(
      try Posix.facts(Array(folder.path("a.md").utf8)),
      with: try Posix.facts(Array(folder.path("new").utf8)))
    folder.rename("new", to: String(decoding: aside, as: UTF8.self))
    #expect(walk() == ["a.md"])
  }
}
