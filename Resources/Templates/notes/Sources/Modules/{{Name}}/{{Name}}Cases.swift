package import Entities
package import Services

/// What a person does with {{words}}: see them, put one into the trash and take that back. The screen's
/// interactor and any other caller await the same.
package struct {{Name}}Cases: Sendable {
  private let index: any NoteIndex
  private let store: any NoteStore

  package init(index: any NoteIndex, store: any NoteStore) {
    (self.index, self.store) = (index, store)
  }

  package init(_ vault: VaultServices) {
    self.init(index: vault.index, store: vault.store)
  }

  /// The latest change first.
  package func list() async throws(NoteIndexError) -> any NoteCatalog {
    try await index.catalog(CatalogRequest())
  }

  package func trash(_ note: NoteID) async throws(NoteStoreError) -> TrashedNote {
    let trashed = try await store.trash(note)
    await reindex(note)
    return trashed
  }

  /// Answers with the note that came back: under a name beside the old one where that is taken.
  package func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    let note = try await store.restore(trashed)
    await reindex(note)
    return note
  }

  /// What was done is done, even where the index cannot read it yet.
  private func reindex(_ note: NoteID) async {
    _ = try? await index.refresh([note])
  }
}
