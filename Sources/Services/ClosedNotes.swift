package import Entities

/// A store for whoever shows notes in passing: a locked one stays closed, even where somebody has it
/// open just now.
package struct ClosedNotes: NoteStore {
  private let store: any NoteStore

  package init(_ store: any NoteStore) { self.store = store }

  package func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent {
    if id.path.isLocked { throw .locked(id.path) }
    return try await store.read(id)
  }

  package func open(_ id: NoteID) async throws(NoteStoreError) -> any NoteReading {
    if id.path.isLocked { throw .locked(id.path) }
    return try await store.open(id)
  }

  package func list() -> AsyncStream<ListingBatch> { store.list() }

  package func summary(of id: NoteID) async throws(NoteStoreError) -> NoteSummary {
    try await store.summary(of: id)
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

  package func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath, keptAs other: NoteID
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    try await store.create(text, titled: title, in: folder, keptAs: other)
  }

  package func create(
    _ text: any ByteSource, at id: NoteID
  ) async throws(NoteStoreError) -> NoteStamp {
    try await store.create(text, at: id)
  }

  package func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote {
    try await store.trash(id)
  }

  package func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    try await store.restore(trashed)
  }

  package func followLink(of id: NoteID, to target: String) async {
    await store.followLink(of: id, to: target)
  }
}
