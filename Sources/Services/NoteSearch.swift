package import Entities

/// Finds notes by what stands in them.
package protocol NoteSearch: Sendable {
  /// The newest notes that fit, at most `limit`. Uses the index where there is one and it is in
  /// line with the files as far as that can be told quickly; reads the files where there is none.
  func search(
    _ query: NoteQuery, limit: Int, excerpts: Bool
  ) async throws(NoteIndexError) -> SearchAnswer
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
  package var id: NoteID
  package var title: String
  package var modified: Timestamp
  /// The first line that shows why the note was found; empty where only its name or a property did,
  /// or where no excerpts were asked for.
  package var excerpt: String
  /// What of the excerpt fits, as ranges of its UTF-8 bytes.
  package var matches: [Range<Int>]
  /// Counted from 1; nil without an excerpt.
  package var line: Int?

  package init(
    id: NoteID, title: String, modified: Timestamp, excerpt: String = "",
    matches: [Range<Int>] = [], line: Int? = nil
  ) {
    self.id = id
    self.title = title
    self.modified = modified
    self.excerpt = excerpt
    self.matches = matches
    self.line = line
  }
}
