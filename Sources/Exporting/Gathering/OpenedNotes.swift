import Entities
import Services
import VaultLayers

/// A store in which locked notes stay closed, but for those that are open to go out: these have the names
/// that they have without a lock.
struct OpenedNotes: ForwardingStore {
  let store: any NoteStore
  private let opened: [NotePath: NotePath]

  init(_ store: any NoteStore, opened: Set<NotePath>) {
    self.store = store
    self.opened = Dictionary(opened.map { ($0.withoutLock, $0) }, uniquingKeysWith: { $1 })
  }

  func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent {
    try await store.read(try own(id))
  }

  func open(_ id: NoteID) async throws(NoteStoreError) -> any NoteReading {
    try await store.open(try own(id))
  }

  private func own(_ id: NoteID) throws(NoteStoreError) -> NoteID {
    if id.path.isLocked { throw .locked(id.path) }
    return opened[id.path].map { NoteID($0) } ?? id
  }
}
