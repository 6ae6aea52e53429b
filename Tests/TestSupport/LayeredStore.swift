package import Entities
package import Services
package import VaultLayers

/// A store of a test over one in memory: what it does not do otherwise, that one does.
package protocol LayeredStore: ForwardingStore {
  nonisolated var notes: MemoryNoteStore { get }
}

extension LayeredStore {
  package nonisolated var store: any NoteStore { notes }

  /// By `read`, which a test may have changed.
  package func open(_ id: NoteID) async throws(NoteStoreError) -> any NoteReading {
    WholeReading(try await read(id))
  }
}
