import Entities
import Services
import TestSupport
import Testing
import Viper

@testable import Editor

@MainActor
@Suite("Writing notes without a screen")
struct NoteWriterTests {
  private let note = NoteID("a.md")

  private func writer(_ store: any NoteStore) -> NoteWriter {
    EditorBuilder(
      services: .init(
        store: store, journal: MemoryJournal(), clock: StillClock(), work: Work())
    )
    .makeWriter()
  }

  @Test(
    "What is appended stands on lines of its own, ended as the note's are",
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

  @Test("A note gets a text as it is; one that is not there or cannot be written says so")
  func writes() async throws {
    let store = MemoryNoteStore(["a.md": "old"])
    #expect(try await writer(store).write([0xff, 0x00], to: note) == .written(note))
    #expect(try await store.read(note).bytes == [0xff, 0x00])
    await #expect(throws: NoteStoreError.notFound(NotePath("b.md"))) {
      try await writer(store).write([1], to: NoteID("b.md"))
    }
    await store.fail(next: .noSpace(note.path))
    await #expect(throws: NoteStoreError.noSpace(note.path)) {
      try await writer(store).append([1], to: note)
    }
    #expect(try await store.read(note).bytes == [0xff, 0x00])
  }

  /// Another program writes between the reading and each of the first saves.
  private actor Busy: LayeredStore {
    nonisolated let store: MemoryNoteStore
    private var texts: [String]

    init(_ store: MemoryNoteStore, then texts: [String]) {
      self.store = store
      self.texts = texts
    }

    func save(
      _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
    ) async throws(NoteStoreError) -> NoteStamp {
      if !texts.isEmpty { await store.change(id, to: texts.removeFirst()) }
      return try await store.save(text, to: id, replacing: stamp)
    }
  }

  @Test("What another program writes meanwhile stays: appended after, merged, or kept beside")
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
}
