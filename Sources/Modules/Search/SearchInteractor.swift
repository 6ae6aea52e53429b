import NoteQueries
import Services
import Viper

/// Reads queries and asks for what fits.
@MainActor
final class SearchInteractor: SearchInteracting {
  weak var output: (any SearchInteractorOutput)?
  private let notes: any NoteSearch
  private let searches: StoredValue<[SavedSearch]>
  private let clock: any WallClock
  private let work: Work
  private let scope: WorkScope
  /// Of the question that is asked now; an older one ends with its own.
  private var asking: WorkScope?
  private var hasEnded = false

  init(
    notes: any NoteSearch, searches: StoredValue<[SavedSearch]>, clock: any WallClock, work: Work
  ) {
    self.notes = notes
    self.searches = searches
    self.clock = clock
    self.work = work
    scope = work.scope()
  }

  func search(_ typed: String, limit: Int, withExcerpts: Bool) {
    cancel()
    if hasEnded { return }
    let query: NoteQuery
    do throws(QueryError) {
      query = try NoteQuery(parsing: typed, today: clock.civil(clock.now))
    } catch {
      output?.searchCannotRead(typed, position: error.position, reason: error.message)
      return
    }
    let scope = work.scope()
    asking = scope
    scope.run { [notes] in
      try await notes.all(query, limit: limit, excerpts: withExcerpts)
    } then: { [weak self] result in
      guard let self else { return }
      asking = nil
      switch result {
      case .success(let answer): output?.searchFound(answer.hits, hasMore: answer.hasMore)
      case .failure(let error as NoteIndexError):
        if let position = error.position(in: typed) {
          output?.searchCannotRead(typed, position: position, reason: error.message)
          return
        }
        output?.searchFailed(error.message)
      case .failure(let error): output?.searchFailed(SearchWords.failed(error))
      }
    }
  }

  func cancel() {
    asking?.end()
    asking = nil
  }

  var saved: [SavedSearch] { searches.value() }

  func change(_ change: SavedSearchChange) {
    let searches = searches
    scope.run {
      try await searches.change(change)
    } then: { [weak self] result in
      switch result {
      case .success: self?.output?.savedSearchesChanged(change)
      case .failure(let error):
        self?.output?.savingFailed((error as? NoteStoreError)?.message ?? "\(error)")
      }
    }
  }

  func prepare() {
    scope.run { [notes] in
      try await notes.search(.all, limit: 1, excerpts: false)
    } then: { _ in
      // Its answer is of no use; the next is there sooner.
    }
  }

  func end() {
    cancel()
    scope.end()
    hasEnded = true
  }
}

extension NoteIndexError {
  /// Where the expression stands in the query that cannot be read as one; nil for other errors.
  fileprivate func position(in typed: String) -> Int? {
    guard case .badExpression(let expression, _) = self,
      let place = typed.firstRange(of: "/\(expression)/")
    else { return nil }
    return typed.distance(from: typed.startIndex, to: place.lowerBound) + 1
  }
}
