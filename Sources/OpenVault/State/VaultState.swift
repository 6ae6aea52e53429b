package import Services
package import VaultSettings

/// What is stored of a vault for the person who works with it, outside the vault. Where it cannot be
/// stored it is forgotten with the program: no more than convenience is lost.
package struct VaultState: Sendable {
  /// The notes that were opened last.
  package var recent = StoredValue(RecentNotes())
  /// Where notes were left.
  package var positions = StoredValue(NotePositions())
  /// How the list is arranged.
  package var arrangement = StoredValue(ListArrangement())
  /// Searches with a name.
  package var searches = StoredValue([SavedSearch]())
  /// What the latest commands did.
  package var done = StoredValue(DoneCommands())

  /// What came from other programs.
  package var imported = StoredValue(ImportedNotes())

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
