package import Entities
package import NoteQueries

/// Finds notes by their text.
package protocol NoteSearch: Sendable {
  /// The newest notes that fit, at most `limit`. Uses the index where there is one and it is in
  /// line with the files as far as a quick check can say; reads the files where there is none.
  func search(
    _ query: NoteQuery, limit: Int, excerpts: Bool
  ) async throws(NoteIndexError) -> SearchAnswer

  /// The files that are no notes and fit a query of names and paths alone; none for any other query.
  func files(_ query: NoteQuery, limit: Int) async throws(NoteIndexError) -> SearchAnswer
}

extension NoteSearch {
  /// Of a vault that has none.
  package func files(
    _ query: NoteQuery, limit: Int
  ) async throws(NoteIndexError) -> SearchAnswer {
    SearchAnswer(hits: [], hasMore: false)
  }

  /// Notes first, then other files.
  package func all(
    _ query: NoteQuery, limit: Int, excerpts: Bool
  ) async throws(NoteIndexError) -> SearchAnswer {
    var answer = try await search(query, limit: limit, excerpts: excerpts)
    if answer.hasMore || !query.asksForNamesAlone { return answer }
    let others = try await files(query, limit: limit - answer.hits.count)
    answer.hits += others.hits
    answer.hasMore = others.hasMore
    return answer
  }
}

extension NoteQuery {
  /// Whether a file's path is enough to tell.
  package var asksForNamesAlone: Bool {
    switch self {
    case .file, .path, .fileExpression, .pathExpression: true
    case .and(let parts), .or(let parts):
      !parts.isEmpty && parts.allSatisfy(\.asksForNamesAlone)
    case .not(let part): part.asksForNamesAlone
    default: false
    }
  }
}

package struct SearchAnswer: Equatable, Sendable {
  package var hits: [SearchHit]
  /// Whether there are more than were asked for.
  package var hasMore: Bool

  package init(hits: [SearchHit], hasMore: Bool) {
    self.hits = hits
    self.hasMore = hasMore
  }
}

package struct SearchHit: Equatable, Sendable {
  /// A line that shows why the note was found.
  package struct Line: Equatable, Sendable {
    /// Counted from 1.
    package var number: Int
    package var text: String
    /// What of the text fits, as ranges of its UTF-8 bytes.
    package var matches: [Range<Int>]

    package init(number: Int, text: String, matches: [Range<Int>]) {
      self.number = number
      self.text = text
      self.matches = matches
    }
  }

  /// The most lines of a note that are shown.
  package static let mostLines = 3

  package var id: NoteID
  package var title: String
  package var modified: Timestamp
  /// The first lines that show why the note was found; none where only its name or a property did,
  /// or where no excerpts were asked for.
  package var lines: [Line]
  /// How many more there are at least.
  package var moreLines: Int

  package init(
    id: NoteID, title: String, modified: Timestamp, lines: [Line] = [], moreLines: Int = 0
  ) {
    self.id = id
    self.title = title
    self.modified = modified
    self.lines = lines
    self.moreLines = moreLines
  }
}
