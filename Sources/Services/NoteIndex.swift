package import Entities
package import VaultSettings

/// What is known of all notes at once. It is a cache outside the vault: if it is deleted or damaged
/// it is rebuilt, and meanwhile everything works from the files.
package protocol NoteIndex: Sendable {
  /// Returns the notes in an order, as they are known now. Never waits for a build: without an
  /// index the files are walked, and their first lines are read as rows are requested.
  func catalog(_ request: CatalogRequest) async throws(NoteIndexError) -> any NoteCatalog

  /// Reads what filtering needs, because in a large vault the first letter would wait for it.
  /// Called when the user begins to filter.
  func warmFilter()

  /// Returns the folders with notes, by path, with the number of notes directly in each.
  func folders() async throws(NoteIndexError) -> [NoteFolder]

  /// Updates the index to match the files and reports the changes. The first run reads all notes;
  /// later ones only those that changed. One run at a time: a second caller follows the first.
  func reconcile() -> AsyncStream<IndexProgress>

  /// Reads these notes again and removes those that are gone.
  func refresh(_ notes: [NoteID]) async throws(NoteIndexError) -> IndexChange

  /// Returns what is known of a note apart from its text; nil if there is no such note.
  func details(of note: NoteID) async throws(NoteIndexError) -> NoteDetails?

  /// Returns every note that the text may mean: by path, title, alias, id, a unique prefix of one
  /// of these, or a `[[link]]`. Exact matches hide prefix matches.
  func find(_ written: String) async throws(NoteIndexError) -> [NoteMatch]

  /// Returns the note with exactly this name, from the index alone: changes by other programs are
  /// not checked, but the note's file exists. Following a link in a large vault need not wait for
  /// that check.
  func knownNote(_ written: String) -> NoteMatch?

  /// Returns the state of the index, for `doctor` and `stats`.
  func report() async throws(NoteIndexError) -> IndexReport

  /// Deletes the index; the next `reconcile` reads everything again.
  func discard() async throws(NoteIndexError)
}

/// A folder of the vault; the top one has an empty path.
package struct NoteFolder: Hashable, Sendable {
  package var path: NotePath
  /// Without the folders below it.
  package var notes: Int

  package init(path: NotePath, notes: Int) {
    self.path = path
    self.notes = notes
  }
}

/// The selection and order of notes.
package struct CatalogRequest: Hashable, Sendable {
  package var order = NoteOrder.modified
  package var isReversed = false
  /// Every word must be in the title, the snippet or the path; one that begins with `#` must begin
  /// a tag of the note.
  package var words = ""
  /// Only notes with this tag or one below it.
  package var tag: String?
  /// Only notes in this folder or one below it.
  package var folder: NotePath?

  package init() {}
}

/// A list of notes that does not change: after a reported change a new one is requested.
package protocol NoteCatalog: AnyObject, Sendable {
  var count: Int { get }
  /// The number of notes in the vault, requested or not.
  var total: Int { get }

  /// A screenful takes about a millisecond: this may be called while drawing.
  func notes(in range: Range<Int>) -> [NoteSummary]

  /// Returns only the titles, for callers that go through thousands; not while drawing.
  func titles(in range: Range<Int>) -> [NoteTitle]

  func position(of note: NoteID) -> Int?

  /// Returns a note's tags as first written; empty if they are not known yet. May be called while
  /// drawing, for the notes on a screen.
  func tags(of note: NoteID) -> [String]
}

extension NoteCatalog {
  package func tags(of note: NoteID) -> [String] { [] }

  package func titles(in range: Range<Int>) -> [NoteTitle] {
    notes(in: range).map { NoteTitle(id: $0.id, title: $0.title) }
  }
}

/// The progress of an update.
package enum IndexProgress: Equatable, Sendable {
  /// There was no index: all notes are read.
  case isFirst(notes: Int)
  case read(notes: Int, of: Int)
  case changed(IndexChange)
  /// A message: folders that could not be read, or a damaged index that was rebuilt.
  case problem(String)
}

package struct IndexChange: Equatable, Sendable {
  package var updated: [NoteID]
  package var removed: [NoteID]

  package init(updated: [NoteID] = [], removed: [NoteID] = []) {
    self.updated = updated
    self.removed = removed
  }

  package var isEmpty: Bool { updated.isEmpty && removed.isEmpty }
}

package enum NoteIndexError: ExplainedError, Equatable, Sendable {
  /// The index cannot be stored; the notes are untouched.
  case unusable(path: String, reason: String)
  /// A regular expression took too long on this note.
  case tooHard(String)
  case badExpression(String, reason: String)
  /// The request cannot be carried out: a sentence for the user says why.
  case refused(String)
  case cancelled

  package var message: String {
    switch self {
    case .unusable(let path, let reason):
      "The index in \(path) cannot be used: \(reason). Your notes are safe; run “notes-tui doctor”."
    case .tooHard(let note):
      "The expression takes too long on \(note). Make it more exact."
    case .badExpression(let expression, let reason):
      "The expression /\(expression)/ cannot be read: \(reason)."
    case .refused(let reason): reason
    case .cancelled: "Cancelled."
    }
  }
}

package struct NoteMatch: Hashable, Sendable {
  package var id: NoteID
  package var title: String
  /// Whether the full name matched rather than a prefix.
  package var isExact: Bool

  package init(id: NoteID, title: String, isExact: Bool = true) {
    self.id = id
    self.title = title
    self.isExact = isExact
  }
}

package struct IndexReport: Equatable, Sendable {
  package var path: String
  package var notes: Int
  package var words: Int
  package var links: Int
  package var tags: Int
  package var bytes: Int
  /// Nil until the first build is complete.
  package var reconciled: Timestamp?
  /// Problems of the index, as messages.
  package var problems: [String]

  package init(
    path: String, notes: Int, words: Int, links: Int, tags: Int, bytes: Int,
    reconciled: Timestamp?, problems: [String]
  ) {
    self.path = path
    self.notes = notes
    self.words = words
    self.links = links
    self.tags = tags
    self.bytes = bytes
    self.reconciled = reconciled
    self.problems = problems
  }
}

/// The activity on each day of a vault.
package protocol NoteActivity: Sendable {
  /// Returns the activity of every day that has any, from notes and tasks.
  func activity(in span: DaySpan, clock: any WallClock) async throws(NoteIndexError)
    -> [Day: DayActivity]

  /// Returns the notes that were made or last changed on a day, latest first.
  func notes(on day: Day, clock: any WallClock) async throws(NoteIndexError) -> [ActiveNote]
}
