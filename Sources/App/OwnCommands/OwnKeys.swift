package import Entities
package import OwnCommands
package import Terminal

/// A person's own commands with their keys. A key that has a meaning already is refused.
package struct OwnKeys: Sendable {
  package private(set) var file: OwnCommandFile
  /// By the title of a screen's table: the command of each key, as its index.
  private var meanings: [String: [Key: Int]] = [:]
  private var shown: [Int: [String]] = [:]
  /// All keys, of whichever screen, because each pressed key is looked up.
  private var bound: Set<Key> = []

  /// `tables` are those of all screens, with the person's own keys.
  package init(_ file: OwnCommandFile, in tables: [KeyTable], keymap: KeymapName) {
    self.file = file
    let everywhere = AppKeymap.table(for: keymap)
    for (index, command) in file.commands.enumerated() where !command.keys.isEmpty {
      let titles = Self.titles(of: command.screen, keymap)
      let screens = tables.filter { titles.contains($0.title) }
      for name in command.keys {
        if let problem = add(name, of: index, on: screens, everywhere) {
          self.file.report(problem, ofField: "key", command)
        }
      }
    }
  }

  /// No commands.
  package init() { file = OwnCommandFile() }

  private static func titles(of screen: OwnCommand.Screen, _ keymap: KeymapName) -> [String] {
    switch screen {
    case .list: return ["Notes"]
    case .editor:
      let vim = ["Vim", "Vim behind an operator", "Vim with a selection", "Vim while typing"]
      return ["Editor"] + (keymap == .vim ? vim : keymap == .emacs ? ["Emacs"] : [])
    case .preview: return ["Preview"]
    case .agenda: return ["Agenda", "Calendar"]
    case .search: return ["Search", "Saved searches"]
    case .table: return ["A base", "Bases"]
    case .board: return ["A board"]
    case .everywhere:
      return OwnCommand.Screen.allCases.filter { $0 != .everywhere }
        .flatMap { titles(of: $0, keymap) }
    }
  }

  /// Returns what is wrong with a key. One that works everywhere leaves a screen its own keys, as the
  /// program's keys for all screens do.
  private mutating func add(
    _ name: String, of index: Int, on screens: [KeyTable], _ everywhere: KeyTable
  ) -> String? {
    guard let key = Key(name: name == "Comma" ? "," : name) else {
      return "“\(name)” is not a key. Keys are a, C-a, M-a, F5, Enter, PgDn, Comma"
    }
    let isEverywhere = file.commands[index].screen == .everywhere
    for table in isEverywhere ? [everywhere] : screens + [everywhere] {
      if let problem = Self.problem(with: key, in: table) { return problem }
    }
    let free = screens.map { ($0, Self.problem(with: key, in: $0)) }.filter { $0.1 == nil }.map(
      \.0.title)
    for title in free {
      if let other = meanings[title]?[key] {
        return "\(key.name) is the key of “\(file.commands[other].name)” already"
      }
    }
    for title in free { meanings[title, default: [:]][key] = index }
    shown[index, default: []].append(key.name)
    bound.insert(key)
    return nil
  }

  private static func problem(with key: Key, in table: KeyTable) -> String? {
    if table.typesText, key.typed != nil, table.title != AppKeymap.title {
      return "\(key.name) is typed as text in \(table.title); take one with C- or M-, or F1 to F12"
    }
    let row = table.rows.first { row in
      row.keys.contains { $0.split(separator: " ").first == key.name[...] }
    }
    return row.map {
      "in \(table.title) \(key.name) means “\($0.summary)” already; take another key, or give that "
        + "another one in the file keys"
    }
  }

  /// Whether some screen has a command for the key.
  package func has(_ key: Key) -> Bool { bound.contains(key) }

  /// The command of a key on a screen.
  package func command(for key: Key, on title: String) -> OwnCommand? {
    meanings[title]?[key].map { file.commands[$0] }
  }

  /// The commands that a person starts, with their keys.
  package var rows: [(command: OwnCommand, row: KeyTable.Row)] {
    file.commands.enumerated().filter { $0.element.when == nil }.map { index, command in
      let says = command.says.isEmpty ? command.name : command.says
      return (command, KeyTable.Row(keys: shown[index] ?? [], summary: says, words: [command.name]))
    }
  }

  /// The rows of a screen that have a key there.
  package func rows(on title: String) -> [KeyTable.Row] {
    let there = Set(meanings[title]?.values.map { file.commands[$0].name } ?? [])
    return rows.filter { there.contains($0.command.name) }.map(\.row)
  }

  /// All commands with keys; nil if there are none.
  package var table: KeyTable? {
    let rows = rows.filter { !$0.row.keys.isEmpty }.map { command, row in
      var row = row
      if command.screen != .everywhere { row.summary += " (\(command.screen.rawValue))" }
      return row
    }
    return rows.isEmpty ? nil : KeyTable(title: Self.title, rows: rows)
  }

  package static let title = "Your own commands"
}
