import Entities
import Services
import TestSupport
import Testing
import UseCases
import VaultLayers

@Suite("Joining notes, step by step")
struct JoinedNotesTests {
  private let store = MemoryNoteStore(["t.md": "t", "a.md": "a", "b.md": "b"])

  /// A store whose trash accepts only some notes.
  private struct SmallTrash: ForwardingStore {
    let store: any NoteStore
    let taken: Set<NoteID>

    func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote {
      if !taken.contains(id) { throw .noSpace(id.path) }
      return try await store.trash(id)
    }
  }

  private var joined: JoinedNotes {
    let notes = ["t", "a", "b"].map {
      JoinedNotes.Note(id: NoteID("\($0).md"), title: $0, text: Array($0.utf8))
    }
    let piece = NoteChange.Piece(
      range: 1..<1, old: [], new: Array("ab".utf8), line: 1, context: "", contextRange: 0..<0)
    return JoinedNotes(
      target: notes[0], others: Array(notes[1...]),
      changes: [NoteChange(note: notes[0].id, title: "t", pieces: [piece])])
  }

  private func texts() async -> [String?] {
    var texts: [String?] = []
    for name in ["t.md", "a.md", "b.md"] { texts.append(await store.text(of: NoteID(name))) }
    return texts
  }

  @Test("A join writes the target and trashes the other notes, and all of it can be undone")
  func whole() async throws {
    let rewriting = MemoryRewriting(store)
    let receipt = try await joined.carryOut(in: store, by: rewriting)
    #expect(receipt.failure == nil)
    #expect(await texts() == ["tab", nil, nil])
    let back = await receipt.takenBack(in: store, by: rewriting)
    #expect(back.rest.failure == nil && back.rest.trashed.isEmpty)
    #expect(await texts() == ["t", "a", "b"])
  }

  @Test("A note changed since stops the join before anything is written", arguments: ["t", "b"])
  func changed(name: String) async throws {
    let note = NoteID("\(name).md")
    let stamp = try await store.read(note).stamp
    _ = try await store.save(Array("new".utf8), to: note, replacing: stamp)
    await #expect(throws: NoteStoreError.changedOutside(note.path)) {
      try await joined.carryOut(in: store, by: MemoryRewriting(store))
    }
    #expect(await store.text(of: NoteID("a.md")) == "a")
    #expect(await store.text(of: NoteID("t.md")) == (name == "t" ? "new" : "t"))
  }

  @Test("A full trash leaves the other notes, and the finished part can be undone")
  func full() async throws {
    let small = SmallTrash(store: store, taken: [NoteID("a.md")])
    let receipt = try await joined.carryOut(in: small, by: MemoryRewriting(store))
    #expect(receipt.failure == .noSpace(NotePath("b.md")))
    #expect(await texts() == ["tab", nil, "b"])
    await store.fail(next: .noSpace(NotePath("a.md")))
    let failed = await receipt.takenBack(in: store, by: MemoryRewriting(store))
    #expect(failed.rest.failure == .noSpace(NotePath("a.md")))
    #expect(await texts() == ["tab", nil, "b"])
    let back = await failed.rest.takenBack(in: store, by: MemoryRewriting(store))
    #expect(back.rest.failure == nil)
    #expect(await texts() == ["t", "a", "b"])
  }
}
