package import Entities
package import NoteQueries
package import OpenVault
package import Services
package import VaultSettings

/// The use cases for searching: find notes by a typed query, and save queries under names. Shared
/// by the search's screen and the command line.
package struct SearchCases: Sendable {
  private let notes: any NoteSearch
  private let searches: StoredValue<[SavedSearch]>
  /// Gives the date of “today”.
  private let clock: any WallClock

  init(
    notes: any NoteSearch, searches: StoredValue<[SavedSearch]>, clock: any WallClock
  ) {
    (self.notes, self.searches, self.clock) = (notes, searches, clock)
  }

  package init(_ vault: VaultServices, clock: any WallClock) {
    self.init(notes: vault.queries.search, searches: vault.state.searches, clock: clock)
  }

  func query(_ typed: String) throws(SearchFailure) -> NoteQuery {
    return try rethrow(NoteQuery(parsing: typed, today: clock.civil(clock.now))) {
      (error: QueryError) in
      SearchFailure.unreadable(position: error.position, reason: error.message)
    }
  }

  /// `scope` limits the notes that are searched.
  package func find(
    _ typed: String, limit: Int, withExcerpts: Bool, within scope: NoteQuery = .all
  ) async throws(SearchFailure) -> SearchAnswer {
    let typedQuery = try query(typed)
    let query = scope == .all ? typedQuery : .and([typedQuery, scope])
    do throws(NoteIndexError) {
      return try await notes.all(query, limit: limit, excerpts: withExcerpts)
    } catch {
      guard let position = error.position(in: typed) else { throw .failed(error) }
      throw .unreadable(position: position, reason: error.message)
    }
  }

  /// Warms up the index, so that the first search is faster.
  func prepare() async {
    _ = try? await notes.search(.all, limit: 1, excerpts: false)
  }

  /// Returns the saved searches, sorted by name, from the disk.
  package func saved() async -> [SavedSearch] { await searches.load() }

  package func change(_ change: SavedSearchChange) async throws(NoteStoreError) {
    try await searches.change(change)
  }
}

package enum SearchFailure: Error, Equatable {
  /// The query cannot be read from this character on, counted from 0.
  case unreadable(position: Int, reason: String)
  case failed(NoteIndexError)
}

extension NoteIndexError {
  /// Returns the position of the unreadable expression in the query; nil for other errors.
  fileprivate func position(in typed: String) -> Int? {
    guard case .badExpression(let expression, _) = self,
      let start = typed.firstRange(of: "/\(expression)/")?.lowerBound
    else { return nil }
    return typed.distance(from: typed.startIndex, to: start) + 1
  }
}
