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
    versions: any NoteVersions, places: any KeptPlaces
  ) async -> EarlyNote? {
    if note.path.isLocked || journal.recovered(note) != nil { return nil }
    async let place = places.place(of: note)
    var opened = try? await EditorInteractor.Opened(
      note, by: NoteLoader(store: store), UndoKeeper(versions: versions))
    opened?.place = await place
    return opened.map { EarlyNote(note: note, opened: $0) }
  }
}
