import Cells
package import Terminal

/// `notes-tui keys`: every table of keys as text.
package enum KeysCommand {
  package static func text(of tables: [KeyTable]) -> String {
    tables.map { table in
      let keys = table.rows.map { $0.keys.joined(separator: ", ") }
      let width = keys.map(Cells.width(of:)).max() ?? 0
      let lines = zip(keys, table.rows).map { keys, row in
        "  \(keys)\(String(repeating: " ", count: width - Cells.width(of: keys)))  \(row.summary)"
      }
      return ([table.title] + lines).joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }
}
