package import NoteQueries
package import Services
import Synchronization

/// A search for a screen that asks with every letter. What other programs did is looked for with its
/// first question; after that whoever hears of changes lets the index know.
package final class HeardSearch: NoteSearch {
  private let search: VaultSearch
  private let hasLooked = Atomic(false)

  package init(_ search: VaultSearch) { self.search = search }

  @concurrent
  package func search(
    _ query: NoteQuery, limit: Int, excerpts: Bool
  ) async throws(NoteIndexError) -> SearchAnswer {
    let isKnown = hasLooked.load(ordering: .relaxed)
    let answer = try await search.search(
      query, limit: limit, excerpts: excerpts, looking: !isKnown)
    if !isKnown { hasLooked.store(true, ordering: .relaxed) }
    return answer
  }

  @concurrent
  package func files(
    _ query: NoteQuery, limit: Int
  ) async throws(NoteIndexError) -> SearchAnswer {
    try await search.files(query, limit: limit)
  }
}
