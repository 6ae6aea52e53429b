package import Terminal

enum FindCommand: Sendable {
  case begin
  case next
  case previous
  /// Nothing is looked for any more.
  case forget
  /// Ends the typing: at the row that was found, or back where one was.
  case done
  case back
}

/// The keys by which rows are found. A list has them besides its own, as far as it leaves them free.
package enum FindKeys {
  static let list = Keymap<FindCommand>([
    .init(["/"], .begin, "find", wide: "find", words: ["search"]),
    .init(["F3", "n"], .next, "next"),
    .init(["S-F3", "N"], .previous, "previous"),
  ])

  /// All else is typed into the line.
  static let prompt = Keymap<FindCommand>([
    .init(["Enter"], .done, "done, at the row that was found", hint: "done"),
    .init(["Esc"], .back, "back to where it was", hint: "back"),
    .init(["Down", "F3"], .next, "next row found", hint: "next"),
    .init(["Up", "S-F3"], .previous, "previous row found", hint: "before"),
  ]).titled("Find in a list")

  /// While a row is looked for.
  package static var promptTable: KeyTable { prompt.table }

  /// While found rows are marked: Esc first clears them, before it does what it does in the list.
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
  /// With the keys by which a row is found, behind those that go through the rows.
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

  /// Whether a key finds rows here.
  func finds(by key: Key) -> Bool {
    command(for: key) == nil && table.rows.contains { $0.keys.contains(key.name) }
  }
}
