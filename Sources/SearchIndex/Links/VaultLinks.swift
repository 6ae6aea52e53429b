package import Entities
import Folding
import NoteSyntax
package import Services
import VaultSettings

/// Links between notes, from the index or, without one, from the files.
package struct VaultLinks: NoteLinks {
  let index: IndexAccess
  /// Finds the notes that mention another's name.
  let search: VaultSearch
  let foreign: any ForeignSettings

  @concurrent
  package func line(ofPart part: String, in text: [UInt8]) async -> Int? {
    PartFinding.line(ofPart: Array(part.utf8), in: text.span)
  }

  @concurrent
  package func links(from note: NoteID) async throws(NoteIndexError) -> [LinkRecord] {
    let files = index.files
    return try index.asking { (database) throws(DatabaseError) in
      let rows = try database.query(
        """
        SELECT \(WrittenLink.columns) FROM note n JOIN link l ON l.note = n.id
        WHERE n.path = ? ORDER BY l.place
        """, .bytes(note.path.bytes))
      let resolver = LinkResolver(database)
      let attachments = AttachmentNames { files.attachments() }
      let parts = LinkedParts(database, files)
      var contexts = LinkContexts(files)
      var records: [LinkRecord] = []
      while try rows.next() {
        let link = WrittenLink(rows)
        let target = try resolver.target(of: link)
        var record = contexts.record(
          link, leadingTo: target?.path ?? attachments.target(of: link))
        if let target { record.isPartMissing = try parts.isMissing(link, in: target) }
        records.append(record)
      }
      return records
    }
  }

  @concurrent
  package func backlinks(to note: NoteID) async throws(NoteIndexError) -> [LinkRecord] {
    let files = index.files
    return try index.asking { (database) throws(DatabaseError) in
      guard let id = try database.id(of: note) else { return [] }
      let resolver = LinkResolver(database)
      var found: [WrittenLink] = []
      for key in try Self.keys(of: id, database) {
        let rows = try database.query(
          """
          SELECT \(WrittenLink.columns) FROM link l JOIN note n ON n.id = l.note
          WHERE l.key = ? AND l.note <> ?
          """, .bytes(key), .int(id))
        while try rows.next() {
          let link = WrittenLink(rows)
          if try resolver.target(of: link)?.note == id { found.append(link) }
        }
      }
      found.sort { ($0.note, $0.range.lowerBound) < ($1.note, $1.range.lowerBound) }
      var contexts = LinkContexts(files)
      return found.map { contexts.record($0, leadingTo: note.path) }
    }
  }

  @concurrent
  package func notes(naming files: [NotePath]) async throws(NoteIndexError) -> [NoteID] {
    try index.asking { (database) throws(DatabaseError) in
      var notes: [NoteID] = []
      for key in Set(files.map { LinkName.key(of: $0) }) {
        notes += try database.all(
          "SELECT path FROM note WHERE id IN (SELECT note FROM link WHERE key = ?)", .bytes(key)
        ) { NoteID($0.path(0)) }
      }
      return notes
    }
  }

  /// Returns the keys of links that may lead to a note.
  static func keys(
    of id: Int64, _ database: Database
  ) throws(DatabaseError) -> Set<[UInt8]> {
    Set(
      try database.all(
        "SELECT key FROM name WHERE note = ? AND \(Schema.NameKind.leads)", .int(id)
      ) { $0.bytes(0) })
  }
}

extension Database {
  /// Returns the id of a note; nil if there is no such note.
  func id(of note: NoteID) throws(DatabaseError) -> Int64? {
    try number("SELECT id FROM note WHERE path = ?", .bytes(note.path.bytes))
  }
}

/// Suggestions for links: parts of any notes.
extension VaultLinks {
  @concurrent
  package func headings(of notes: [NoteID]) async throws(NoteIndexError) -> [NotePart] {
    try index.asking { (database) throws(DatabaseError) in
      var parts: [NotePart] = []
      for note in notes {
        parts += try database.all(
          """
          SELECT n.title, h.text, h.level FROM note n JOIN heading h ON h.note = n.id
          WHERE n.path = ? ORDER BY h.line
          """, .bytes(note.path.bytes)
        ) { NotePart(note: note, title: $0.text(0), text: $0.text(1), level: Int($0.int(2))) }
      }
      return parts
    }
  }

  @concurrent
  package func blocks(
    named beginning: String, atMost limit: Int
  ) async throws(NoteIndexError) -> [NotePart] {
    try index.asking { (database) throws(DatabaseError) in
      let named = try database.all(
        """
        SELECT n.path, n.title, f.value FROM field f JOIN note n ON n.id = f.note
        WHERE f.key = ? AND f.value = ? LIMIT 1
        """, .bytes(Array("id".utf8)), .text(beginning)
      ) { NotePart(note: NoteID($0.path(0)), title: $0.text(1), text: $0.text(2)) }
      if !named.isEmpty { return named }
      return try database.all(
        """
        SELECT n.path, n.title, b.id FROM block b JOIN note n ON n.id = b.note
        WHERE substr(b.id, 1, ?1) = ?2 ORDER BY n.modified DESC, b.line LIMIT ?3
        """, .int(Int64(beginning.unicodeScalars.count)), .text(beginning), .int(Int64(limit))
      ) { NotePart(note: NoteID($0.path(0)), title: $0.text(1), text: $0.text(2)) }
    }
  }

  @concurrent
  package func offered(_ notes: [NoteID]) async -> [NoteID] {
    guard let ignored = Condition(ignoring: await foreign.obsidian().ignored) else { return notes }
    return notes.filter { !ignored.holds(of: $0.path) }
  }
}

extension VaultLinks {
  @concurrent
  package func properties() async throws(NoteIndexError) -> [PropertyCount] {
    try index.asking { (database) throws(DatabaseError) in
      var counts: [PropertyCount] = []
      var key: [UInt8] = []
      // The type that most notes have comes first.
      let rows = try database.query(
        """
        SELECT key, min(ifnull(name, CAST(key AS TEXT))), type, count(DISTINCT note)
        FROM property GROUP BY key, type ORDER BY key, type IS NULL, 4 DESC, type
        """)
      while try rows.next() {
        let notes = Int(rows.int(3))
        if !counts.isEmpty, rows.bytes(0) == key {
          counts[counts.count - 1].notes += notes
        } else {
          key = rows.bytes(0)
          counts.append(
            PropertyCount(
              name: rows.text(1), type: rows.optionalText(2).flatMap(PropertyType.init),
              notes: notes))
        }
      }
      return counts
    }
  }

  @concurrent
  package func values(
    ofProperty name: String, atMost limit: Int
  ) async throws(NoteIndexError) -> [String] {
    try index.asking { (database) throws(DatabaseError) in
      var values: [String] = []
      let rows = try database.query(
        """
        SELECT value FROM property WHERE key = ? AND value <> ''
        GROUP BY value ORDER BY count(*) DESC, value LIMIT ?
        """, .bytes(Folding.name(name.utf8)), .int(limit))
      while try rows.next() { values.append(rows.text(0)) }
      return values
    }
  }
}

extension VaultLinks {
  /// No one reviews more notes.
  private static let mostMentioning = 1000

  @concurrent
  package func mentions(of note: NoteID) async throws(NoteIndexError) -> [LinkRecord] {
    let names = try names(of: note).map { Needle(phrase: $0) }.filter { !$0.isEmpty }
    if names.isEmpty { return [] }
    let condition = Condition.any(names.map { .words($0) })
    var records: [LinkRecord] = []
    var contexts = LinkContexts(index.files)
    for found in try search.find(condition, limit: Self.mostMentioning)
    where found.id != note && found.isReadable {
      if Task.isCancelled { throw .cancelled }
      guard let bytes = contexts.text(of: found.id.path) else { continue }
      for (range, line) in Self.mentions(names, in: bytes) {
        records.append(
          LinkRecord(
            source: found.id, sourceTitle: found.title, line: line,
            context: LinkContexts.line(around: range.lowerBound, in: bytes),
            written: String(decoding: bytes[range], as: UTF8.self), target: note, isEmbed: false))
      }
    }
    return records
  }

  /// Returns the title and aliases as written, and the file's name.
  private func names(of note: NoteID) throws(NoteIndexError) -> [String] {
    guard let fact = index.files.facts(of: note) else { return [] }
    var reader = NoteReader(index.files)
    guard let read = reader.read(note.path, fact) else { return [] }
    let aliases = read.properties.filter { $0.key.elementsEqual("aliases".utf8) }
    return [read.title, note.path.stem.text] + aliases.compactMap(\.value)
  }

  /// Returns where the text mentions a name outside of links and front matter; once per line.
  static func mentions(
    _ names: [Needle], in bytes: UnsafeBufferPointer<UInt8>
  ) -> [(range: Range<Int>, line: Int)] {
    let scanned = UnsafeBufferPointer(rebasing: bytes.prefix(NoteReader.mostScanned))
    let scan = NoteScanner.scan(scanned.span)
    let links = scan.links.map(\.whole).sorted { $0.lowerBound < $1.lowerBound }
    var mentions: [(range: Range<Int>, line: Int)] = []
    var (line, counted, link) = (1, 0, 0)
    let ranges = names.flatMap { $0.matches(in: scanned) }.sorted { $0.lowerBound < $1.lowerBound }
    for range in ranges where range.lowerBound >= scan.body {
      while link < links.count, links[link].upperBound <= range.lowerBound { link += 1 }
      if link < links.count, links[link].overlaps(range) { continue }
      line += bytes[counted..<range.lowerBound].count { $0 == UInt8(ascii: "\n") }
      counted = range.lowerBound
      if mentions.last?.line == line { continue }
      mentions.append((range, line))
    }
    return mentions
  }
}
