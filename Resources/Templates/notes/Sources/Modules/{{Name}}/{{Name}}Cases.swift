package import Entities
package import OpenVault
package import Services

/// What a person does with {{words}}: see them, put one into the trash and take that back. The screen's
/// interactor and any other caller use it.
package struct {{Name}}Cases: Sendable {
  private let vault: VaultServices

  package init(_ vault: VaultServices) { self.vault = vault }

  /// The latest change first.
  package func list() async throws(NoteIndexError) -> any NoteCatalog {
    try await vault.index.catalog(CatalogRequest())
  }

  package func trash(_ note: NoteID) async throws(NoteStoreError) -> TrashedNote {
    let trashed = try await vault.store.trash(note)
    await reindex(note)
    return trashed
  }

  /// Answers with the note that came back: under a name beside the old one where that is taken.
  package func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    let note = try await vault.store.restore(trashed)
    await reindex(note)
    return note
  }

  /// What was done is done, even where the index cannot read it yet.
  private func reindex(_ note: NoteID) async {
    _ = try? await vault.index.refresh([note])
  }
}
