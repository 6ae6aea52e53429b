/// Keys, what they do and how that is said, in one table: it drives the screen, feeds the help and
/// the footer.
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
    /// The word in the footer, for keys that matter always.
    package var hint: String?
    /// The word in the footer where there is room for more.
    var wideHint: String?
    /// The title in the help of what begins here, up to the next one with a title.
    package var section: String?
    /// Other words that people have for it: the palette finds it by them too.
    package var words: [String]
    /// The screen that it leads to, by the name in its address.
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
  /// Without the commands: what help and footer show.
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

  /// Does what an event asks of a view that is only read, and answers whether it was meant for it:
  /// keys by the table, and the wheel.
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

  /// With rows in its table for keys that a view takes by itself, behind the row of another key.
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

/// A keymap as text.
package struct KeyTable: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    package var keys: [String]
    package var summary: String
    package var hint: String?
    package var wideHint: String?
    package var section: String?
    /// Other words that people have for it.
    package var words: [String]
    /// The screen that it leads to, by the name in its address.
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

  /// A command that has no key: the palette finds it, and the screen does it by its name.
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
  /// The keys are those of another editor, which has all that it wants.
  package var isOfKeymap = false
  /// A filter holds: the rows are those that fit it.
  package var isFiltered = false
  /// For the footer: the keys that matter always, then others that are shown where there is room.
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

  /// The same with other rows.
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

  /// Whether characters are typed into a field there: none of them is a key.
  package var typesText: Bool {
    !rows.contains { row in row.keys.contains { Key(name: $0)?.typed != nil } }
  }
}
