/// One command of the command line, as it was typed.
struct VimExCall {
  /// Lines count from 1 here, as they are typed; 0 is above the first.
  var first: Int
  var last: Int
  /// How many addresses were typed.
  var addresses = 0
  /// With `!`.
  var isForced = false
  var register: Character?
  /// How many steps `:>>` shifts by.
  var steps = 1
  var argument = ""
  /// The command behind `|`.
  var next: String?

  /// The lines, from 0.
  var lines: ClosedRange<Int> { max(0, first - 1)...max(0, max(first, last) - 1) }
}

/// A row of the table of all commands of the command line.
struct VimExCommand: Sendable {
  struct Traits: OptionSet, Sendable {
    let rawValue: Int
    /// Lines may be typed in front.
    static let lines = Traits(rawValue: 1)
    /// Without an address it works on all lines.
    static let allLines = Traits(rawValue: 2)
    /// A number behind it tells how many lines.
    static let count = Traits(rawValue: 4)
    static let register = Traits(rawValue: 8)
    static let bang = Traits(rawValue: 16)
    /// `|` is part of what follows.
    static let takesBar = Traits(rawValue: 32)
    /// Line 0 is one.
    static let zero = Traits(rawValue: 64)
    static let argument = Traits(rawValue: 128)
    /// The argument is words: a quotation mark in it begins no comment.
    static let words: Traits = [Traits(rawValue: 256), .argument]
  }

  let name: String
  /// How many letters of it are enough.
  let shortest: Int
  let summary: String
  let work: VimExWork
  let traits: Traits

  init(
    _ name: String, _ shortest: Int, _ summary: String, _ work: VimExWork, _ traits: Traits
  ) {
    self.name = name
    self.shortest = shortest
    self.summary = summary
    self.traits = traits
    self.work = work
  }

  /// The command that letters or a sign stand for.
  static func named(_ typed: String) -> VimExCommand? {
    all.first { row in
      row.name == typed || typed.utf8.count >= row.shortest && row.name.hasPrefix(typed)
    }
  }

  /// The names that a word may become, with what was typed before it.
  static func completions(of begun: String) -> [String] {
    let word = String(begun.reversed().prefix { $0.isLetter }.reversed())
    if word.isEmpty { return [] }
    let before = begun.dropLast(word.count)
    // Only where a command's name is: not behind one.
    if before.last == " ", before.contains(where: \.isLetter) { return [] }
    return all.map(\.name).filter { $0.hasPrefix(word) }.sorted().map { before + $0 }
  }
}
