package import Entities
import FileStore
package import Services

/// The notes of an encrypted vault.
///
/// As with a plain one, the actor makes one change at a time; listings, the reading of a note in
/// blocks and the writing of a large text run beside it.
package actor SealedNotes: NoteStore, NoteTrash {
  private nonisolated let work: SealedWork
  private nonisolated let background: (any TaskExecutor)?
  private static let largestInTurn = 1 << 20

  init(_ work: SealedWork, background: (any TaskExecutor)?) {
    self.work = work
    self.background = background
  }

  package nonisolated func list() -> AsyncStream<ListingBatch> {
    let places = work.places
    return AsyncStream { continuation in
      let task = Task.detached(executorPreference: background, priority: .userInitiated) {
        Listing(files: SealedFiles(places)).run(
          isCancelled: { Task.isCancelled }, yield: { continuation.yield($0) })
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  package func summary(of id: NoteID) async throws(NoteStoreError) -> NoteSummary {
    try work.summary(of: id)
  }

  package func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent {
    try work.read(id)
  }

  package func open(_ id: NoteID) async throws(NoteStoreError) -> any NoteReading {
    try work.open(id)
  }

  @concurrent
  package nonisolated func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStamp {
    if text.byteCount > Self.largestInTurn {
      return try work.save(text, to: id, replacing: stamp)
    }
    return try await saveInTurn(text, to: id, replacing: stamp)
  }

  private func saveInTurn(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) throws(NoteStoreError) -> NoteStamp {
    try work.save(text, to: id, replacing: stamp)
  }

  package func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    try work.create(text, titled: title, in: folder)
  }

  package func create(
    _ text: any ByteSource, at id: NoteID
  ) async throws(NoteStoreError) -> NoteStamp {
    try work.create(text, at: id)
  }

  package func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote {
    try work.trash(id)
  }

  package func trashed() async throws(NoteStoreError) -> [TrashedNote] {
    try work.trashed()
  }

  package func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    try work.restore(trashed)
  }

  package func deleteForGood(_ notes: [TrashedNote]) async throws(NoteStoreError) {
    try work.deleteForGood(notes)
  }
}
