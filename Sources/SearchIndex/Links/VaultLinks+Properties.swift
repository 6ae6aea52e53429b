import Entities
import Files
import Folding
package import Services

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
