package import Entities
package import Services
package import TextEngine

/// The undo history of a note, stored from session to session for one exact text.
extension NoteVersions {
  /// The memory limit of a stored history in bytes; the oldest steps beyond it are dropped. The file,
  /// which is written with each save, has a tenth of that size.
  private nonisolated var historyLimit: Int { 5 << 20 }

  /// Stores the history of a text that was just saved.
  @concurrent
  package nonisolated func store(
    _ history: UndoTree, for sent: TextBeingSaved, of note: NoteID
  ) async throws(NoteStoreError) {
    let bytes = history.encoded(for: sent.text, digest: sent.digest, limit: historyLimit)
    try await keepUndo(bytes, of: note)
  }

  /// Returns the history of this text; nil where none was stored.
  @concurrent
  package nonisolated func history(of note: NoteID, for text: Rope) async -> UndoTree? {
    guard let bytes = await undo(of: note) else { return nil }
    return try? UndoTree(bytes, for: text)
  }
}
