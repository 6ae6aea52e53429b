import Entities
import Services
import TestSupport
import Testing
import VaultLayers
import Viper

@testable import Saving

@MainActor
@Suite("Writing notes without a screen")
struct HeadlessNoteWriterTests {
  private let note = NoteID("a.md")

  private func writer(
    _ store: any NoteStore, _ versions: (any NoteVersions)? = nil
  ) -> HeadlessNoteWriter {
    HeadlessNoteWriter(store: store, versions: versions, clock: StillClock())
  }

  /// A store in which another writer creates each note just before this one does.
  private struct MadeMeanwhile: LayeredStore {
    let notes: MemoryNoteStore

    func create(
      _ text: any ByteSource, at id: NoteID
    ) async throws(NoteStoreError) -> NoteStamp {
      await notes.change(id, to: "theirs\n")
      return try await store.create(text, at: id)
    }
  }

  @Test("A writer that creates a note at the same time as another saves the other's text (line N1)")
  func madeMeanwhile() async throws {
    let (store, versions) = (MemoryNoteStore(), MemoryVersions())
    let writer = writer(MadeMeanwhile(notes: store), versions)
    #expect(try await writer.write(Array("mine\n".utf8), to: note) == .written(note))
    #expect(await store.text(of: note) == "mine\n")
    #expect(await versions.texts(of: note) == ["theirs\n"])

    let daily = NoteID("2026-03-02.md")
    let outcome = try await writer.append(
      Array("mine".utf8), to: daily, beginningWith: Array("# Day\n".utf8))
    #expect(outcome == .written(daily))
    #expect(await store.text(of: daily) == "theirs\nmine\n")
  }

  @Test(
    "A text that cannot be saved as a version is not replaced, and a message says why (chaos F7)")
  func unkept() async throws {
    let (store, versions) = (MemoryNoteStore(["a.md": "theirs\n"]), MemoryVersions())
    for _ in 0..<5 {
      await versions.fail(
        next: .failed(note.path, action: "keep a version of", reason: "/state: No space"))
    }
    await #expect(
      throws: NoteStoreError.refused(
        note.path, reason: "its text could not be kept as a version first (/state: No space)")
    ) {
      try await writer(store, versions).write([1], to: note)
    }
    #expect(await store.text(of: note) == "theirs\n")
  }

  @Test(
    "Appended text starts a line of its own and gets the note's line endings",
    arguments: [
      ("", "x", "x\n"), ("a", "x", "a\nx\n"), ("a\n", "x\n", "a\nx\n"),
      ("a\r\nb", "x", "a\r\nb\r\nx\r\n"),
      ("a\n", "", "a\n"),
    ])
  func appends(old: String, added: String, new: String) async throws {
    let store = MemoryNoteStore(["a.md": old])
    #expect(try await writer(store).append(Array(added.utf8), to: note) == .written(note))
    #expect(await store.text(of: note) == new)
  }

  @Test("Writing stores a text unchanged and creates the note, and a failure is reported")
  func writes() async throws {
    let store = MemoryNoteStore(["a.md": "old"])
    #expect(try await writer(store).write([0xff, 0x00], to: note) == .written(note))
    #expect(try await store.read(note).bytes == [0xff, 0x00])
    let other = NoteID("b.md")
    #expect(try await writer(store).write([1], to: other) == .written(other))
    #expect(try await store.read(other).bytes == [1])
    await store.fail(next: .noSpace(note.path))
    await #expect(throws: NoteStoreError.noSpace(note.path)) {
      try await writer(store).append([1], to: note)
    }
    #expect(try await store.read(note).bytes == [0xff, 0x00])
  }

  /// A store in which another program writes between the read and each of the first saves.
  private actor Busy: LayeredStore {
    nonisolated let notes: MemoryNoteStore
    private var texts: [String]

    init(_ store: MemoryNoteStore, then texts: [String]) {
      notes = store
      self.texts = texts
    }

    func save(
      _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
    ) async throws(NoteStoreError) -> NoteStamp {
      if !texts.isEmpty { await notes.change(id, to: texts.removeFirst()) }
      return try await store.save(text, to: id, replacing: stamp)
    }
  }

  @Test("Another program's changes survive: appended after, merged, or saved to a copy")
  func meanwhile() async throws {
    let store = MemoryNoteStore(["a.md": "one\ntwo\nthree\n"])
    let busy = Busy(store, then: ["one\ntwo\nthree\nfour\n", "one\ntwo\nthree\nfour\nfive\n"])
    #expect(try await writer(busy).append(Array("six".utf8), to: note) == .written(note))
    #expect(await store.text(of: note) == "one\ntwo\nthree\nfour\nfive\nsix\n")

    let second = MemoryNoteStore(["a.md": "one\ntwo\nthree\n"])
    let merging = Busy(second, then: ["ONE\ntwo\nthree\n"])
    #expect(
      try await writer(merging).write(Array("one\ntwo\nTHREE\n".utf8), to: note) == .written(note))
    #expect(await second.text(of: note) == "ONE\ntwo\nTHREE\n")

    let third = MemoryNoteStore(["a.md": "one\n"])
    let conflicting = Busy(third, then: ["theirs\n"])
    let copy = NoteID("a (conflict 2026-03-02 1030).md")
    #expect(try await writer(conflicting).write(Array("mine\n".utf8), to: note) == .beside(copy))
    #expect(await third.text(of: note) == "theirs\n")
    #expect(await third.text(of: copy) == "mine\n")

    let endless = Busy(
      MemoryNoteStore(["a.md": "0\n"]), then: (1...100).map { "\($0)\n" })
    #expect(try await writer(endless).append(Array("mine".utf8), to: note) == .beside(copy))
  }

  /// A store in which another program removes the note just before each save.
  private struct RemovedMeanwhile: LayeredStore {
    let notes: MemoryNoteStore

    func save(
      _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
    ) async throws(NoteStoreError) -> NoteStamp {
      await notes.remove(id)
      return try await store.save(text, to: id, replacing: stamp)
    }
  }

  @Test("Appending to a note that is removed meanwhile starts over")
  func removedMeanwhile() async throws {
    let store = MemoryNoteStore(["a.md": "old\n"])
    let outcome = try await writer(RemovedMeanwhile(notes: store)).append(
      Array("mine".utf8), to: note, beginningWith: Array("# Day\n".utf8))
    #expect(outcome == .written(note))
    #expect(await store.text(of: note) == "# Day\nmine\n")
  }
}
