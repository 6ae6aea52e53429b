package import Entities

extension NoteStore {
  /// Saves what another program made of a text that was in memory alone. Where that cannot be, the
  /// text finds a place beside the note, or with the drafts that the next start offers: it is nowhere
  /// else any more. Answers with where, for a person.
  package func save(
    edited text: [UInt8], over stamp: NoteStamp, of note: NoteID,
    orKeepIn journal: any RecoveryJournal
  ) async throws(NoteStoreError) -> String? {
    do throws(NoteStoreError) {
      _ = try await save(text, to: note, replacing: stamp)
      return nil
    } catch {
      let title = "\(note.path.stem.text) from my editor"
      if let made = try? await create(
        text, titled: title, in: note.path.folder, keptAs: note)
      {
        return "What you wrote is in \(made.id.path.text). \(error.message)"
      }
      if note.path.isLocked {
        try journal.keep(text, of: note, draft: 0)
        return "\(error.message) What you wrote there is offered when the note is opened."
      }
      try journal.keep(text, of: nil, draft: .random(in: 1_000_000...2_000_000))
      return "\(error.message) What you wrote there is offered as a draft at the next start."
    }
  }
}
