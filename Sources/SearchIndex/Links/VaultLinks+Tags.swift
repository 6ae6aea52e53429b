import Files
package import Services

extension VaultLinks {
  @concurrent
  package func tags() async throws(NoteIndexError) -> [TagCount] {
    try index.asking { (database) throws(DatabaseError) in
      try database.all(
        """
        SELECT m.name, t.notes FROM (SELECT key, count(*) AS notes FROM tag GROUP BY key) t
        JOIN tagname m ON m.key = t.key ORDER BY t.key
        """
      ) { TagCount(name: $0.text(0), notes: Int($0.int(1))) }
    }
  }

  @concurrent
  package func tagTree() async throws(NoteIndexError) -> [TagBranch] {
    try index.asking { (database) throws(DatabaseError) in
      var tree = TagTree()
      let rows = try database.query(
        """
        SELECT t.key, m.name, t.notes
        FROM (SELECT key, count(*) AS notes FROM tag GROUP BY key) t
        JOIN tagname m ON m.key = t.key ORDER BY t.key
        """)
      while try rows.next() { tree.add(rows.bytes(0), rows.text(1), notes: Int(rows.int(2))) }
      // A note with several of them is counted once.
      for key in tree.parents {
        let below = try database.number(
          "SELECT count(DISTINCT note) FROM tag WHERE key = ?1 OR key >= ?2 AND key < ?3",
          .bytes(key), .bytes(key + [slash]), .bytes(key + [slash + 1]))
        tree.count(key, all: Int(below ?? 0))
      }
      return tree.branches
    }
  }
}

/// Tags by their keys, including those that only have children.
private struct TagTree {
  private var byKey: [[UInt8]: TagBranch] = [:]
  private(set) var parents: Set<[UInt8]> = []

  mutating func add(_ key: [UInt8], _ name: String, notes: Int) {
    // The first spelling of the tag itself, or else that in a child.
    byKey[key] = TagBranch(name: name, own: notes, all: notes)
    let names = name.split(separator: "/", omittingEmptySubsequences: false)
    let keys = key.split(separator: slash, omittingEmptySubsequences: false)
    guard names.count == keys.count else { return }
    for count in 1..<max(1, keys.count) {
      let parent = Array(keys.prefix(count).joined(separator: [slash]))
      parents.insert(parent)
      if byKey[parent] == nil {
        let name = names.prefix(count).joined(separator: "/")
        byKey[parent] = TagBranch(name: name, own: 0, all: 0)
      }
    }
  }

  mutating func count(_ key: [UInt8], all: Int) { byKey[key]?.all = all }

  /// The branches, sorted part by part so that children directly follow their parent.
  var branches: [TagBranch] {
    byKey.map { (key: $0.key.split(separator: slash), branch: $0.value) }
      .sorted { left, right in
        left.key.lexicographicallyPrecedes(right.key) { $0.lexicographicallyPrecedes($1) }
      }.map(\.branch)
  }
}
