package import Entities
package import VaultSettings

/// How notes hang together: links both ways, tags.
package protocol NoteLinks: Sendable {
  /// The links in a note, in their order.
  func links(from note: NoteID) async throws(NoteIndexError) -> [LinkRecord]

  /// The links that lead to a note, those of the newest notes first.
  func backlinks(to note: NoteID) async throws(NoteIndexError) -> [LinkRecord]

  /// The same, row by row as they are asked for: for as many as there may be.
  func backlinkCatalog(to note: NoteID) async throws(NoteIndexError) -> any LinkCatalog

  /// The same as far as it is known, without a look at what other programs did since: for rows that
  /// are on the screen meanwhile. Nil where nothing is known.
  func knownBacklinks(to note: NoteID) -> (any LinkCatalog)?

  /// The notes with links that say the name of one of these files, wherever they lead now.
  func notes(naming files: [NotePath]) async throws(NoteIndexError) -> [NoteID]

  /// Where other notes say this note's title or an alias without linking it.
  func mentions(of note: NoteID) async throws(NoteIndexError) -> [LinkRecord]

  /// Links that lead nowhere, and those that lead to a note but name a heading or a block that it
  /// does not have: they have both a target and a part.
  func broken() async throws(NoteIndexError) -> [LinkRecord]

  /// Notes that nothing leads to and that lead nowhere.
  func orphans() async throws(NoteIndexError) -> [NoteMatch]

  /// The note that a link leads to: its name as it is written, without escapes and without the part.
  func target(
    of name: String, in home: LinkHome
  ) async throws(NoteIndexError) -> NoteID?

  /// Links that are to be written in `home`, in the order of the wishes: as short as the vault has
  /// them, and each leads where it should. Nil for `home` is a note without a name yet.
  func newLinks(
    to wishes: [LinkWish], from home: NoteID?
  ) async throws(NoteIndexError) -> [NewLink]

  /// The headings of these notes, in the order of the notes and of their texts.
  func headings(of notes: [NoteID]) async throws(NoteIndexError) -> [NotePart]

  /// Blocks of any notes whose name begins so, those of the notes that changed last first; the one that
  /// Logseq gave this very `id::`, where there is one.
  func blocks(named beginning: String, atMost limit: Int) async throws(NoteIndexError) -> [NotePart]

  /// Those of the notes that are offered as targets of links: Obsidian may be set to leave some
  /// out.
  func offered(_ notes: [NoteID]) async -> [NoteID]

  /// The line, counted from 1, where a part of a text begins that links name behind their `#`: a
  /// heading by its words or its slug, one below another as `One#Two`, a block as `^id`. Nil where
  /// the text has no such part.
  func line(ofPart part: String, in text: [UInt8]) async -> Int?

  /// All tags with how many notes have them, from A to Z, as first written.
  func tags() async throws(NoteIndexError) -> [TagCount]

  /// The same as a tree, each tag before those below it, including those that only have others
  /// below.
  func tagTree() async throws(NoteIndexError) -> [TagBranch]

  /// The properties of all notes, from A to Z.
  func properties() async throws(NoteIndexError) -> [PropertyCount]

  /// What the notes have for a property, item by item, without case in its name: what most have first.
  func values(ofProperty name: String, atMost limit: Int) async throws(NoteIndexError) -> [String]
}

/// One link of a note.
package struct LinkRecord: Equatable, Sendable {
  package var source: NoteID
  package var sourceTitle: String
  /// Counted from 1.
  package var line: Int
  /// The line's text.
  package var context: String
  /// `[[Note#Part|Text]]`, as written; for a mention, the words.
  package var written: String
  /// Where it leads; nil where it leads nowhere.
  package var target: NoteID?
  package var isEmbed: Bool
  /// The heading or block of it behind the `#`.
  package var part: String?
  /// Where it leads nowhere: the note that it would lead to if that were made.
  package var missing: NoteID?
  /// It leads to a note that does not have the part. Set by `links(from:)` alone.
  package var isPartMissing = false

  package init(
    source: NoteID, sourceTitle: String, line: Int, context: String, written: String,
    target: NoteID?, isEmbed: Bool, part: String? = nil, missing: NoteID? = nil
  ) {
    self.source = source
    self.sourceTitle = sourceTitle
    self.line = line
    self.context = context
    self.written = written
    self.target = target
    self.isEmbed = isEmbed
    self.part = part
    self.missing = missing
  }
}

/// What a link can name within a note.
package struct NotePart: Equatable, Sendable {
  package var note: NoteID
  package var title: String
  /// The words of a heading, or a block's name.
  package var text: String
  /// Of a heading; nil for a block.
  package var level: Int?

  package init(note: NoteID, title: String, text: String, level: Int? = nil) {
    self.note = note
    self.title = title
    self.text = text
    self.level = level
  }
}

package struct TagCount: Equatable, Sendable {
  package var name: String
  package var notes: Int

  package init(name: String, notes: Int) {
    self.name = name
    self.notes = notes
  }
}

/// A tag in the tree of all tags.
package struct TagBranch: Equatable, Sendable {
  /// From the top, as first written: `work/plans`.
  package var name: String
  /// How many notes have this very tag.
  package var own: Int
  /// How many have it or one below it, each counted once.
  package var all: Int

  package init(name: String, own: Int, all: Int) {
    self.name = name
    self.own = own
    self.all = all
  }
}

/// A property and how many notes have it.
package struct PropertyCount: Equatable, Sendable {
  package var name: String
  /// What most of its values are; nil where none has one.
  package var type: PropertyType?
  package var notes: Int

  package init(name: String, type: PropertyType?, notes: Int) {
    self.name = name
    self.type = type
    self.notes = notes
  }
}

/// What is known of a note apart from its text.
package struct NoteDetails: Equatable, Sendable {
  package var summary: NoteSummary
  package var tags: [String]
  package var aliases: [String]
  package var created: Timestamp?
  /// Front matter, in its order; a list is one value for each of its items.
  package var properties: [NoteProperty]
  package var words: Int
  package var tasks: Int
  package var openTasks: Int

  package init(
    summary: NoteSummary, tags: [String], aliases: [String], created: Timestamp?,
    properties: [NoteProperty], words: Int, tasks: Int, openTasks: Int
  ) {
    self.summary = summary
    self.tags = tags
    self.aliases = aliases
    self.created = created
    self.properties = properties
    self.words = words
    self.tasks = tasks
    self.openTasks = openTasks
  }
}

/// Links in an order that does not change: changes are reported, and then asked for again.
package protocol LinkCatalog: AnyObject, Sendable {
  var count: Int { get }

  /// The number of notes with them.
  var noteCount: Int { get }

  /// The notes with them; nil where some of them changed since.
  func sources() -> [NoteID]?

  /// A screenful takes about a millisecond: this may be called while drawing. There are fewer where
  /// a note changed in between.
  func links(in range: Range<Int>) -> [LinkRecord]
}

/// Links that are all at hand.
package final class WholeLinkCatalog: LinkCatalog {
  private let records: [LinkRecord]
  package let noteCount: Int

  package init(_ records: [LinkRecord]) {
    self.records = records
    noteCount = Set(records.map(\.source)).count
  }

  package var count: Int { records.count }

  package func sources() -> [NoteID]? { Array(Set(records.map(\.source))) }

  package func links(in range: Range<Int>) -> [LinkRecord] {
    Array(records[range.clamped(to: records.indices)])
  }
}
