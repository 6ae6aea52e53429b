package import Entities
package import Services
import VaultLayers

/// A store over one in memory, in which reading or saving meets one trouble.
package struct TroubledStore: LayeredStore {
  package enum Trouble: Equatable, Sendable {
    case reading(NoteStoreError)
    case saving(NoteStoreError)
    /// Another program adds a line to each note just before it is saved, once.
    case otherWriter
    case readOnly
  }

  package static let othersLine = "others"

  package let notes: MemoryNoteStore
  private let trouble: Trouble
  private let note: NoteID?

  /// `note` alone has the trouble; nil: all have.
  package init(_ notes: MemoryNoteStore, _ trouble: Trouble, at note: NoteID? = nil) {
    self.notes = notes
    self.trouble = trouble
    self.note = note
  }

  package func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent {
    if case .reading(let error) = trouble, note == nil || note == id { throw error }
    return try await store.read(id)
  }

  package func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStamp {
    switch trouble {
    case .saving(let error): throw error
    case .readOnly: return try await ReadOnlyStore(store).save(text, to: id, replacing: stamp)
    case .otherWriter:
      let old = await notes.text(of: id) ?? ""
      if !old.contains(Self.othersLine) { await notes.change(id, to: old + "\(Self.othersLine)\n") }
    case .reading: break
    }
    return try await store.save(text, to: id, replacing: stamp)
  }

  package func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    let id = NoteID(folder.appending(NotePath("\(title).md")))
    return try await writable(of: id).create(text, titled: title, in: folder)
  }

  package func create(
    _ text: any ByteSource, at id: NoteID
  ) async throws(NoteStoreError) -> NoteStamp {
    try await writable(of: id).create(text, at: id)
  }

  package func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote {
    try await writable(of: id).trash(id)
  }

  package func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    try await writable(of: trashed.original).restore(trashed)
  }

  package func deleteForGood(_ notes: [TrashedNote]) async throws(NoteStoreError) {
    for note in notes { try await writable(of: note.original).deleteForGood([note]) }
  }

  /// The notes, or the trouble that a writer has with them.
  private func writable(of id: NoteID) throws(NoteStoreError) -> any NoteStore {
    guard note == nil || note == id else { return store }
    switch trouble {
    case .saving(let error): throw error
    case .readOnly: return ReadOnlyStore(store)
    case .reading, .otherWriter: return store
    }
  }
}

/// Moves and changes of several notes that all fail in one way.
package struct FailingMoves: NoteMoves, NoteRewriting {
  private let error: NoteStoreError

  package init(_ error: NoteStoreError) { self.error = error }

  package func move(
    _ moves: [NoteMove], linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt { throw error }
  package func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt { throw error }
  package func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    throw error
  }
  package func rewrite(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt {
    throw error
  }
  package func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    throw error
  }
  package func files(in folder: NotePath) async throws(NoteStoreError) -> [NotePath] { [] }
  package func clear(_ folders: [NotePath]) async -> [NotePath] { folders }
  package func trial(_ trial: MoveTrial) -> any NoteMoves & NoteRewriting { self }
}
