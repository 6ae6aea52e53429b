package import Entities

/// Finds notes by their text.
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

  /// So many lines of a note are shown at most.
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
