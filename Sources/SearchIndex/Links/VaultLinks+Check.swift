import Entities
import Files
import NoteSyntax
package import Services

extension VaultLinks {
  @concurrent
  package func broken() async throws(NoteIndexError) -> [LinkRecord] {
    let files = index.files
    return try index.asking { (database) throws(DatabaseError) in
      let resolver = LinkResolver(database)
      let attachments = AttachmentNames { files.attachments() }
      let parts = LinkedParts(database, files)
      var contexts = LinkContexts(files)
      var records: [LinkRecord] = []
      // What names no folder, no id, no extension and no part, but a file's name, leads somewhere.
      let rows = try database.query(
        """
        SELECT \(WrittenLink.columns) FROM link l JOIN note n ON n.id = l.note
        WHERE l.part IS NOT NULL OR l.target <> x'' AND (
          instr(l.target, x'2f') > 0 OR instr(l.target, x'3a') > 0 OR instr(l.target, x'2e') > 0
          OR NOT EXISTS (
            SELECT 1 FROM name WHERE key = l.key AND kind = \(Schema.NameKind.stem.rawValue)))
        ORDER BY l.note, l.place
        """)
      while try rows.next() {
        let link = WrittenLink(rows)
        if let target = try resolver.target(of: link) {
          guard try parts.isMissing(link, in: target) else { continue }
          records.append(contexts.record(link, leadingTo: target.path))
        } else if attachments.target(of: link) == nil {
          records.append(contexts.record(link, leadingTo: nil))
        }
      }
      let canvases = CanvasLinks(database, resolver, attachments, parts, files)
      for canvas in files.attachments().filter(LinkRewriting.isCanvas).sorted() {
        if Task.isCancelled { break }
        records += try canvases.broken(in: canvas)
      }
      return records
    }
  }

  @concurrent
  package func orphans() async throws(NoteIndexError) -> [NoteMatch] {
    try index.asking { (database) throws(DatabaseError) in
      let resolver = LinkResolver(database)
      var bound: Set<Int64> = []
      let links = try database.query(
        """
        SELECT \(WrittenLink.columns) FROM link l JOIN note n ON n.id = l.note
        WHERE l.target <> x''
        """)
      while try links.next() {
        let link = WrittenLink(links)
        guard let target = try resolver.target(of: link)?.note, target != link.note else {
          continue
        }
        bound.insert(link.note)
        bound.insert(target)
      }
      var orphans: [NoteMatch] = []
      let notes = try database.query("SELECT id, path, title FROM note ORDER BY id")
      while try notes.next() {
        if bound.contains(notes.int(0)) { continue }
        orphans.append(
          NoteMatch(id: NoteID(notes.path(1)), title: notes.text(2)))
      }
      return orphans
    }
  }
}
