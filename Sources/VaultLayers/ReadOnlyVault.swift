package import Entities
package import Secrets
package import Services

/// A read-only vault: every change is refused before anything is touched.
package struct ReadOnlyStore: ForwardingStore {
  package let store: any NoteStore

  package init(_ store: any NoteStore) { self.store = store }

  package func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStamp {
    throw .readOnly(id.path)
  }

  package func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    throw .readOnly(folder.appending(NotePath(title)))
  }

  package func create(_ text: any ByteSource, at id: NoteID) async throws(NoteStoreError)
    -> NoteStamp
  {
    throw .readOnly(id.path)
  }

  package func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath, keptAs other: NoteID
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    throw .readOnly(folder.appending(NotePath(title)))
  }

  package func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote {
    throw .readOnly(id.path)
  }

  package func trashMany(_ ids: [NoteID]) async -> [Result<TrashedNote, NoteStoreError>] {
    ids.map { .failure(.readOnly($0.path)) }
  }

  package func putBack(
    _ note: NoteID, as trashed: TrashedNote
  ) async throws(NoteStoreError) -> TrashedNote {
    throw .readOnly(note.path)
  }

  package func removeMany(_ files: [MadeFile]) async -> [Result<Void, NoteStoreError>] {
    files.map { .failure(.readOnly($0.note.path)) }
  }

  package func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    throw .readOnly(trashed.original.path)
  }

  package func restoreMany(_ notes: [TrashedNote]) async -> [Result<NoteID, NoteStoreError>] {
    notes.map { .failure(.readOnly($0.original.path)) }
  }

  package func deleteForGood(_ notes: [TrashedNote]) async throws(NoteStoreError) {
    if let note = notes.first { throw .readOnly(note.resting) }
  }

  /// Waiting for a turn would create a file.
  package func turn(at id: NoteID) async -> (any NoteTurn)? { nil }
}

/// Locks that can be opened, but neither added nor removed.
package struct ReadOnlyLocks: NoteLocks {
  private let locks: any NoteLocks

  package init(_ locks: any NoteLocks) { self.locks = locks }

  package func open(
    _ note: NoteID, passphrase: TypedSecret
  ) async throws(NoteStoreError) -> any OpenLock {
    try await locks.open(note, passphrase: passphrase)
  }

  package func open(_ note: NoteID) async -> (any OpenLock)? { await locks.open(note) }

  package func wait(before note: NoteID) async -> Duration { await locks.wait(before: note) }

  package func lock(
    _ note: NoteID, passphrase: TypedSecret
  ) async throws(NoteStoreError) -> NoteID {
    throw .readOnly(note.path)
  }

  package func takeOff(_ note: NoteID) async throws(NoteStoreError) -> NoteID {
    throw .readOnly(note.path)
  }

  package func trial(_ trial: MoveTrial) -> any NoteLocks { self }
}

/// A journal that offers nothing and stores nothing: without saves there is no unsaved text.
package struct ReadOnlyJournal: RecoveryJournal {
  package init() {}

  package func keep(_ bytes: [UInt8], of note: NoteID?, draft: Int) throws(NoteStoreError) {
    throw .readOnly(note?.path ?? NotePath("the new note"))
  }

  package func keep(
    edits: [UInt8], since base: TextBase?, of note: NoteID?, draft: Int
  ) throws(NoteStoreError) {
    throw .readOnly(note?.path ?? NotePath("the new note"))
  }

  package func keepMore(
    edits: [UInt8], of note: NoteID?, draft: Int
  ) throws(NoteStoreError) -> Bool {
    throw .readOnly(note?.path ?? NotePath("the new note"))
  }

  package func forget(_ note: NoteID?, draft: Int) {}
  package func recovered(_ note: NoteID?) -> RecoveredText? { nil }
  package func unsavedNotes() -> [NoteID] { [] }
}

/// Moves and changes of several notes, all of which are refused.
package struct ReadOnlyMoves: NoteMoves, NoteRewriting {
  package init() {}

  package func trial(_ trial: MoveTrial) -> any NoteMoves & NoteRewriting { self }

  package func move(
    _ moves: [NoteMove], linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    throw .readOnly(moves.first?.from.path ?? NotePath(""))
  }

  package func files(in folder: NotePath) async throws(NoteStoreError) -> [NotePath] {
    throw .readOnly(folder)
  }

  package func clear(_ folders: [NotePath]) async -> [NotePath] { folders }

  package func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    throw .readOnly(note.path)
  }

  package func check(undoing receipt: MoveReceipt) async throws(NoteStoreError) {
    _ = try await undo(receipt)
  }

  package func check(undoing receipt: RewriteReceipt) async throws(NoteStoreError) {
    _ = try await undo(receipt)
  }

  package func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    throw .readOnly(receipt.moves.first?.to.path ?? NotePath(""))
  }

  package func rewrite(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt {
    throw .readOnly(changes.first?.note.path ?? NotePath(""))
  }

  package func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    throw .readOnly(receipt.notes.first?.path ?? NotePath(""))
  }
}

extension NoteStoreError {
  /// The error for any change in a read-only run.
  package static func readOnly(_ path: NotePath) -> NoteStoreError {
    .refused(path, reason: "the vault was opened with --read-only")
  }
}

/// A store for views that only show notes: a locked note stays closed, even while it is open
/// elsewhere.
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
