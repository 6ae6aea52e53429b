package import Entities
import NoteSyntax

extension VaultIndex {
  /// The notes that have a `Folding.name` as an id, as the index knows them at this moment; none
  /// where there is no index.
  package func notes(identified key: [UInt8]) -> [NotePath] {
    index.known { (database) throws(DatabaseError) in
      try LinkResolver(database).candidates(key).filter { $0.kind == .id }.map(\.path)
    } ?? []
  }

  /// The notes, and folders that have a note's ending, whose names may look like this one, in a folder
  /// whose names last changed at `moment`. Nil where the index has not seen all of its names.
  package func notes(
    namedLike name: [UInt8], in folder: NotePath, asOf moment: Timestamp
  ) -> [NotePath]? {
    let key = LinkName.key(of: NotePath(bytes: name))
    // What folds to nothing has no row.
    if key.isEmpty { return nil }
    return index.known { (database) throws(DatabaseError) in
      try database.snapshot { () throws(DatabaseError) in
        try Self.notes(key, in: folder, moment, database)
      }
    }
  }

  private static func notes(
    _ key: [UInt8], in folder: NotePath, _ moment: Timestamp, _ database: Database
  ) throws(DatabaseError) -> [NotePath]? {
    let row = try database.number(
      "SELECT id FROM folder WHERE path = ? AND changed = ?", .bytes(folder.bytes),
      .int(moment.wholeNanoseconds))
    guard let row else { return nil }
    return try database.all(
      """
      SELECT note.path FROM name CROSS JOIN note ON note.id = name.note
      WHERE name.key = ?1 AND name.kind = ?2 AND note.folder = ?3
      UNION ALL SELECT path FROM folder WHERE lower(substr(path, -3)) = '.md'
      """, .bytes(key), .int(Schema.NameKind.stem.rawValue), .int(row)
    ) { $0.path(0) }.filter { $0.folder == folder }
  }
}
