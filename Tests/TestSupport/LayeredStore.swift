package import Services
package import VaultLayers

/// A store of a test over one in memory: what it does not do otherwise, that one does.
package protocol LayeredStore: ForwardingStore {
  nonisolated var notes: MemoryNoteStore { get }
}

extension LayeredStore {
  package nonisolated var store: any NoteStore { notes }
}
