import Entities
import Services
import TestSupport
import Testing
import VaultLayers

@testable import Preview

@Suite("One part of a note as a store")
struct EmbedStoreTests {
  private let note = NoteID("a.md")
  private static let text = "# A\r\nbefore \u{0}\n\n## B\n\none\ntwo ^id\n\n## C\nafter"

  private func store(_ text: String = text) -> MemoryNoteStore { MemoryNoteStore(["a.md": text]) }

  private func part(_ store: MemoryNoteStore, _ part: String = "^id") -> EmbedStore {
    EmbedStore(store, note: note, part: part)
  }

  private func words(_ content: NoteContent) -> String {
    String(decoding: content.bytes, as: UTF8.self)
  }

  @Test(
    "Only the part is read, and a save changes no byte around it",
    arguments: [
      ("^id", "one\ntwo"), ("B", "one\ntwo ^id"), ("C", "after"),
      ("A", "before \u{0}\n\n## B\n\none\ntwo ^id\n\n## C\nafter"),
    ])
  func saves(name: String, wanted: String) async throws {
    let store = store()
    let part = part(store, name)
    let content = try await part.read(note)
    #expect(words(content) == wanted)
    for new in ["", "x", "neu\n\nüber zwei", "# Z\n^id"] {
      let now = try await part.read(note)
      let stamp = try await part.save(Array(new.utf8), to: note, replacing: now.stamp)
      let before = Self.text.range(of: wanted)
      #expect(
        await store.text(of: note)
          == before.map { Self.text.replacing(wanted, with: new, subrange: $0) })
      #expect(try await part.read(note).stamp.digest == stamp.digest)
    }
  }

  @Test("Text that others write before and after the part stays")
  func elsewhere() async throws {
    for (old, new) in [("before", "long before"), ("after", "afterwards"), ("## B", "## Bee")] {
      let store = store()
      let part = part(store)
      let stamp = try await part.read(note).stamp
      let changed = Self.text.replacing(old, with: new)
      await store.change(note, to: changed)
      _ = try await part.save(Array("three".utf8), to: note, replacing: stamp)
      #expect(await store.text(of: note) == changed.replacing("one\ntwo", with: "three"))
    }
  }

  @Test("Text that others write in the part is never overwritten")
  func conflict() async throws {
    let store = store()
    let part = part(store)
    let stamp = try await part.read(note).stamp
    let changed = Self.text.replacing("two", with: "deux")
    await store.change(note, to: changed)
    await #expect(throws: NoteStoreError.changedOutside(note.path)) {
      _ = try await part.save(Array("three".utf8), to: note, replacing: stamp)
    }
    #expect(await store.text(of: note) == changed)
    #expect(words(try await part.read(note)) == "one\ndeux")
  }

  @Test("A note that others change between the check and the save is checked again")
  func race() async throws {
    let store = store()
    let changed = Self.text.replacing("before", with: "longer before")
    let racing = RacingStore(store: store, note: note, writes: changed)
    let part = EmbedStore(racing, note: note, part: "^id")
    let stamp = try await part.read(note).stamp
    _ = try await part.save(Array("three".utf8), to: note, replacing: stamp)
    #expect(await store.text(of: note) == changed.replacing("one\ntwo", with: "three"))
  }

  @Test("A save is undone unless others changed the part since")
  func takesBack() async throws {
    let store = store()
    let part = part(store)
    for new in ["three", "four"] {
      let now = try await part.read(note)
      _ = try await part.save(Array(new.utf8), to: note, replacing: now.stamp)
    }
    let elsewhere = try #require(await store.text(of: note)).replacing("after", with: "later")
    await store.change(note, to: elsewhere)
    try await part.takeBack()
    #expect(await store.text(of: note) == Self.text.replacing("after", with: "later"))
    let now = try await part.read(note)
    _ = try await part.save(Array("five".utf8), to: note, replacing: now.stamp)
    await store.change(note, to: Self.text.replacing("one\ntwo", with: "six"))
    await #expect(throws: NoteStoreError.changedOutside(note.path)) { try await part.takeBack() }
    #expect(await store.text(of: note) == Self.text.replacing("one\ntwo", with: "six"))
  }

  @Test("A part that is gone, with or without its note, is not made again")
  func gone() async throws {
    let store = store()
    let part = part(store, "^none")
    await #expect(throws: NoteStoreError.notFound(note.path)) { _ = try await part.read(note) }
    await #expect(throws: NoteStoreError.self) { _ = try await part.create([1], at: note) }
    await #expect(throws: NoteStoreError.self) { _ = try await part.trash(note) }
    await store.remove(note)
    await #expect(throws: NoteStoreError.notFound(note.path)) { _ = try await part.read(note) }
    #expect(await store.ids == [])
  }

  @Test("A refusal by the store is passed on unchanged, and nothing counts as saved")
  func refused() async throws {
    let store = store()
    let part = part(store)
    let stamp = try await part.read(note).stamp
    await store.fail(next: .noSpace(note.path))
    await #expect(throws: NoteStoreError.noSpace(note.path)) {
      _ = try await part.save([1], to: note, replacing: stamp)
    }
    try await part.takeBack()
    #expect(await store.text(of: note) == Self.text)
  }

  @Test("The unsaved text of a part is stored as a draft, and never as the note's text")
  func journal() throws {
    let journal = MemoryJournal()
    let parts = EmbedJournal(journal)
    try parts.keep([1], of: note, draft: 7)
    #expect(journal.kept(note) == nil && journal.kept(draft: 7) == [1])
    #expect(parts.recovered(note) == nil && parts.recovered(nil) == nil)
    parts.forget(note, draft: 7)
    #expect(journal.isEmpty)
    #expect(throws: NoteStoreError.self) {
      try parts.keep(edits: [1], since: nil, of: note, draft: 7)
    }
  }
}

/// Another program writes right before the first save.
private actor RacingStore: LayeredStore {
  nonisolated let notes: MemoryNoteStore
  private let note: NoteID
  private var writes: String?

  init(store: MemoryNoteStore, note: NoteID, writes: String) {
    notes = store
    self.note = note
    self.writes = writes
  }

  func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStamp {
    if let writes { await notes.change(note, to: writes) }
    writes = nil
    return try await store.save(text, to: id, replacing: stamp)
  }
}

extension String {
  fileprivate func range(of part: String) -> Range<Index>? { ranges(of: part).first }

  fileprivate func replacing(
    _ part: String, with new: String, subrange: Range<Index>
  ) -> String {
    self[..<subrange.lowerBound] + new + self[subrange.upperBound...]
  }
}
