package import Entities
package import OpenVault
package import Services

/// What it takes to give a note to the person's own editor: its text before, and what becomes of the text
/// after. The screen's interactor and the command line await the same.
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

  /// A state that another program replaces would be kept by no one: it is a version from here on.
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
