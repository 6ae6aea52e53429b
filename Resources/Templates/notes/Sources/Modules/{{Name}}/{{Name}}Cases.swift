package import Entities
package import OpenVault
package import Services

/// The use cases for {{words}}: list them, move one to the trash, and undo that. Shared by the
/// screen's interactor and any other caller.
package struct {{Name}}Cases: Sendable {
  private let vault: VaultServices

  package init(_ vault: VaultServices) { self.vault = vault }

  /// Returns the notes, the latest change first.
  package func list() async throws(NoteIndexError) -> any NoteCatalog {
    try await vault.index.catalog(CatalogRequest())
  }

  package func trash(_ note: NoteID) async throws(NoteStoreError) -> TrashedNote {
    let trashed = try await vault.store.trash(note)
    await reindex(note)
    return trashed
  }

  /// Restores the note and returns it. If its old name is taken, it gets another one.
  package func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    let note = try await vault.store.restore(trashed)
    await reindex(note)
    return note
  }

  /// Refreshes the index, ignoring failures: the note is changed even if it cannot be read.
  private func reindex(_ note: NoteID) async {
    _ = try? await vault.index.refresh([note])
  }
}
