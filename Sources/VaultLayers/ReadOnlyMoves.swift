package import Entities
package import Services

/// Moves and changes of several notes that are all refused.
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
  /// Nothing may be changed in this run.
  package static func readOnly(_ path: NotePath) -> NoteStoreError {
    .refused(path, reason: "the vault was opened with --read-only")
  }
}
