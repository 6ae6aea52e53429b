import CopyNames
package import Entities
package import OpenVault
package import Services

/// The use cases for editing a note in the person's own editor: its text before, and saving the
/// text after. Shared by the screen's interactor and the command line.
package struct OwnEditorCases: Sendable {
  private let vault: VaultServices
  private let clock: any WallClock

  package init(_ vault: VaultServices, clock: any WallClock) {
    (self.vault, self.clock) = (vault, clock)
  }

  // MARK: - Only in memory

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

  /// Stores the note's text as a version first, as another program may overwrite it.
  package func begin(_ note: NoteID) async -> NoteContent? {
    guard let old = try? await vault.store.read(note) else { return nil }
    await vault.versions.keepOrReport(
      NoteState(note: note, bytes: old.bytes, written: old.stamp.modified))
    return old
  }

  /// Returns the note's text if the editor changed it.
  package func end(_ note: NoteID, after old: NoteContent?) async -> NoteContent? {
    guard let new = try? await vault.store.read(note), new.bytes != old?.bytes else { return nil }
    await vault.versions.keepOrReport(NoteState(note: note, bytes: new.bytes, written: nil))
    return new
  }
}

/// The outcome of saving text that another program edited and that was only in memory.
package enum EditedOutcome: Equatable, Sendable {
  case saved
  /// The text could not replace the note and was saved as a note of its own.
  case beside(NoteID, NoteStoreError)
  /// The text could not be saved and is only in the recovery journal.
  case unsaved(NoteID, NoteStoreError)

  /// The problem to report; nil if there was none.
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
  /// Saves text from another program that is only in memory. If the note cannot be replaced, the
  /// text becomes a note next to it, or goes into the journal. Throws if all of that fails.
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
