package import Entities
import NoteQueries
package import OpenVault
package import Services
package import VaultSettings

/// Finds notes by a query that a person typed, and keeps queries under names. The search's screen and
/// the command line both use it.
package struct SearchCases: Sendable {
  private let notes: any NoteSearch
  private let searches: StoredValue<[SavedSearch]>
  /// Says what “today” is.
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
    do throws(QueryError) {
      return try NoteQuery(parsing: typed, today: clock.civil(clock.now))
    } catch {
      throw .unreadable(position: error.position, reason: error.message)
    }
  }

  package func find(
    _ typed: String, limit: Int, withExcerpts: Bool
  ) async throws(SearchFailure) -> SearchAnswer {
    let query = try query(typed)
    do throws(NoteIndexError) {
      return try await notes.all(query, limit: limit, excerpts: withExcerpts)
    } catch {
      guard let position = error.position(in: typed) else { throw .failed(error) }
      throw .unreadable(position: position, reason: error.message)
    }
  }

  /// The next question takes less time.
  func prepare() async {
    _ = try? await notes.search(.all, limit: 1, excerpts: false)
  }

  /// The searches with a name, by name. They are read from the disk.
  package func saved() async -> [SavedSearch] { await searches.load() }

  package func change(_ change: SavedSearchChange) async throws(NoteStoreError) {
    try await searches.change(change)
  }
}

package enum SearchFailure: Error, Equatable {
  /// The query cannot be read from one of its characters on, counted from 0.
  case unreadable(position: Int, reason: String)
  case failed(NoteIndexError)
}

extension NoteIndexError {
  /// Where the expression is in the query that cannot be read as one; nil for other errors.
  fileprivate func position(in typed: String) -> Int? {
    guard case .badExpression(let expression, _) = self,
      let start = typed.firstRange(of: "/\(expression)/")?.lowerBound
    else { return nil }
    return typed.distance(from: typed.startIndex, to: start) + 1
  }
}
