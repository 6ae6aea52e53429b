/// Keys, what they do and how that is said, in one table: it drives the screen, feeds the help and
/// the footer.
///
/// ```swift
/// let keymap = Keymap<NoteListCommand>([
///   .init(["Enter"], .open, "open the note", hint: "open"),
///   .init(["j", "Down"], .move(1), "next note"),
/// ])
/// ```
package struct Keymap<Command: Sendable>: Sendable {
  package struct Binding: Sendable {
    package var sequences: [[Key]]
    package var command: Command
    package var summary: String
    /// The word in the footer, for keys that matter always.
    package var hint: String?
    /// The word in the footer where there is room for more.
    package var wideHint: String?
    /// The title in the help of what begins here, up to the next one with a title.
    package var section: String?
    /// Other words that people have for it: the palette finds it by them too.
    package var words: [String]
    /// The place that it leads to, by the name that its address has.
    package var place: String?

    package init(
      _ keys: [Key], _ command: Command, _ summary: String, hint: String? = nil,
      wide: String? = nil, section: String? = nil, words: [String] = [], place: String? = nil
    ) {
      self.init(
        sequences: keys.map { [$0] }, command, summary, hint: hint, words: words, place: place)
      wideHint = wide
      self.section = section
    }

    /// For commands that take several keys in a row.
    package init(
      sequences: [[Key]], _ command: Command, _ summary: String, hint: String? = nil,
      words: [String] = [], place: String? = nil
    ) {
      self.sequences = sequences
      self.command = command
      self.summary = summary
      self.hint = hint
      self.words = words
      self.place = place
    }
  }

  package enum Match {
    case command(Command)
    /// The keys so far begin a longer sequence.
    case begun
    case none
  }

  package let bindings: [Binding]
  private let bySequence: [[Key]: Int]
  private let beginnings: Set<[Key]>

  package init(_ bindings: [Binding]) {
    self.bindings = bindings
    var bySequence: [[Key]: Int] = [:]
    var beginnings: Set<[Key]> = []
    // By places: what a loop over pairs needs is made at run time, at the first of all keymaps, which
    // the first frame waits for.
    for index in bindings.indices {
      for sequence in bindings[index].sequences {
        precondition(bySequence[sequence] == nil, "\(sequence.map(\.name)) is bound twice")
        bySequence[sequence] = index
        for length in 1..<max(1, sequence.count) {
          beginnings.insert(Array(sequence.prefix(length)))
        }
      }
    }
    self.bySequence = bySequence
    self.beginnings = beginnings
  }

  package func match(_ keys: [Key]) -> Match {
    if let index = bySequence[keys] { return .command(bindings[index].command) }
    return beginnings.contains(keys) ? .begun : .none
  }

  package func command(for key: Key) -> Command? {
    if case .command(let command) = match([key]) { return command }
    return nil
  }

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

  /// The table without its commands: what help and footer show.
  package func table(titled title: String) -> KeyTable {
    KeyTable(
      title: title,
      rows: bindings.map { binding in
        KeyTable.Row(
          keys: binding.sequences.map { $0.map(\.name).joined(separator: " ") },
          summary: binding.summary, hint: binding.hint, wideHint: binding.wideHint,
          section: binding.section, words: binding.words, place: binding.place)
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
    /// The place that it leads to, by the name that its address has.
    package var place: String?

    package init(
      keys: [String], summary: String, hint: String? = nil, wideHint: String? = nil,
      section: String? = nil, words: [String] = [], place: String? = nil
    ) {
      self.keys = keys
      self.summary = summary
      self.hint = hint
      self.wideHint = wideHint
      self.section = section
      self.words = words
      self.place = place
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

  /// Whether characters are typed into a field there: none of them is a key.
  package var typesText: Bool {
    !rows.contains { row in row.keys.contains { Key(name: $0)?.typed != nil } }
  }
}
