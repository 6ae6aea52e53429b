package import Services
package import VaultSettings

/// The user's state of a vault, stored outside the vault. If it cannot be stored it lasts until the
/// program ends; only convenience is lost.
package struct VaultState: Sendable {
  package var recent = StoredValue(RecentNotes())
  package var used = StoredValue(UsedCommands())
  /// The positions at which notes were left.
  package var positions = StoredValue(NotePositions())
  package var arrangement = StoredValue(ListArrangement())
  /// The saved searches.
  package var searches = StoredValue([SavedSearch]())
  /// The steps of the latest commands, for undo.
  package var done = StoredValue(DoneCommands())

  /// What was typed on the editor's command lines.
  package var typed = StoredValue(TypedLines())

  /// The notes that earlier imports brought.
  package var imported = StoredValue(ImportedNotes())

  /// Which reminders have rung.
  package var reminders = StoredValue(ReminderLog())
  /// What other programs asked to write, until a person answers.
  package var asked = StoredValue(AskedWritings())

  package init() {}
}

extension StoredValue<[SavedSearch]> {
  @discardableResult
  package func change(
    _ change: SavedSearchChange
  ) async throws(NoteStoreError) -> [SavedSearch] {
    try await self.change { $0 = change.applied(to: $0) }
  }
}
