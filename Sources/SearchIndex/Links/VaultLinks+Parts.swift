package import Entities
import Files
package import Services
import VaultSettings

/// What links are offered: parts of any notes.
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
