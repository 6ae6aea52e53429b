package import Entities
package import VaultSettings

/// The connections between notes: links both ways, tags, properties.
package protocol NoteLinks: Sendable {
  /// Returns the links in a note, in order.
  func links(from note: NoteID) async throws(NoteIndexError) -> [LinkRecord]

  /// Returns the links to a note, those in the newest notes first.
  func backlinks(to note: NoteID) async throws(NoteIndexError) -> [LinkRecord]

  /// Returns the same links row by row on demand, for notes with many of them.
  func backlinkCatalog(to note: NoteID) async throws(NoteIndexError) -> any LinkCatalog

  /// Returns the links that are known without checking for changes by other programs, to be shown
  /// meanwhile. Nil if none are known.
  func knownBacklinks(to note: NoteID) -> (any LinkCatalog)?

  /// Returns the notes with links that name one of these files, wherever they lead now.
  func notes(naming files: [NotePath]) async throws(NoteIndexError) -> [NoteID]

  /// Returns the lines of other notes with this note's title or an alias that is not a link.
  func mentions(of note: NoteID) async throws(NoteIndexError) -> [LinkRecord]

  /// Returns links that lead nowhere, and those to a heading or block that its note lacks: the
  /// latter have both a target and a part.
  func broken() async throws(NoteIndexError) -> [LinkRecord]

  /// Returns notes without any links to or from others.
  func orphans() async throws(NoteIndexError) -> [NoteMatch]

  /// Returns the note that a link leads to. `name` is as written, without escapes or the part.
  func target(
    of name: String, in home: LinkHome
  ) async throws(NoteIndexError) -> NoteID?

  /// Returns links to be written in `home`, in the order of the wishes. Each leads to its target
  /// and is as short as the vault's style allows. `home` is nil for a note without a name.
  func newLinks(
    to wishes: [NewLinkTarget], from home: NoteID?
  ) async throws(NoteIndexError) -> [NewLink]

  /// Returns the headings of these notes, in the order of the notes and of their texts.
  func headings(of notes: [NoteID]) async throws(NoteIndexError) -> [NotePart]

  /// Returns blocks of any notes whose name has this prefix, those of recently changed notes first;
  /// also the block to which Logseq gave exactly this `id::`.
  func blocks(named beginning: String, atMost limit: Int) async throws(NoteIndexError) -> [NotePart]

  /// Returns those of the notes that may be suggested as link targets: Obsidian may be set to leave
  /// some out.
  func offered(_ notes: [NoteID]) async -> [NoteID]

  /// Returns the line, counted from 1, where the part after a link's `#` begins: a heading by its
  /// words or its slug, nested ones as `One#Two`, a block as `^id`. Nil if the text has no such
  /// part.
  func line(ofPart part: String, in text: [UInt8]) async -> Int?

  /// Returns all tags with their numbers of notes, sorted by name, as first written.
  func tags() async throws(NoteIndexError) -> [TagCount]

  /// Returns the tags as a tree, each before its children, including those that only have children.
  func tagTree() async throws(NoteIndexError) -> [TagBranch]

  /// Returns the properties of all notes, sorted by name.
  func properties() async throws(NoteIndexError) -> [PropertyCount]

  /// Returns the items of a property in all notes, most frequent first. Its name's case is ignored.
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
  /// `[[Note#Part|Text]]`, as written; for a mention, its words.
  package var written: String
  /// The note that it leads to, if any.
  package var target: NoteID?
  package var isEmbed: Bool
  /// The heading or block after the `#`.
  package var part: String?
  /// For a link that leads nowhere, the note that would have to be made.
  package var missing: NoteID?
  /// Whether its note lacks the part. Set by `links(from:)` only.
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

/// A part of a note that links can name.
package struct NotePart: Equatable, Sendable {
  package var note: NoteID
  package var title: String
  /// The words of a heading, or the name of a block.
  package var text: String
  /// The level of a heading; nil for a block.
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
  /// The full name, as first written: `work/plans`.
  package var name: String
  /// The number of notes with exactly this tag.
  package var own: Int
  /// The number of notes with this tag or one below it, each counted once.
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
  /// The most frequent type of its values; nil if it has none.
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
  /// Front matter, in order; a list is one value for each of its items.
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

/// A list of links that does not change: after a reported change a new one is requested.
package protocol LinkCatalog: AnyObject, Sendable {
  var count: Int { get }

  /// The number of notes with these links.
  var noteCount: Int { get }

  /// Returns the notes with these links; nil if some of them changed since.
  func sources() -> [NoteID]?

  /// A screenful takes about a millisecond: this may be called while drawing. Returns fewer links
  /// if a note changed meanwhile.
  func links(in range: Range<Int>) -> [LinkRecord]
}

/// A catalog of links that are all in memory.
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
