extension KeyTable {
  /// Rows under a title.
  package struct Group: Equatable, Sendable {
    package var title: String
    package var rows: [Row]
  }

  /// The rows as help shows them: by the sections that they begin, the first ones under the table's
  /// title, and keys that follow a prefix, such as “z o”, under that prefix.
  package var groups: [Group] {
    var sections: [Group] = []
    for row in rows {
      if sections.isEmpty || row.section != nil {
        sections.append(Group(title: row.section ?? title, rows: []))
      }
      sections[sections.count - 1].rows.append(row)
    }
    return sections.flatMap(\.byPrefix).filter { !$0.rows.isEmpty }
  }
}

extension KeyTable.Group {
  /// The rows without a prefix, and those of each prefix that begins several.
  fileprivate var byPrefix: [KeyTable.Group] {
    var counts: [String: Int] = [:]
    for row in rows { if let prefix = row.prefix { counts[prefix, default: 0] += 1 } }
    var groups = [KeyTable.Group(title: title, rows: [])]
    for row in rows {
      guard let prefix = row.prefix, counts[prefix] != 1 else {
        groups[0].rows.append(row)
        continue
      }
      let title = "After \(prefix)"
      if let index = groups.dropFirst().firstIndex(where: { $0.title == title }) {
        groups[index].rows.append(row)
      } else {
        groups.append(KeyTable.Group(title: title, rows: [row]))
      }
    }
    return groups
  }
}

extension KeyTable.Row {
  /// The first key of its first sequence; nil if that is a single key.
  fileprivate var prefix: String? {
    guard let first = keys.first, let blank = first.firstIndex(of: " ") else { return nil }
    return String(first[..<blank])
  }
}
