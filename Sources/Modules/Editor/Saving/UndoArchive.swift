import Entities
import Services
import TextEngine

/// What can be undone in a note, stored from session to session for the very text that it belongs to.
struct UndoArchive: Sendable {
  let versions: any NoteVersions

  /// Steps beyond this size in memory are dropped, the oldest first. In the file, which is written with
  /// each save, a step has a tenth of it.
  static let limit = 5 << 20

  /// To be called with a text that was just saved, and its tree of that moment.
  @concurrent
  func store(
    _ history: UndoTree, for sent: TextBeingSaved, of note: NoteID
  ) async throws(NoteStoreError) {
    let bytes = history.encoded(for: sent.text, digest: sent.digest, limit: Self.limit)
    try await versions.keepUndo(bytes, of: note)
  }

  /// Nil where nothing was stored for this text.
  @concurrent
  func history(of note: NoteID, for text: Rope) async -> UndoTree? {
    guard let bytes = await versions.undo(of: note) else { return nil }
    return try? UndoTree(bytes, for: text)
  }
}

extension EditorInteractor.Services {
  /// Nil where there are no versions to store it with.
  var undoArchive: UndoArchive? { versionProblems.map { UndoArchive(versions: $0.versions) } }
}
