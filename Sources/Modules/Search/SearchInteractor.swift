import Services
import Viper

/// Reads queries and asks for what fits.
@MainActor
final class SearchInteractor: SearchInteracting {
  weak var output: (any SearchInteractorOutput)?
  private let notes: any NoteSearch
  private let clock: any WallClock
  private let scope: WorkScope
  /// Raised with every question: the answer to an older one is dropped.
  private var question = 0

  init(notes: any NoteSearch, clock: any WallClock, work: Work) {
    self.notes = notes
    self.clock = clock
    scope = work.scope()
  }

  func search(_ typed: String, limit: Int, withExcerpts: Bool) {
    question += 1
    let current = question
    let query: NoteQuery
    do throws(QueryError) {
      query = try NoteQuery(parsing: typed, today: clock.civil(clock.now))
    } catch {
      output?.searchCannotRead(typed, position: error.position, reason: error.message)
      return
    }
    scope.run { [notes] in
      try await notes.search(query, limit: limit, excerpts: withExcerpts)
    } then: { [weak self] result in
      guard let self, current == self.question else { return }
      switch result {
      case .success(let answer): output?.searchFound(answer.hits, hasMore: answer.hasMore)
      case .failure(let error as NoteIndexError): output?.searchFailed(error.message)
      case .failure(let error): output?.searchFailed("The search failed: \(error).")
      }
    }
  }

  func end() { scope.end() }
}
