/// What a word may become.
struct Candidates {
  /// What the shell must know of them.
  enum Kind: String {
    /// Words of this program, which need no quotes.
    case words
    /// What people have called things: the shell puts quotes where they are needed.
    case names
    /// Files that the shell knows are candidates too.
    case files
    case folders
  }

  var kind = Kind.words
  private(set) var rows: [(word: String, meaning: String)] = []

  init(_ kind: Kind = .words) { self.kind = kind }

  init(_ kind: Kind = .words, words: some Sequence<String>) {
    self.kind = kind
    for word in words { add(word) }
  }

  mutating func add(_ word: String, _ meaning: String = "") { rows.append((word, meaning)) }

  mutating func add(_ commands: [CommandName]) {
    for command in commands {
      if let second = command.second { add(second, CommandTable.spec(of: command).summary) }
    }
  }

  /// The first words of all commands.
  mutating func addFirstWords() {
    var added: Set<String> = []
    for spec in CommandTable.all where added.insert(spec.name.family).inserted {
      let family = spec.name.family
      let members = CommandName.members(of: family).compactMap(\.second)
      let own = CommandName(rawValue: family).map { CommandTable.spec(of: $0).summary }
      add(family, own ?? members.joined(separator: ", "))
    }
  }

  mutating func add(_ options: [OptionName]) {
    for name in options {
      let option = CommandTable.option(name)
      add(option.long, option.summary)
      if let short = option.short { add("-\(short)", option.summary) }
    }
  }
}
