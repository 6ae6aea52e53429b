package import Entities
package import NoteQueries

/// Finds notes by their text.
package protocol NoteSearch: Sendable {
  /// Returns the newest matching notes, at most `limit`. Uses the index if there is one and a quick
  /// check finds it up to date; otherwise it reads the files.
  func search(
    _ query: NoteQuery, limit: Int, excerpts: Bool
  ) async throws(NoteIndexError) -> SearchAnswer

  /// Returns files that are not notes, for a query of names and paths; none for other queries.
  func files(_ query: NoteQuery, limit: Int) async throws(NoteIndexError) -> SearchAnswer
}

extension NoteSearch {
  /// Returns nothing: this search has no other files.
  package func files(
    _ query: NoteQuery, limit: Int
  ) async throws(NoteIndexError) -> SearchAnswer {
    SearchAnswer(hits: [], hasMore: false)
  }

  /// Returns notes first, then other files.
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
  /// Whether a file's path is enough to decide.
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
  /// Whether there are more than the limit.
  package var hasMore: Bool

  package init(hits: [SearchHit], hasMore: Bool) {
    self.hits = hits
    self.hasMore = hasMore
  }
}

package struct SearchHit: Equatable, Sendable {
  /// A line that shows why the note matches.
  package struct Line: Equatable, Sendable {
    /// Counted from 1.
    package var number: Int
    package var text: String
    /// The matches, as ranges of the text's UTF-8 bytes.
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
  /// The first lines that show why the note matches; empty if only its name or a property does, or
  /// if no excerpts were requested.
  package var lines: [Line]
  /// A lower bound of the number of further lines.
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
