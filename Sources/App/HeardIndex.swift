import Entities
import Services

/// The index as modules see it: it is brought in line with the files once changes are heard of, so
/// that none falls between the look and the hearing.
final class HeardIndex: NoteIndex {
  private let index: any NoteIndex
  private let watch: VaultWatch

  init(_ index: any NoteIndex, _ watch: VaultWatch) {
    self.index = index
    self.watch = watch
  }

  func reconcile() -> AsyncStream<IndexProgress> {
    let (index, watch) = (index, watch)
    return AsyncStream { continuation in
      let task = Task {
        await watch.hearing()
        for await progress in index.reconcile() { continuation.yield(progress) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  func catalog(_ request: CatalogRequest) async throws(NoteIndexError) -> any NoteCatalog {
    try await index.catalog(request)
  }

  func catalogAtHand(_ request: CatalogRequest) -> (any NoteCatalog)? {
    index.catalogAtHand(request)
  }

  func refresh(_ notes: [NoteID]) async throws(NoteIndexError) -> IndexChange {
    try await index.refresh(notes)
  }

  func details(of note: NoteID) async throws(NoteIndexError) -> NoteDetails? {
    try await index.details(of: note)
  }

  func find(_ written: String) async throws(NoteIndexError) -> [NoteMatch] {
    try await index.find(written)
  }

  func report() async throws(NoteIndexError) -> IndexReport { try await index.report() }

  func discard() async throws(NoteIndexError) { try await index.discard() }
}
