/// A table of keys, their commands and descriptions. It drives the screen, the help and the footer.
///
/// ```swift
/// let keymap = Keymap<NoteListCommand>([
///   .init(["Enter"], .open, "open the note", hint: "open"),
///   .init(["j", "Down"], .move(1), "next note"),
/// ]).titled("Notes")
/// ```
package struct Keymap<Command: Sendable>: Sendable {
  package struct Binding: Sendable {
    package var keys: [Key]
    package var command: Command
    package var summary: String
    /// The word in the footer, for keys that always appear there.
    package var hint: String?
    /// The word in a footer with more room.
    var wideHint: String?
    /// The heading in the help for this row and those below, up to the next row with a heading.
    package var section: String?
    /// Search words for the palette.
    package var words: [String]
    /// The screen that the command opens, by the name in its address.
    package var address: String?

    package init(
      _ keys: [Key], _ command: Command, _ summary: String, hint: String? = nil,
      wide: String? = nil, section: String? = nil, words: [String] = [], address: String? = nil
    ) {
      self.keys = keys
      self.command = command
      self.summary = summary
      self.hint = hint
      wideHint = wide
      self.section = section
      self.words = words
      self.address = address
    }
  }

  package let bindings: [Binding]
  /// The table without the commands, for help and footer.
  package private(set) var table: KeyTable
  private let byKey: [Key: Int]

  package init(_ bindings: [Binding]) {
    self.bindings = bindings
    table = Self.table(of: bindings, titled: "")
    var byKey: [Key: Int] = [:]
    for (index, binding) in bindings.enumerated() {
      for key in binding.keys {
        precondition(byKey[key] == nil, "\(key.name) is bound twice")
        byKey[key] = index
      }
    }
    self.byKey = byKey
  }

  package func command(for key: Key) -> Command? { byKey[key].map { bindings[$0].command } }

  /// Runs the command of an event in a read-only view: a key of the table, or the wheel. Returns
  /// false for any other event.
  @MainActor
  package func handle(
    _ event: InputEvent, wheel: (_ lines: Int) -> Command, _ act: (Command) -> Void
  ) -> Bool {
    switch event {
    case .key(let key):
      guard let command = command(for: key) else { return false }
      act(command)
      return true
    case .mouse(let mouse):
      if let lines = mouse.wheelLines { act(wheel(lines)) }
      return true
    case .paste, .resize, .sync, .closed:
      return false
    }
  }

  package func titled(_ title: String) -> Keymap {
    var keymap = self
    keymap.table = table(titled: title)
    return keymap
  }

  /// Adds rows for keys that a view handles by itself, after the row of another key.
  package func adding(_ rows: [KeyTable.Row], behind key: Key) -> Keymap {
    var (keymap, all) = (self, table.rows)
    let index = all.firstIndex { $0.keys.contains(key.name) }
    all.insert(contentsOf: rows, at: index.map { $0 + 1 } ?? all.endIndex)
    keymap.table = table.with(all)
    return keymap
  }

  package func table(titled title: String) -> KeyTable {
    Self.table(of: bindings, titled: title)
  }

  private static func table(of bindings: [Binding], titled title: String) -> KeyTable {
    KeyTable(
      title: title,
      rows: bindings.map { binding in
        KeyTable.Row(
          keys: binding.keys.map(\.name),
          summary: binding.summary, hint: binding.hint, wideHint: binding.wideHint,
          section: binding.section, words: binding.words, address: binding.address)
      })
  }
}

package struct KeyTable: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    package var keys: [String]
    package var summary: String
    package var hint: String?
    package var wideHint: String?
    package var section: String?
    /// Search words for the palette.
    package var words: [String]
    /// The screen that the command opens, by the name in its address.
    package var address: String?

    package init(
      keys: [String], summary: String, hint: String? = nil, wideHint: String? = nil,
      section: String? = nil, words: [String] = [], address: String? = nil
    ) {
      self.keys = keys
      self.summary = summary
      self.hint = hint
      self.wideHint = wideHint
      self.section = section
      self.words = words
      self.address = address
    }
  }

  /// A command without a key: the palette finds it, and the screen runs it by name.
  package struct Command: Equatable, Sendable {
    package var name: String
    package var summary: String
    package var words: [String]

    package init(name: String, summary: String, words: [String]) {
      self.name = name
      self.summary = summary
      self.words = words
    }
  }

  package let title: String
  package let rows: [Row]
  package let keyless: [Command]
  /// Whether the keys are those of an emulated editor, which needs no others.
  package var isOfKeymap = false
  /// Whether a filter is active, so that the rows are its matches.
  package var isFiltered = false
  /// The hints in the footer: first the keys that always appear, then those for a wide footer.
  package let hints: [Chrome.Hint]

  package init(title: String, rows: [Row], keyless: [Command] = []) {
    self.title = title
    self.rows = rows
    self.keyless = keyless
    func hints(_ word: (Row) -> String?) -> [Chrome.Hint] {
      rows.compactMap { row in
        guard let word = word(row), let key = row.keys.first else { return nil }
        return Chrome.Hint(key: key, word: word)
      }
    }
    self.hints = hints(\.hint) + hints(\.wideHint)
  }

  package func with(_ rows: [Row]) -> KeyTable {
    var table = KeyTable(title: title, rows: rows, keyless: keyless)
    table.isOfKeymap = isOfKeymap
    table.isFiltered = isFiltered
    return table
  }

  package func filtered(_ isFiltered: Bool) -> KeyTable {
    var table = self
    table.isFiltered = isFiltered
    return table
  }

  /// Whether characters are typed into a field, so that none of them is a key.
  package var typesText: Bool {
    !rows.contains { row in row.keys.contains { Key(name: $0)?.typed != nil } }
  }
}
