package import Entities
package import Services

/// A note of which the beginning was read before there is an editor for it: that one has its text in
/// its first frame.
package struct EarlyNote: Sendable {
  package let note: NoteID
  let opened: EditorInteractor.Opened

  /// Nil where somebody has to be asked about the note first, or it cannot be read: the editor finds
  /// that out by itself.
  @concurrent
  package static func read(
    _ note: NoteID, from store: any NoteStore, journal: any RecoveryJournal,
    versions: any NoteVersions
  ) async -> EarlyNote? {
    if note.path.isLocked || journal.recovered(note) != nil { return nil }
    let opened = try? await EditorInteractor.Opened(
      note, by: NoteLoader(store: store), UndoKeeper(versions: versions))
    return opened.map { EarlyNote(note: note, opened: $0) }
  }
}
