import TextEngine

/// `:set`, for the options in the table of `VimOption`.
extension VimMachine {
  mutating func setOptions(_ call: VimExCall) throws(VimFailure) {
    let words = Self.optionWords(call.argument)
    if words.isEmpty { return listOptions(all: false) }
    var shown: [String] = []
    defer {
      if !shown.isEmpty { effects.append(.say(shown.joined(separator: "  "))) }
      switchScreen()
    }
    for word in words { if let text = try setOption(word) { shown.append(text) } }
  }

  /// Divides the argument at blanks, except behind a backslash. `sw =4` is one word.
  private static func optionWords(_ argument: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isEscaped = false
    for character in argument {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == " " || character == "\t" {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else if word.isEmpty, "?=:!&<".contains(character), let last = words.popLast() {
        word = last + String(character)
      } else {
        word.append(character)
      }
    }
    return word.isEmpty ? words : words + [word]
  }

  /// Sets an option; returns its text if it is to be shown.
  private mutating func setOption(_ word: String) throws(VimFailure) -> String? {
    let name = String(word.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    let rest = String(word.dropFirst(name.count))
    if name == "all" {
      if rest.hasPrefix("&") { resetAll() } else { listOptions(all: true) }
      return nil
    }
    // Codes of the terminal.
    if name.hasPrefix("t_") || word.hasPrefix("<") { return nil }
    if let option = VimOption.named(name) { return try set(option, rest, word: word) }
    for (prefix, isInverse) in [("no", false), ("inv", true)] where name.hasPrefix(prefix) {
      guard let option = VimOption.named(String(name.dropFirst(prefix.count))) else { continue }
      return try turn(option, off: !isInverse, rest, word: word)
    }
    throw VimFailure(message: "E518: Unknown option: \(word)")
  }

  /// Handles an option's plain name with what follows it.
  private mutating func set(
    _ option: VimOption, _ rest: String, word: String
  ) throws(VimFailure) -> String? {
    if let end = rest.first, "?!&<".contains(end), !["", "vi", "vim"].contains(rest.dropFirst()) {
      throw VimFailure(message: "E488: Trailing characters: \(word)")
    }
    if case .inert = option.kind {
      report(option, isAsked: rest == "?")
      return nil
    }
    try refuseInFile(option)
    switch rest.first {
    case nil:
      guard option.isFlag else { return option.text(in: options) }
      return try turn(option, on: true)
    case "?": return option.text(in: options)
    case "!":
      guard case .flag(let path) = option.kind else {
        throw VimFailure(message: "E488: Trailing characters: \(word)")
      }
      return try turn(option, on: !options[keyPath: path])
    case "&":
      option.reset(&options, to: .standard(for: text.key.format))
      return nil
    case "<": return nil
    default: break
    }
    let typed = rest.first == ":" ? "=" + rest.dropFirst() : rest
    guard let sign = VimOption.Sign.allCases.first(where: { typed.hasPrefix($0.rawValue) }) else {
      throw VimOption.isInvalid(word)
    }
    try option.assign(
      String(typed.dropFirst(sign.rawValue.count)), sign, in: &options, word: word)
    return nil
  }

  /// Handles `noic` and `invic`.
  private mutating func turn(
    _ option: VimOption, off: Bool, _ rest: String, word: String
  ) throws(VimFailure) -> String? {
    guard option.isFlag else { throw VimOption.isInvalid(word) }
    if rest == "?" { return option.text(in: options) }
    if !rest.isEmpty {
      throw rest == "!" || rest == "&"
        ? VimFailure(message: "E488: Trailing characters: \(word)") : VimOption.isInvalid(word)
    }
    if case .inert = option.kind {
      report(option, isAsked: false)
      return nil
    }
    try refuseInFile(option)
    guard case .flag(let path) = option.kind else { return try turn(option, on: false) }
    return try turn(option, on: off ? false : !options[keyPath: path])
  }

  private mutating func turn(_ option: VimOption, on isOn: Bool) throws(VimFailure) -> String? {
    guard case .flag(let path) = option.kind else {
      if !isOn { effects.append(.say("“\(option.name)” is always on here.")) }
      return nil
    }
    options[keyPath: path] = isOn
    // Matches hidden by `:noh` come back.
    if option.name == "hlsearch", isOn { search.isMarked = true }
    return nil
  }

  /// The person's file is read before there is an editor.
  private func refuseInFile(_ option: VimOption) throws(VimFailure) {
    guard ex.isReadingFile, let setting = option.setting else { return }
    throw VimFailure(
      message: setting.isEmpty
        ? "“\(option.name)” can only be set in an open note"
        : "“\(option.name)” is a setting of the program: \(setting)")
  }

  private mutating func report(_ option: VimOption, isAsked: Bool) {
    if ex.isReadingFile || !isAsked && options.messages.reported.contains(option.name) { return }
    options.messages.reported.insert(option.name)
    effects.append(.say("“\(option.name)” has no effect here."))
  }

  // MARK: - All options

  private mutating func resetAll() {
    let standard = VimOptions.standard(for: text.key.format)
    for option in VimOption.all { option.reset(&options, to: standard) }
  }

  /// Lists all options, or those that differ from the default.
  private mutating func listOptions(all: Bool) {
    let standard = VimOptions.standard(for: text.key.format)
    let rows = VimOption.all.filter { option in
      if case .fixed = option.kind { return all }
      return all || option.text(in: options) != option.text(in: standard)
    }.map { $0.text(in: options) }
    if rows.isEmpty { return effects.append(.say("All options have their default.")) }
    effects.append(.list(title: all ? "Options" : "Options that you set", rows: rows))
  }

  // MARK: - Settings of the editor

  /// The commands of the editor that do so.
  static let screenCommands: Set<CommandID> = [
    "toggle-wrap", "toggle-line-numbers", "toggle-spelling", "vim-number-distances",
    "vim-show-blanks", "vim-column-guide", "vim-rows-around",
  ]

  /// Has the editor change the settings that differ from its own.
  private mutating func switchScreen() {
    let (old, new) = (text.key.screen, options.screen)
    if old == new { return }
    text.key.screen = new
    func run(_ command: CommandID, _ argument: String = "") {
      effects.append(.run(Invocation(command, argument: argument)))
    }
    if old.wraps != new.wraps { run("toggle-wrap") }
    if old.showsNumbers != new.showsNumbers { run("toggle-line-numbers") }
    if old.spells != new.spells { run("toggle-spelling") }
    if old.showsDistances != new.showsDistances {
      run("vim-number-distances", new.showsDistances ? "yes" : "no")
    }
    if old.showsBlanks != new.showsBlanks { run("vim-show-blanks", new.showsBlanks ? "yes" : "no") }
    if old.guide != new.guide { run("vim-column-guide", "\(new.guide)") }
    if old.rowsAround != new.rowsAround { run("vim-rows-around", "\(new.rowsAround)") }
  }
}
