package import Entities
package import Services
import NoteSyntax
import VaultSettings

/// Links between notes, from the index or, without one, from the files.
package struct VaultLinks: NoteLinks {
  let index: IndexAccess
  /// Finds the notes that say another's name.
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
      found.sort { ($0.note, $0.place.lowerBound) < ($1.note, $1.place.lowerBound) }
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

  /// The keys of links that may lead to a note.
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
  /// The number of a note; nil where there is no such note.
  func id(of note: NoteID) throws(DatabaseError) -> Int64? {
    try number("SELECT id FROM note WHERE path = ?", .bytes(note.path.bytes))
  }
}
