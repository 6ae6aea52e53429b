package import Services
import Entities
import NoteSyntax

/// All files of a vault for tables: notes from the index, or without one from the files, and the others
/// from the vault's listing.
package struct VaultTables: FileTables {
  let index: IndexAccess

  @concurrent
  package func table() async throws(NoteIndexError) -> any FileTable {
    let files = index.files
    let notes = try index.asking { (database) throws(DatabaseError) in
      try IndexedNotes(database)
    }
    var others: [FileRow] = []
    for path in files.attachments() {
      guard let fact = files.fact(ofAttachment: path) else { continue }
      others.append(
        FileRow(path: path, size: fact.size, created: fact.modified, modified: fact.modified))
    }
    return IndexedTable(notes, others: others, files: files)
  }
}

/// What the index says of all notes.
struct IndexedNotes {
  struct Note {
    var row: FileRow
    var links: [WrittenLink] = []
    var ids: [[UInt8]] = []
    var hasProperties = false
  }

  private(set) var notes: [Note] = []

  init(_ database: Database) throws(DatabaseError) {
    var numbers: [Int64: Int] = [:]
    let rows = try database.query(
      "SELECT id, path, size, modified, created FROM note ORDER BY path")
    while try rows.next() {
      let modified = rows.int(3)
      let created = rows.isNull(4) ? modified : rows.int(4)
      numbers[rows.int(0)] = notes.count
      notes.append(
        Note(
          row: FileRow(
            path: rows.path(1), size: Int(rows.int(2)),
            created: Timestamp(wholeNanoseconds: created),
            modified: Timestamp(wholeNanoseconds: modified))))
    }
    let tags = try database.query(
      "SELECT t.note, m.name FROM tag t JOIN tagname m ON m.key = t.key ORDER BY t.note, t.key")
    while try tags.next() {
      if let number = numbers[tags.int(0)] { notes[number].row.tags.append(tags.text(1)) }
    }
    let properties = try database.query("SELECT DISTINCT note FROM property")
    while try properties.next() {
      if let number = numbers[properties.int(0)] { notes[number].hasProperties = true }
    }
    let names = try database.query(
      "SELECT note, key FROM name WHERE kind = \(Schema.NameKind.id.rawValue)")
    while try names.next() {
      if let number = numbers[names.int(0)] { notes[number].ids.append(names.bytes(1)) }
    }
    let links = try database.query(
      """
      SELECT \(WrittenLink.columns) FROM link l JOIN note n ON n.id = l.note
      WHERE l.target <> x'' ORDER BY l.note, l.place
      """)
    while try links.next() {
      let link = WrittenLink(links)
      guard let number = numbers[link.note] else { continue }
      notes[number].links.append(link)
      notes[number].row.links.append(
        FileRow.Link(
          target: String(decoding: link.target, as: UTF8.self)
            + (link.part.map { "#\($0)" } ?? ""), isEmbed: link.isEmbed))
    }
  }
}
