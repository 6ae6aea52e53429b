import Fuzzy

/// The words of a command line by role: the command, its arguments, the options.
package struct CommandWords {
  private(set) var command: CommandName?
  private(set) var arguments: [RawArgument] = []
  private(set) var options = GivenOptions()
  /// The first word of a two-word command if the second is missing or unknown.
  private(set) var family: String?
  /// The words after a command that parses them itself.
  private(set) var rest: [RawArgument] = []
  /// Options of the screen before the command, which a shell alias may contain.
  private(set) var before: [OptionName] = []
  /// Whether there was a `--`, after which no word is an option.
  private(set) var endsOptions = false

  /// Parses the words and returns the command, if there is one.
  mutating func read(_ words: [RawArgument]) throws(UsageError) -> CommandName? {
    var words = words[...]
    while let word = words.popFirst() {
      if word.bytes.elementsEqual("--".utf8) {
        endsOptions = true
        arguments += words
        return command
      } else if word.bytes.starts(with: "--".utf8) {
        try readLong(word, &words)
      } else if word.bytes.first == UInt8(ascii: "-"), word.bytes.count > 1 {
        try readShort(word, &words)
      } else if command == nil, family == nil, arguments.isEmpty, takeCommand(word, &words) {
        if command?.readsItsOwnWords == true {
          rest = Array(words)
          return command
        }
      } else {
        arguments.append(word)
      }
    }
    return command
  }

  /// Returns the same line with the unparsed rest as its arguments.
  func withRestAsArguments() -> CommandWords {
    var words = self
    words.arguments = rest
    return words
  }

  /// Reads a command's name, with its second word, if the word begins one.
  private mutating func takeCommand(
    _ word: RawArgument, _ words: inout ArraySlice<RawArgument>
  ) -> Bool {
    let first = word.text
    command = CommandName(rawValue: first)
    if let next = words.first?.text,
      let member = command?.member(next) ?? CommandName(rawValue: "\(first) \(next)")
    {
      command = member
      words.removeFirst()
    } else if command == nil, !CommandName.members(of: first).isEmpty {
      family = first
    }
    return command != nil || family != nil
  }

  private mutating func readLong(
    _ word: RawArgument, _ words: inout ArraySlice<RawArgument>
  ) throws(UsageError) {
    let end = word.bytes.firstIndex(of: UInt8(ascii: "=")) ?? word.bytes.count
    let written = RawArgument(bytes: Array(word.bytes[..<end])).text
    let bare = String(written.dropFirst(2))
    // A linear search, because building the lookup table on first use would take longer.
    guard let name = OptionName.allCases.first(where: { $0.rawValue == bare }) else {
      throw .unknownOption(written, nearest: nearest(written))
    }
    let value =
      end < word.bytes.count ? RawArgument(bytes: Array(word.bytes[(end + 1)...])) : nil
    try take(CommandTable.option(name), written, value, &words)
  }

  /// Reads `-C DIR` or `-CDIR`.
  private mutating func readShort(
    _ word: RawArgument, _ words: inout ArraySlice<RawArgument>
  ) throws(UsageError) {
    let spec = OptionName.allCases.map(CommandTable.option).first { spec in
      spec.short.map { word.bytes.dropFirst().starts(with: String($0).utf8) } ?? false
    }
    guard let spec, spec.value != nil || word.bytes.count == 2 else {
      throw .unknownOption(word.text, nearest: nil)
    }
    let value = word.bytes.count > 2 ? RawArgument(bytes: Array(word.bytes.dropFirst(2))) : nil
    try take(spec, word.text, value, &words)
  }

  private mutating func take(
    _ spec: OptionSpec, _ written: String, _ value: RawArgument?,
    _ words: inout ArraySlice<RawArgument>
  ) throws(UsageError) {
    if command == nil, family == nil { before.append(spec.name) }
    if spec.value == nil {
      if value != nil { throw .needlessValue(written) }
      options.append("", to: spec.name)
      return
    }
    guard let value = value ?? words.popFirst() else { throw .missingValue(written) }
    try check(value, written, spec.kind)
    options.append(value, to: spec.name)
  }

  func check(
    _ value: RawArgument, _ name: String, _ kind: ValueKind
  ) throws(UsageError) {
    if case .words(let words) = kind, !words.contains(value.text) {
      throw .badValue(name, value.text, wanted: UsageError.choice(words))
    }
  }

  private func nearest(_ written: String) -> String? {
    let own = command.map { CommandTable.spec(of: $0).options } ?? CommandTable.onScreen
    let names = (own + CommandTable.everywhere).map { "--\($0.rawValue)" }
    return NearestName.of(written, among: names)
  }
}
