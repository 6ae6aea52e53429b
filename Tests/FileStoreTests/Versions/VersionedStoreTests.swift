import Entities
import Services
import TestSupport
import Testing
import VaultLayers

@testable import FileStore

@Suite("A store whose saves create versions")
struct VersionedStoreTests {
  private let note = NoteID("a.md")

  private func words(_ bench: VersionBench) async throws -> [String] {
    try await bench.words(of: note)
  }

  @Test("A save stores versions of the new text and of the previous one with its own date")
  func saves() async throws {
    let bench = VersionBench()
    let memory = MemoryNoteStore(["a.md": "first"], clock: bench.clock)
    let store = VersionedStore(memory, versions: bench.versions)
    let old = try await store.read(note)
    bench.clock.advance(by: .seconds(60))
    let stamp = try await store.save(Array("second".utf8), to: note, replacing: old.stamp)
    _ = try await store.save(Array("third".utf8), to: note, replacing: stamp)
    #expect(try await words(bench) == ["third", "second", "first"])
    let dates = try await bench.versions.versions(of: note).map(\.savedAt)
    #expect(dates.last == old.stamp.modified)
    #expect(await memory.text(of: note) == "third")
  }

  @Test("A text written by another program between two saves gets a version too")
  func outside() async throws {
    let bench = VersionBench()
    let memory = MemoryNoteStore(["a.md": "first"], clock: bench.clock)
    let store = VersionedStore(memory, versions: bench.versions)
    let old = try await store.read(note)
    _ = try await store.save(Array("second".utf8), to: note, replacing: old.stamp)
    await memory.change(note, to: "theirs")
    let theirs = try await store.read(note)
    _ = try await store.save(Array("merged".utf8), to: note, replacing: theirs.stamp)
    #expect(try await words(bench) == ["merged", "theirs", "second", "first"])
  }

  @Test("A save that fails leaves no version")
  func failing() async throws {
    let bench = VersionBench()
    let memory = MemoryNoteStore(["a.md": "first"], clock: bench.clock)
    let store = VersionedStore(memory, versions: bench.versions)
    let old = try await store.read(note)
    await memory.change(note, to: "theirs")
    await #expect(throws: NoteStoreError.changedOutside(note.path)) {
      try await store.save([1], to: NoteID("a.md"), replacing: old.stamp)
    }
    #expect(try await words(bench).isEmpty)
  }

  @Test("A new note's text is its first version")
  func creates() async throws {
    let bench = VersionBench()
    let store = VersionedStore(MemoryNoteStore(clock: bench.clock), versions: bench.versions)
    let made = try await store.create(Array("new".utf8), titled: "a", in: NotePath(""))
    #expect(made.id == note)
    _ = try await store.save(Array("newer".utf8), to: note, replacing: made.stamp)
    #expect(try await words(bench) == ["newer", "new"])
  }

  @Test("A note created under a given name has a first version too")
  func createsAt() async throws {
    let bench = VersionBench()
    let store = VersionedStore(MemoryNoteStore(clock: bench.clock), versions: bench.versions)
    _ = try await store.create(Array("new".utf8), at: note)
    #expect(try await words(bench) == ["new"])
  }

  @Test("A trashed note leaves its last text as a version")
  func trashes() async throws {
    let bench = VersionBench()
    let store = VersionedStore(
      MemoryNoteStore(["a.md": "last words"], clock: bench.clock), versions: bench.versions)
    let trashed = try await store.trash(note)
    #expect(try await words(bench) == ["last words"])
    #expect(try await store.restore(trashed) == note)
    _ = try await store.trash(note)
    #expect(try await words(bench) == ["last words"])
  }

  @Test("A trashed note restored next to a new note has its versions at its new path")
  func restoresBeside() async throws {
    let bench = VersionBench()
    let folder = FolderStore(root: bench.folder.bytes + Array("/vault".utf8), clock: bench.clock)
    bench.folder.write("vault/a.md", "old")
    let store = VersionedStore(folder, versions: bench.versions)
    _ = try await store.trash(note)
    bench.clock.advance(by: .seconds(1))
    _ = try await store.create(Array("new".utf8), at: note)
    let trashed = try #require(try await store.trashed().first)
    let second = try await store.restore(trashed)
    #expect(second == NoteID("a 2.md"))
    #expect(try await bench.words(of: second) == ["old"])
    #expect(try await words(bench) == ["new"])

    // Restored under its own name, the note finds its versions there.
    let third = try await store.restore(try await store.trash(second))
    #expect(third == second)
    #expect(try await bench.words(of: second) == ["old"])
  }

  @Test("A text that cannot be read for its version is not overwritten (chaos F7)")
  func unreadable() async throws {
    let bench = VersionBench()
    let memory = MemoryNoteStore(["a.md": "theirs"], clock: bench.clock)
    let store = VersionedStore(memory, versions: bench.versions)
    let old = try await store.read(note)
    let failure = NoteStoreError.failed(note.path, action: "read", reason: "Input/output error")
    await memory.fail(next: failure)
    await #expect(throws: failure) {
      try await store.save([1], to: note, replacing: old.stamp)
    }
    #expect(await memory.text(of: note) == "theirs")
    // A touched note has the same text, which gets a version.
    await memory.change(note, to: "theirs")
    _ = try await store.save([1], to: note, replacing: try await store.read(note).stamp)
    #expect(try await words(bench).last == "theirs")
  }

  @Test("A failed save does not report versions that could not be stored (line N7b)")
  func failingBoth() async throws {
    let bench = VersionBench()
    bench.folder.write("versions", "a file where the folder should be")
    let memory = MemoryNoteStore(["a.md": "first"], clock: bench.clock)
    let store = VersionedStore(memory, versions: bench.versions)
    var stamp = try await store.read(note).stamp
    stamp.size += 1
    await #expect(throws: NoteStoreError.changedOutside(note.path)) {
      try await store.save([1], to: note, replacing: stamp)
    }
    #expect(await bench.versions.problems() == [])
  }

  @Test(
    "A save without a version reports that it was saved and where no version was stored (line N7b)"
  )
  func broken() async throws {
    let bench = VersionBench()
    bench.folder.write("versions", "a file where the folder should be")
    let memory = MemoryNoteStore(["a.md": "first"], clock: bench.clock)
    let store = VersionedStore(memory, versions: bench.versions)
    let old = try await store.read(note)
    let stamp = try await store.save(Array("second".utf8), to: note, replacing: old.stamp)
    _ = try await store.save(Array("third".utf8), to: note, replacing: stamp)
    #expect(await memory.text(of: note) == "third")
    #expect(
      await bench.versions.problems() == [
        "a.md was saved, but no earlier version was stored: \(bench.folder.path)/versions: "
          + "Not a directory."
      ])
  }
}
