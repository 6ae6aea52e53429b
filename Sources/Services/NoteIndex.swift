package import Entities
package import VaultSettings

/// What is known of all notes at once. It is a cache outside the vault: deleted or damaged it is
/// made again, and everything works meanwhile, from the files.
package protocol NoteIndex: Sendable {
  /// The notes in an order, as they are known at this moment. Never waits for a build: without an
  /// index the files are walked and their first lines read as rows are asked for.
  func catalog(_ request: CatalogRequest) async throws(NoteIndexError) -> any NoteCatalog

  /// Somebody begins to filter: what words are looked for in can be read now. In a large vault the first
  /// letter would wait for that.
  func warmFilter()

  /// The folders with notes, in the order of their paths, with how many each has itself.
  func folders() async throws(NoteIndexError) -> [NoteFolder]

  /// Brings the index in line with the files and tells what came of it. The first time it reads all
  /// notes; then only those that changed. One run at a time: a second caller follows the first.
  func reconcile() -> AsyncStream<IndexProgress>

  /// Reads these notes again; what is gone is taken out.
  func refresh(_ notes: [NoteID]) async throws(NoteIndexError) -> IndexChange

  /// What is known of one note apart from its text; nil where there is no such note.
  func details(of note: NoteID) async throws(NoteIndexError) -> NoteDetails?

  /// Every note that a person may mean: by path, title, alias, id, the unique start of one of
  /// these, or a `[[link]]`. Exact matches hide beginnings.
  func find(_ written: String) async throws(NoteIndexError) -> [NoteMatch]

  /// The note that these words mean in full, as far as that is known without a look at what other
  /// programs did since. Its file is there. A link that is followed in a large vault need not wait for
  /// such a look.
  func knownNote(_ written: String) -> NoteMatch?

  /// The state of the index, for `doctor` and `stats`.
  func report() async throws(NoteIndexError) -> IndexReport

  /// Throws the index away and reads everything again with the next `reconcile`.
  func discard() async throws(NoteIndexError)
}

/// A folder of the vault; the top one has no path.
package struct NoteFolder: Hashable, Sendable {
  package var path: NotePath
  /// In itself, without the folders below it.
  package var notes: Int

  package init(path: NotePath, notes: Int) {
    self.path = path
    self.notes = notes
  }
}

/// Which notes, and in which order.
package struct CatalogRequest: Hashable, Sendable {
  package var order = NoteOrder.modified
  package var isReversed = false
  /// Every word must be in the title, the snippet or the path; one that begins with `#` must begin
  /// a tag of the note.
  package var words = ""
  /// The tag, or one below it.
  package var tag: String?
  /// The folder, or one below it.
  package var folder: NotePath?

  package init() {}
}

/// Notes in an order that does not change: changes are reported, and then asked for again.
package protocol NoteCatalog: AnyObject, Sendable {
  var count: Int { get }
  /// How many the vault has, whether they were asked for or not.
  var total: Int { get }

  /// A screenful takes about a millisecond: this may be called while drawing.
  func notes(in range: Range<Int>) -> [NoteSummary]

  /// The titles alone, for callers that look through thousands; not while drawing.
  func titles(in range: Range<Int>) -> [NoteTitle]

  func position(of note: NoteID) -> Int?

  /// A note's tags, as they were first written; none where they are not known yet. For the notes on
  /// a screen this may be called while drawing.
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
  /// Nothing was known: all notes are read.
  case isFirst(notes: Int)
  case read(notes: Int, of: Int)
  case changed(IndexChange)
  /// Folders that could not be read, a damaged index that was made again: as a message.
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
  /// A regular expression that is none.
  case badExpression(String, reason: String)
  /// What was asked for cannot be done, and why: a sentence for a person.
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
  /// Named in full, and not by a beginning.
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
  /// Nil before the first build ended.
  package var reconciled: Timestamp?
  /// What is wrong with it, where something is.
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

/// What happened on the days of a vault.
package protocol NoteActivity: Sendable {
  /// What notes and tasks say about each day that anything happened on.
  func activity(in span: DaySpan, clock: any WallClock) async throws(NoteIndexError)
    -> [Day: DayActivity]

  /// The notes that were made on a day or changed last on it, the latest first.
  func notes(on day: Day, clock: any WallClock) async throws(NoteIndexError) -> [ActiveNote]
}
