import Help
import Terminal

extension Wireframe {
  /// Returns the route to the help: the keys of a screen and the global ones, from their tables.
  func help(on table: KeyTable?) -> Route {
    let all = AppKeymap.table(for: container.preferences.keymap)
    let everywhere = router.ownKeys?.applied(to: all) ?? all
    var sections = table?.sections ?? []
    let own = table.map { app.configuration.ownCommands.keys.rows(on: $0.title) } ?? []
    sections += KeyTable(title: OwnKeys.title, rows: own).sections
    sections +=
      everywhere.with(
        everywhere.rows.compactMap { row in
          guard let table else { return row }
          var row = row
          row.keys.removeAll { !table.leaves($0) || AppKeymap.inner.contains($0) }
          return row.keys.isEmpty ? nil : row
        }
      ).sections
    let guide = HelpRow(keys: "Enter", summary: "read the guide; in a shell: notes-tui help")
    sections.append(HelpSection(title: "The guide", rows: [guide]))
    return Route("Help") {
      HelpBuilder.make(title: "Keys", sections: sections) {
        app.open(.module("guide"))
      }
    }
  }
}

extension KeyTable {
  fileprivate var sections: [HelpSection] {
    groups.map { group in
      HelpSection(
        title: group.title, rows: group.rows.map { HelpRow(keys: $0.keys, summary: $0.summary) })
    }
  }

  /// Returns whether the table has no use for the key, in a row or as typed text.
  fileprivate func leaves(_ key: String) -> Bool {
    if typesText, Key(name: key)?.typed != nil { return false }
    return !rows.contains { $0.keys.contains(key) }
  }
}

extension HelpRow {
  fileprivate init(keys: [String], summary: String) {
    self.init(keys: keys.joined(separator: ", "), summary: summary)
  }
}
