package import NoteQueries
package import Services

/// A search that answers what a test says, and remembers what it was asked.
package actor MemorySearch: NoteSearch {
  package struct Question: Equatable, Sendable {
    package var query: NoteQuery
    package var limit: Int
    package var excerpts: Bool

    package init(query: NoteQuery, limit: Int, excerpts: Bool) {
      self.query = query
      self.limit = limit
      self.excerpts = excerpts
    }
  }

  private let answer: Result<SearchAnswer, NoteIndexError>
  package private(set) var asked: [Question] = []

  package init(_ answer: Result<SearchAnswer, NoteIndexError>) { self.answer = answer }

  package init(_ hits: [SearchHit] = [], hasMore: Bool = false) {
    answer = .success(SearchAnswer(hits: hits, hasMore: hasMore))
  }

  package func search(
    _ query: NoteQuery, limit: Int, excerpts: Bool
  ) async throws(NoteIndexError) -> SearchAnswer {
    asked.append(Question(query: query, limit: limit, excerpts: excerpts))
    return try answer.get()
  }
}
