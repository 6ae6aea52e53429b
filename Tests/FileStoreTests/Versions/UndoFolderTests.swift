import Entities
import Files
import Services
import TestSupport
import Testing
import VaultLayers

@testable import FileStore

@Suite("Undo data stored with the versions")
struct UndoFolderTests {
  let bench = VersionBench()
  let note = NoteID("daily/plan.md")

  private var place: String { "\(bench.place)/undo" }

  @Test("Only the newest undo data is stored for the next run, in a file private to its owner")
  func keeps() async throws {
    #expect(await bench.versions.undo(of: note) == nil)
    try await bench.versions.keepUndo([1, 2], of: note)
    try await bench.versions.keepUndo([3], of: note)
    #expect(await bench.another().undo(of: note) == [3])
    #expect(await bench.another().undo(of: NoteID("other.md")) == nil)
    #expect(bench.folder.names(in: place).count == 1)
    #expect(bench.folder.mode(place) == 0o700)
    #expect(bench.folder.mode("\(place)/\(bench.folder.names(in: place)[0])") == 0o600)
    #expect(try await bench.versions.versions(of: note) == [], "it is no version")
    await bench.versions.thin()
    #expect(await bench.versions.undo(of: note) == [3])
  }

  @Test("Undo data follows a moved note, but not a note restored next to another")
  func moves() async throws {
    let (other, third) = (NoteID("b.md"), NoteID("c.md"))
    try await bench.versions.keepUndo([1], of: note)
    try await bench.versions.noteMoved(from: note, to: other, until: nil)
    #expect(await bench.versions.undo(of: note) == nil)
    #expect(await bench.versions.undo(of: other) == [1])
    try await bench.versions.noteMoved(from: other, to: third, until: bench.clock.now)
    #expect(await bench.versions.undo(of: other) == [1])
    #expect(await bench.versions.undo(of: third) == nil)
  }

  @Test("A failing disk is reported and leaves the earlier undo data intact")
  func failing() async throws {
    try await bench.versions.keepUndo([1], of: note)
    let broken = FolderVersions(
      stateFolder: bench.folder.bytes, vault: VaultID(NotePath("/vault")), clock: bench.clock,
      disk: .full(after: 1))
    await #expect(throws: NoteStoreError.noSpace(note.path)) {
      try await broken.keepUndo([2, 2], of: note)
    }
    #expect(await broken.undo(of: note) == [1])
    #expect(bench.folder.names(in: place).count == 1)
  }

  @Test("The oldest undo data is removed when the limit is exceeded")
  func limit() throws {
    let undo = UndoFolder(path: bench.folder.bytes, disk: .unsynced, seal: .none)
    for number in 0..<5 {
      let there = Set(bench.folder.names())
      try undo.keep([UInt8](repeating: 1, count: 100), of: NoteID("\(number).md"))
      for name in bench.folder.names() where !there.contains(name) {
        bench.folder.setModified(name, seconds: 1_000 + number)
      }
    }
    let folder = try Posix.openFolder(bench.folder.bytes)
    undo.removeOldest(in: folder.raw, keeping: 250)
    for number in 0..<5 {
      #expect((undo.bytes(of: NoteID("\(number).md")) != nil) == (number >= 3), "\(number)")
    }
    undo.removeOldest(in: folder.raw, keeping: 0)
    #expect(bench.folder.names() == [])
  }

  @Test("Sealed undo data cannot be read without the key and counts as missing")
  func sealed() async throws {
    let seal = StateSeal.toy
    let undo = UndoFolder(path: bench.folder.bytes, disk: .unsynced, seal: seal)
    try undo.keep(Array("words".utf8), of: note)
    #expect(bench.folder.text(bench.folder.names()[0]) != "words")
    #expect(undo.bytes(of: note) == Array("words".utf8))
    let other = UndoFolder(
      path: bench.folder.bytes, disk: .unsynced,
      seal: StateSeal(
        close: { $0 }, open: { _ in nil }, name: StateSeal.toy.name))
    #expect(other.bytes(of: note) == nil)
  }

  @Test("A text too large for versions is saved without one, which is reported once")
  func leftOut() async throws {
    let folder = TemporaryFolder()
    let versions = FolderVersions(
      stateFolder: folder.bytes, vault: VaultID(NotePath("/vault")), clock: bench.clock,
      largestText: 2 << 20)
    let id = NoteID("a.md")
    let memory = MemoryNoteStore(["a.md": "small"], clock: bench.clock)
    let store = VersionedStore(memory, versions: versions)
    var stamp = try await store.read(id).stamp
    let large = [UInt8](repeating: 0x61, count: (2 << 20) + 1)
    for _ in 0..<2 { stamp = try await store.save(large, to: id, replacing: stamp) }
    #expect(try await versions.versions(of: id).map(\.size) == [5], "what was there before is kept")
    #expect(await versions.problems() == ["“a.md” is larger than 2 MB: it gets no versions."])
    stamp = try await store.save(Array("back".utf8), to: id, replacing: stamp)
    #expect(try await versions.versions(of: id).map(\.size) == [4, 5])
    _ = try await store.save(large, to: id, replacing: stamp)
    _ = try await store.trash(id)
    #expect(try await versions.versions(of: id).map(\.size) == [4, 5])
  }

  @Test("A note in an encrypted vault rejects the undo data of another note")
  func bound() throws {
    let undo = UndoFolder(path: bench.folder.bytes, disk: .unsynced, seal: .toy)
    let (one, other, third) = (NoteID("a.md"), NoteID("b.md"), NoteID("c.md"))
    try undo.keep([1], of: one)
    try undo.keep([2], of: other)
    let (first, second) = (undo.fileName(of: one), undo.fileName(of: other))
    let (a, b) = (
      try #require(bench.folder.read(first)), try #require(bench.folder.read(second))
    )
    bench.folder.write(first, b)
    bench.folder.write(second, a)
    #expect(undo.bytes(of: one) == nil)
    #expect(undo.bytes(of: other) == nil)
    bench.folder.write(first, a)
    #expect(undo.bytes(of: one) == [1])
    // It still follows its note.
    undo.move(one, to: third)
    #expect(undo.bytes(of: one) == nil)
    #expect(undo.bytes(of: third) == [1])
  }
}
