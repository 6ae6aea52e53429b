import CopyNames
package import Entities
package import OpenVault
package import Services

/// What it takes to give a note to the person's own editor: its text before, and what becomes of the text
/// after. The screen's interactor and the command line both use it.
package struct OwnEditorCases: Sendable {
  private let vault: VaultServices
  private let clock: any WallClock

  package init(_ vault: VaultServices, clock: any WallClock) {
    (self.vault, self.clock) = (vault, clock)
  }

  // MARK: - In memory alone

  package func read(_ note: NoteID) async throws(NoteStoreError) -> NoteContent {
    try await vault.store.read(note)
  }

  package func save(
    _ text: [UInt8], over stamp: NoteStamp, of note: NoteID
  ) async throws(NoteStoreError) -> EditedOutcome {
    try await vault.store.save(
      edited: text, over: stamp, of: note, at: clock.civil(clock.now), orKeepIn: vault.journal)
  }

  // MARK: - In the note's own file

  /// A text that another program replaces would be lost: it is stored as a version first.
  package func begin(_ note: NoteID) async -> NoteContent? {
    guard let old = try? await vault.store.read(note) else { return nil }
    await vault.versions.keepOrReport(
      NoteState(note: note, bytes: old.bytes, written: old.stamp.modified))
    return old
  }

  /// What the note says now, where the editor changed it.
  package func end(_ note: NoteID, after old: NoteContent?) async -> NoteContent? {
    guard let new = try? await vault.store.read(note), new.bytes != old?.bytes else { return nil }
    await vault.versions.keepOrReport(NoteState(note: note, bytes: new.bytes, written: nil))
    return new
  }
}

/// What became of a text that another program made, and that was in memory alone.
package enum EditedOutcome: Equatable, Sendable {
  case saved
  /// It could not replace the note: it is a note of its own.
  case beside(NoteID, NoteStoreError)
  /// It could not be saved at all: the recovery journal has it.
  case unsaved(NoteID, NoteStoreError)

  /// For a person; nil where nothing went wrong.
  package var problem: String? {
    switch self {
    case .saved: nil
    case .beside(let other, let error):
      PrivateEditorWords.savedBeside(error.message, as: other)
    case .unsaved(let note, let error):
      PrivateEditorWords.notSaved(error.message, of: note)
    }
  }
}

extension NoteStore {
  /// Saves what another program made of a text that was in memory alone. Where that cannot be, the text
  /// becomes a note beside it, or goes into the journal. Throws where it is nowhere.
  func save(
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
