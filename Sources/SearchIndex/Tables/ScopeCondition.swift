import Folding
import Services

/// A scope as an SQL condition on a column with the ids of notes.
struct ScopeCondition {
  private(set) var values: [Cell] = []
  /// Queries for ids: a note that matches is among those of each.
  private var queries: [String] = []
  private let database: Database
  private let most: Int64

  /// Without a scope all notes match. A part of it that more than `most` notes match is left out.
  init(
    _ scope: FileScope?, in database: Database, atMost most: Int64 = .max
  ) throws(DatabaseError) {
    (self.database, self.most) = (database, most)
    if let scope { queries = try parts(of: scope) }
  }

  func text(of column: String) -> String { Self.text(queries, of: column) }

  private static func text(_ queries: [String], of column: String) -> String {
    queries.isEmpty ? "TRUE" : queries.map { "\(column) IN (\($0))" }.joined(separator: " AND ")
  }

  private mutating func parts(of scope: FileScope) throws(DatabaseError) -> [String] {
    guard case .all(let scopes) = scope else { return try [notes(scope)].compactMap(\.self) }
    var all: [String] = []
    for scope in scopes { all += try parts(of: scope) }
    return all
  }

  /// Returns a query for the ids of the notes; nil for all notes.
  private mutating func notes(_ scope: FileScope) throws(DatabaseError) -> String? {
    let count = values.count
    if let query = try query(scope), try isOfFew(query, Array(values[count...])) { return query }
    values.removeLast(values.count - count)
    return nil
  }

  private func isOfFew(_ query: String, _ values: [Cell]) throws(DatabaseError) -> Bool {
    if most == .max { return true }
    let count = try database.number(
      "SELECT count(*) FROM (\(query) LIMIT ?)", values + [.int(most + 1)])
    return count ?? 0 <= most
  }

  private mutating func query(_ scope: FileScope) throws(DatabaseError) -> String? {
    switch scope {
    case .note: return nil
    case .tag(let name):
      let key = Folding.name(name.utf8)
      // Everything from `/` up to the next character begins with `/`.
      values += [.bytes(key), .bytes(key + [0x2f]), .bytes(key + [0x30])]
      return """
        SELECT note FROM tag WHERE key = ? UNION ALL
        SELECT note FROM tag WHERE key > ? AND key < ?
        """
    case .path(let name):
      values += [.bytes(Array(name.utf8)), .bytes(Array("\(name).md".utf8))]
      return "SELECT id FROM note WHERE path IN (?, ?)"
    case .property(let key):
      values.append(.bytes(key))
      return "SELECT note FROM property WHERE key = ?"
    case .field(let key):
      values.append(.bytes(key))
      return "SELECT note FROM field WHERE key = ?"
    case .text(let key, let wanted):
      values += [.bytes(key), .text(wanted), .bytes(key)]
      return """
        SELECT note FROM property WHERE key = ? AND value = ? UNION ALL
        SELECT note FROM property WHERE key = ? AND value >= '[' AND value < '\\'
        """
    case .number(let key, let range):
      values += [
        .bytes(key), .real(range.lowerBound), .real(range.upperBound), .bytes(key), .bytes(key),
      ]
      return """
        SELECT note FROM property WHERE key = ? AND number BETWEEN ? AND ? UNION ALL
        SELECT note FROM property WHERE key = ? AND number IS NULL UNION ALL
        SELECT note FROM property WHERE key = ? AND number IS NOT NULL AND type = 'text'
        """
    case .folder(let name):
      let wanted = Folding.name(name.utf8)
      let folders = try database.all("SELECT id, path FROM folder") { ($0.int(0), $0.bytes(1)) }
      // Tables made from the files have no folders.
      if folders.isEmpty { return nil }
      let ids = folders.filter { folder in
        let key = Folding.name(folder.1)
        return key == wanted || wanted.isEmpty || key.starts(with: wanted + [0x2f])
      }
      let list = ids.map { "\($0.0)" }.joined(separator: ", ")
      return "SELECT id FROM note WHERE folder IN (\(list))"
    case .all:
      return "SELECT id FROM note WHERE \(Self.text(try parts(of: scope), of: "id"))"
    case .any(let scopes):
      var all: [String] = []
      for scope in scopes {
        guard let part = try notes(scope) else { return nil }
        all.append(part)
      }
      return all.isEmpty ? nil : all.joined(separator: " UNION ALL ")
    }
  }
}
