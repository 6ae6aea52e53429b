extension Schema {
  /// What makes each table and index, as SQLite keeps it. A comment may have a semicolon in its line.
  static let objects = Set(
    [tables, words, indexes].flatMap { ($0 + "\n").split(separator: ";\n") }
      .compactMap { statement in
        statement.firstRange(of: "CREATE ").map { String(statement[$0.lowerBound...]) }
      })

  /// What FTS5 makes for `words`, in words of its own.
  private static let ofWords: Set<String> = ["words_data", "words_idx", "words_config"]

  /// Whether the tables and indexes are those that this version makes, and nothing else is there: a
  /// trigger or a view in a file that somebody changed would run with our statements.
  static func isOurs(_ database: Database) throws(DatabaseError) -> Bool {
    var missing = objects.union(ofWords)
    // What SQLite makes by itself for a table's keys has no words.
    let rows = try database.query(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    while try rows.next() {
      let name = rows.text(1)
      let isOfWords = rows.text(0) == "table" && ofWords.contains(name)
      if missing.remove(isOfWords ? name : rows.text(2)) == nil { return false }
    }
    return missing.isEmpty
  }
}
