import Folding
import Services

/// A scope as an SQL condition on a column with the ids of notes.
struct ScopeCondition {
  private static let everything = "TRUE"

  private(set) var text = ""
  private(set) var values: [Cell] = []
  private let column: String

  /// Without a scope all notes match.
  init(
    _ scope: FileScope?, of column: String, in database: Database
  ) throws(DatabaseError) {
    self.column = column
    if let scope { try add(scope, in: database) } else { text = Self.everything }
  }

  private mutating func add(_ scope: FileScope, in database: Database) throws(DatabaseError) {
    switch scope {
    case .note: text += Self.everything
    case .tag(let name):
      let key = Folding.name(name.utf8)
      text += "\(column) IN (SELECT note FROM tag WHERE key = ? OR key > ? AND key < ?)"
      // Everything from `/` up to the next character begins with `/`.
      values += [.bytes(key), .bytes(key + [0x2f]), .bytes(key + [0x30])]
    case .path(let name):
      text += "\(column) IN (SELECT id FROM note WHERE path IN (?, ?))"
      values += [.bytes(Array(name.utf8)), .bytes(Array("\(name).md".utf8))]
    case .property(let key):
      text += "\(column) IN (SELECT note FROM property WHERE key = ?)"
      values.append(.bytes(key))
    case .field(let key):
      text += "\(column) IN (SELECT note FROM field WHERE key = ?)"
      values.append(.bytes(key))
    case .text(let key, let wanted):
      text += """
        \(column) IN (SELECT note FROM property WHERE key = ? AND value = ? UNION ALL
          SELECT note FROM property WHERE key = ? AND value >= '[' AND value < '\\')
        """
      values += [.bytes(key), .text(wanted), .bytes(key)]
    case .number(let key, let range):
      text += """
        \(column) IN (SELECT note FROM property WHERE key = ? AND number BETWEEN ? AND ? UNION ALL
          SELECT note FROM property WHERE key = ? AND number IS NULL UNION ALL
          SELECT note FROM property WHERE key = ? AND number IS NOT NULL AND type = 'text')
        """
      values += [
        .bytes(key), .real(range.lowerBound), .real(range.upperBound), .bytes(key), .bytes(key),
      ]
    case .folder(let name):
      let wanted = Folding.name(name.utf8)
      let folders = try database.all("SELECT id, path FROM folder") { ($0.int(0), $0.bytes(1)) }
      let ids = folders.filter { folder in
        let key = Folding.name(folder.1)
        return key == wanted || wanted.isEmpty || key.starts(with: wanted + [0x2f])
      }
      let list = ids.map { "\($0.0)" }.joined(separator: ", ")
      text += "\(column) IN (SELECT id FROM note WHERE folder IN (\(list)))"
    case .all(let scopes): try add(scopes, " AND ", in: database)
    case .any(let scopes): try add(scopes, " OR ", in: database)
    }
  }

  private mutating func add(
    _ scopes: [FileScope], _ word: String, in database: Database
  ) throws(DatabaseError) {
    text += "("
    for (index, scope) in scopes.enumerated() {
      if index > 0 { text += word }
      try add(scope, in: database)
    }
    text += scopes.isEmpty ? "\(Self.everything))" : ")"
  }
}
