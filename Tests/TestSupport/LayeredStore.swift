package import Entities
package import Services

/// A store of a test over one in memory: what it does not do otherwise, that one does.
package protocol LayeredStore: NoteStore {
  nonisolated var store: MemoryNoteStore { get }
}

extension LayeredStore {
  package nonisolated func list() -> AsyncStream<ListingBatch> { store.list() }

  package func summary(of id: NoteID) async throws(NoteStoreError) -> NoteSummary {
    try await store.summary(of: id)
  }

  package func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent {
    try await store.read(id)
  }

  package func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStamp {
    try await store.save(text, to: id, replacing: stamp)
  }

  package func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    try await store.create(text, titled: title, in: folder)
  }

  package func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote {
    try await store.trash(id)
  }

  package func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    try await store.restore(trashed)
  }
}
