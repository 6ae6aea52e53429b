import Entities
import Folding
import Services

/// A scope as an SQL condition on a column with the ids of notes.
struct ScopeCondition {
  private(set) var text = "TRUE"
  private(set) var values: [Cell] = []

  /// Without a scope all notes match.
  init(
    _ scope: FileScope?, of column: String, in database: Database
  ) throws(DatabaseError) {
    if let scope { text = try condition(scope, on: column, in: database) ?? text }
  }

  /// Returns nil if all notes match.
  private mutating func condition(
    _ scope: FileScope, on column: String, in database: Database
  ) throws(DatabaseError) -> String? {
    guard case .all(let scopes) = scope else {
      return try notes(scope, in: database).map { "\(column) IN (\($0))" }
    }
    var parts: [String] = []
    for scope in scopes {
      if let part = try condition(scope, on: column, in: database) { parts.append(part) }
    }
    return parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }

  /// Returns a query for the ids of the notes; nil if all match.
  private mutating func notes(
    _ scope: FileScope, in database: Database
  ) throws(DatabaseError) -> String? {
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
      return try condition(scope, on: "id", in: database).map { "SELECT id FROM note WHERE \($0)" }
    case .any(let scopes):
      let count = values.count
      var parts: [String] = []
      for scope in scopes {
        guard let part = try notes(scope, in: database) else {
          values.removeLast(values.count - count)
          return nil
        }
        parts.append(part)
      }
      return parts.isEmpty ? nil : parts.joined(separator: " UNION ALL ")
    }
  }
}
