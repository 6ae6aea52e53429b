package import Entities
package import Services

/// An index for single questions, as commands ask them: what other programs did to the files is
/// looked for before each answer, since nobody watches them.
package struct FreshIndex: NoteIndex {
  private let index: VaultIndex

  package init(_ index: VaultIndex) { self.index = index }

  @concurrent
  package func catalog(_ request: CatalogRequest) async throws(NoteIndexError) -> any NoteCatalog {
    // Where that fails the answer comes from what is known, or from the files.
    _ = try? index.freshen()
    return try await index.catalog(request)
  }

  @concurrent
  package func folders() async throws(NoteIndexError) -> [NoteFolder] {
    _ = try? index.freshen()
    return try await index.folders()
  }

  package func reconcile() -> AsyncStream<IndexProgress> { index.reconcile() }

  /// The next question finds what was done, by whomever: whoever ends before that need not wait.
  package func refresh(_ notes: [NoteID]) async throws(NoteIndexError) -> IndexChange {
    index.whatStands(of: notes)
  }

  // These two look for themselves.

  package func details(of note: NoteID) async throws(NoteIndexError) -> NoteDetails? {
    try await index.details(of: note)
  }

  package func find(_ written: String) async throws(NoteIndexError) -> [NoteMatch] {
    try await index.find(written)
  }

  package func report() async throws(NoteIndexError) -> IndexReport { try await index.report() }

  package func discard() async throws(NoteIndexError) { try await index.discard() }
}
