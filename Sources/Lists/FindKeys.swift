package import Terminal

enum FindCommand: Sendable {
  case begin
  case next
  case previous
  /// Ends the search and its marks.
  case forget
  /// Leaves the search field at the row found; `back` returns to the row before.
  case done
  case back
}

/// The keys that find rows. A list has them in addition to its own, unless it uses them itself.
package enum FindKeys {
  static let list = Keymap<FindCommand>([
    .init(["/"], .begin, "find", wide: "find", words: ["search"]),
    .init(["F3", "n"], .next, "next"),
    .init(["S-F3", "N"], .previous, "previous"),
  ])

  /// The keys of the search field; all others are typed into it.
  static let prompt = Keymap<FindCommand>([
    .init(["Enter"], .done, "done, at the row that was found", hint: "done"),
    .init(["Esc"], .back, "back to where it was", hint: "back"),
    .init(["Down", "F3"], .next, "next row found", hint: "next"),
    .init(["Up", "S-F3"], .previous, "previous row found", hint: "before"),
  ]).titled("Find in a list")

  /// The table of the search field's keys.
  package static var promptTable: KeyTable { prompt.table }

  /// Returns the table while found rows are marked: Esc first clears the marks.
  static func tableOfFound(_ table: KeyTable) -> KeyTable {
    var rows = table.rows
    for index in rows.indices { rows[index].keys.removeAll { $0 == "Esc" } }
    let row = rows.firstIndex { $0.keys.contains("/") } ?? 0
    rows.insert(
      KeyTable.Row(keys: ["Esc"], summary: "drop what was found", hint: "clear"), at: row)
    return table.with(rows.filter { !$0.keys.isEmpty }).filtered(true)
  }
}

extension Keymap {
  /// Adds the keys that find rows, after those that move through them.
  package func finding(_ thing: String) -> Keymap {
    let isFree = bindings.allSatisfy { !$0.keys.contains("n") && !$0.keys.contains("N") }
    let rows = FindKeys.list.table.rows.map { row in
      var row = row
      row.summary =
        row.hint == nil && row.wideHint == nil
        ? "\(row.summary) \(thing) found" : "find a \(thing) as you type"
      if !isFree { row.keys.removeLast(row.keys.count - 1) }
      return row
    }
    return adding(rows, behind: "End")
  }

  /// Returns whether a key finds rows here.
  func finds(by key: Key) -> Bool {
    command(for: key) == nil && table.rows.contains { $0.keys.contains(key.name) }
  }
}
