import CopyNames
package import Entities
package import Services

/// What became of a text that another program made, and that was in memory alone.
package enum EditedOutcome: Equatable, Sendable {
  case saved
  /// It could not take the note's place: it is a note of its own.
  case beside(NoteID, NoteStoreError)
  /// It could not be saved at all: the recovery journal has it.
  case unsaved(NoteID, NoteStoreError)

  /// For a person; nil where nothing went wrong.
  package var problem: String? {
    switch self {
    case .saved: nil
    case .beside(let other, let error):
      "\(error.message) Your version was saved as \(other.path.text)."
    case .unsaved(let note, let error):
      "\(error.message) Your text is offered "
        + (note.path.isLocked ? "when the note is opened." : "as a draft at the next start.")
    }
  }
}

extension NoteStore {
  /// Saves what another program made of a text that was in memory alone. Where that cannot be, the text
  /// becomes a note beside it, or goes into the journal. Throws where it is nowhere.
  package func save(
    edited text: [UInt8], over stamp: NoteStamp, of note: NoteID, at time: CivilTime,
    orKeepIn journal: any RecoveryJournal
  ) async throws(NoteStoreError) -> EditedOutcome {
    let problem: NoteStoreError
    do throws(NoteStoreError) {
      _ = try await save(text, to: note, replacing: stamp)
      return .saved
    } catch {
      problem = error
    }
    let title = ConflictName.title(of: note.path.stem.text, at: time)
    if let made = try? await create(text, titled: title, in: note.path.folder, keptAs: note) {
      return .beside(made.id, problem)
    }
    do throws(NoteStoreError) {
      if note.path.isLocked {
        try journal.keep(text, of: note, draft: 0)
      } else {
        try journal.keep(text, of: nil, draft: .random(in: 1_000_000...2_000_000))
      }
      return .unsaved(note, problem)
    } catch {
      throw problem
    }
  }
}
