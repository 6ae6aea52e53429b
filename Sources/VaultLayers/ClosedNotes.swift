package import Entities
package import Services

/// A store for what only shows notes: a locked one stays closed, even while it is open elsewhere.
package struct ClosedNotes: ForwardingStore {
  package let store: any NoteStore

  package init(_ store: any NoteStore) { self.store = store }

  package func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent {
    if id.path.isLocked { throw .locked(id.path) }
    return try await store.read(id)
  }

  package func open(_ id: NoteID) async throws(NoteStoreError) -> any NoteReading {
    if id.path.isLocked { throw .locked(id.path) }
    return try await store.open(id)
  }
}
