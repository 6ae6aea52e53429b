package import Entities
package import Services

/// A store that passes all calls to another one, except those that it implements itself.
package protocol ForwardingStore: NoteStore {
  nonisolated var store: any NoteStore { get }
}

extension ForwardingStore {
  package nonisolated func list() -> AsyncStream<ListingBatch> { store.list() }

  package func summary(of id: NoteID) async throws(NoteStoreError) -> NoteSummary {
    try await store.summary(of: id)
  }

  package func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent {
    try await store.read(id)
  }

  package func open(_ id: NoteID) async throws(NoteStoreError) -> any NoteReading {
    try await store.open(id)
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
    _ text: any ByteSource, at id: NoteID
  ) async throws(NoteStoreError) -> NoteStamp {
    try await store.create(text, at: id)
  }

  package func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath, keptAs other: NoteID
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    try await store.create(text, titled: title, in: folder, keptAs: other)
  }

  package func createMany(_ files: [NewVaultFile]) async -> [Result<NoteStamp, NoteStoreError>] {
    await store.createMany(files)
  }

  package func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote {
    try await store.trash(id)
  }

  package func trashMany(_ ids: [NoteID]) async -> [Result<TrashedNote, NoteStoreError>] {
    await store.trashMany(ids)
  }

  package func putBack(
    _ note: NoteID, as trashed: TrashedNote
  ) async throws(NoteStoreError) -> TrashedNote {
    try await store.putBack(note, as: trashed)
  }

  package func removeMany(_ files: [MadeFile]) async -> [Result<Void, NoteStoreError>] {
    await store.removeMany(files)
  }

  package func missingFolders(for files: [NoteID]) async -> [NotePath] {
    await store.missingFolders(for: files)
  }

  package func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    try await store.restore(trashed)
  }

  package func restoreMany(_ notes: [TrashedNote]) async -> [Result<NoteID, NoteStoreError>] {
    await store.restoreMany(notes)
  }

  package func trashed() async throws(NoteStoreError) -> [TrashedNote] {
    try await store.trashed()
  }

  package func read(_ trashed: TrashedNote) async throws(NoteStoreError) -> [UInt8] {
    try await store.read(trashed)
  }

  package func deleteForGood(_ notes: [TrashedNote]) async throws(NoteStoreError) {
    try await store.deleteForGood(notes)
  }

  package func followLink(of id: NoteID, to target: String) async {
    await store.followLink(of: id, to: target)
  }

  package func turn(at id: NoteID) async -> (any NoteTurn)? { await store.turn(at: id) }
}

/// The same for moves and for changes of several notes.
package protocol ForwardingMoves: NoteMoves, NoteRewriting {
  var moves: any NoteMoves & NoteRewriting { get }
}

extension ForwardingMoves {
  package func files(in folder: NotePath) async throws(NoteStoreError) -> [NotePath] {
    try await moves.files(in: folder)
  }

  package func clear(_ folders: [NotePath]) async -> [NotePath] { await moves.clear(folders) }

  package func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    try await moves.undo(receipt)
  }

  package func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    try await moves.undo(receipt)
  }

  package func check(undoing receipt: MoveReceipt) async throws(NoteStoreError) {
    try await moves.check(undoing: receipt)
  }

  package func check(undoing receipt: RewriteReceipt) async throws(NoteStoreError) {
    try await moves.check(undoing: receipt)
  }

  package func receipt(of change: NoteChange, leaving text: [UInt8]) -> RewriteReceipt {
    moves.receipt(of: change, leaving: text)
  }
}
