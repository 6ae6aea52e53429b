/// Updates `linkgroup` as notes are added and removed, so that the number of links to a note is
/// known without counting. A note that is read again has mostly the same links: only the difference
/// is written at the end.
final class LinkGroups {
  private struct Group: Hashable {
    var key: [UInt8]
    var kind: Int64
    var target: [UInt8]
  }

  private let database: Database
  /// The change in the number of links.
  private var changes: [Group: Int64] = [:]

  init(_ database: Database) { self.database = database }

  func add(_ link: IndexedNote.Link) {
    changes[Group(key: link.key, kind: link.kind.rawValue, target: link.target), default: 0] += 1
  }

  /// Called before the links of a note are removed.
  func subtract(_ note: Int64) throws(DatabaseError) {
    let rows = try database.query("SELECT key, kind, target FROM link WHERE note = ?", .int(note))
    while try rows.next() {
      let group = Group(key: rows.bytes(0), kind: rows.int(1), target: rows.bytes(2))
      changes[group, default: 0] -= 1
    }
  }

  /// Called at the end of the transaction.
  func finish() throws(DatabaseError) {
    for (group, change) in changes where change != 0 {
      let owner: [Cell] = [.bytes(group.key), .int(group.kind), .bytes(group.target)]
      try database.run(
        """
        INSERT INTO linkgroup VALUES (?, ?, ?, ?)
        ON CONFLICT (key, kind, target) DO UPDATE SET links = links + excluded.links
        """, owner + [.int(change)])
      if change > 0 { continue }
      try database.run(
        "DELETE FROM linkgroup WHERE key = ? AND kind = ? AND target = ? AND links <= 0", owner)
    }
    changes = [:]
  }
}
