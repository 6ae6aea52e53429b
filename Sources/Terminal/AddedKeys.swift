/// Keys that lists and fields have besides their own, for hands that know another editor.
///
/// Each means a key of the tables: where a table has that one, and leaves the new one free, both
/// do the same. What is shown of a table is told with them.
package struct AddedKeys: Sendable {
  package struct Row: Sendable {
    var keys: [Key]
    var like: Key
    /// Also where letters are typed.
    var isInFields: Bool
    /// Also where the key has a meaning of its own, while a filter holds: `n` is the next that fits.
    var winsInFilter: Bool

    package init(
      _ keys: [Key], like: Key, isInFields: Bool = false, winsInFilter: Bool = false
    ) {
      self.keys = keys
      self.like = like
      self.isInFields = isInFields
      self.winsInFilter = winsInFilter
    }
  }

  private let rows: [Row]

  package init(_ rows: [Row]) { self.rows = rows }

  package static let vim = AddedKeys([
    Row(["C-f"], like: "PgDn"), Row(["C-b"], like: "PgUp"), Row(["C-n"], like: "Down"),
    Row(["n"], like: "F3", winsInFilter: true), Row(["N"], like: "S-F3", winsInFilter: true),
    Row(["n"], like: "Down", winsInFilter: true), Row(["N"], like: "Up", winsInFilter: true),
    Row(["C-]"], like: "Enter"),
  ])

  package static let emacs = AddedKeys([
    Row(["C-n"], like: "Down", isInFields: true), Row(["C-p"], like: "Up", isInFields: true),
    Row(["C-v"], like: "PgDn", isInFields: true), Row(["M-v"], like: "PgUp", isInFields: true),
    Row(["M-<"], like: "Home"), Row(["M->"], like: "End"), Row(["C-s"], like: "/"),
    Row(["C-s"], like: "F3", isInFields: true), Row(["C-r"], like: "S-F3", isInFields: true),
    Row(["C-g"], like: "Esc", isInFields: true),
  ])

  /// What a key means on a screen; nil for itself.
  package func meaning(of key: Key, in table: KeyTable) -> Key? {
    if table.isOfKeymap { return nil }
    for row in rows where row.keys.contains(key) && holds(row, key, in: table) { return row.like }
    return nil
  }

  private func holds(_ row: Row, _ key: Key, in table: KeyTable) -> Bool {
    guard table.has(row.like), row.isInFields || !table.typesText else { return false }
    return !table.has(key) || row.winsInFilter && table.isFiltered
  }

  /// A table with these keys. A row that lost its last one to another is left out.
  package func applied(to table: KeyTable) -> KeyTable {
    if table.isOfKeymap { return table }
    return table.with(keysApplied(to: table).rows.filter { !$0.keys.isEmpty })
  }

  /// The same with all rows, each where it was.
  func keysApplied(to table: KeyTable) -> KeyTable {
    if table.isOfKeymap { return table }
    var shown = table.rows
    for row in rows {
      for key in row.keys where meaning(of: key, in: table) == row.like {
        for index in shown.indices {
          shown[index].keys.removeAll { $0 == key.name }
          if shown[index].keys.contains(row.like.name) { shown[index].keys.append(key.name) }
        }
      }
    }
    return table.with(shown)
  }
}

extension KeyTable {
  fileprivate func has(_ key: Key) -> Bool {
    let name = key.name
    return rows.contains { $0.keys.contains(name) }
  }
}
