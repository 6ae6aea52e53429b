import Terminal
import VaultSettings

/// The position of the cursor in a command line, and what can go there according to the table of
/// commands.
struct CompletionContext {
  enum Wanted: Equatable {
    case nothing
    /// A command, or an argument of the screen.
    case first
    /// The second word of a two-word command.
    case second(of: String)
    case option([OptionName])
    /// A value of this kind, or possibly the second word of a command.
    case value(ValueKind, orSecondOf: String? = nil)
  }

  let wanted: Wanted
  /// The typed part of the word, without a leading `--option=`.
  let typed: [UInt8]
  /// `--option=`
  let head: [UInt8]
  /// The words before the current one.
  let words: CommandWords

  init(_ line: ShellLine) {
    var words = CommandWords()
    var option: OptionSpec?
    do throws(UsageError) {
      if try words.read(line.before) == .script { option = Self.option(words.rest.last) }
    } catch {
      guard case .missingValue(let written) = error else {
        (wanted, typed, head, self.words) = (.nothing, line.typed, [], words)
        return
      }
      option = Self.option(RawArgument(written))
    }
    self.words = words
    let isOption = !words.endsOptions && option == nil && line.typed.first == UInt8(ascii: "-")
    if isOption, let end = line.typed.firstIndex(of: UInt8(ascii: "=")) {
      option = Self.option(RawArgument(bytes: Array(line.typed[..<end])))
      (head, typed) = (Array(line.typed[...end]), Array(line.typed[(end + 1)...]))
      wanted = option.map { .value($0.kind) } ?? .nothing
      return
    }
    if words.command == .obsidian, option == nil, !isOption {
      (wanted, head, typed) = Self.obsidian(words.arguments, line.typed)
      return
    }
    (head, typed) = ([], line.typed)
    wanted =
      if let option {
        .value(option.kind)
      } else if isOption {
        .option(Self.options(after: words))
      } else {
        Self.argument(after: words)
      }
  }

  /// Returns what can follow the words after `obsidian`: a verb, its parameters, or a value.
  private static func obsidian(
    _ words: [RawArgument], _ typed: [UInt8]
  ) -> (Wanted, head: [UInt8], typed: [UInt8]) {
    var names = words[...]
    if names.first?.text.hasPrefix("vault=") == true { names.removeFirst() }
    guard let name = names.first, name.text != "help" else {
      let verbs = ObsidianVerb.all.map(\.name)
      return (.value(.words(verbs + (words.isEmpty ? ["vault="] : []))), [], typed)
    }
    guard let verb = ObsidianVerb.all.first(where: { $0.name == name.text }) else {
      return (.nothing, [], typed)
    }
    if let equals = typed.firstIndex(of: UInt8(ascii: "=")) {
      let key = String(decoding: typed[..<equals], as: UTF8.self)
      guard let parameter = verb.parameters.first(where: { $0.name == key }) else {
        return (.nothing, [], typed)
      }
      return (.value(parameter.kind), Array(typed[...equals]), Array(typed[(equals + 1)...]))
    }
    return (.value(.words(verb.parameters.map { "\($0.name)=" } + verb.flags)), [], typed)
  }

  /// Whether the candidates depend on the vault.
  var wantsVault: Bool {
    switch wanted {
    case .nothing, .second, .option: return false
    case .first:
      let scheme = ScreenAddress.scheme.utf8
      return typed.starts(with: scheme) && typed.dropFirst(scheme.count).contains(UInt8(ascii: "/"))
    case .value(.settingValue, _):
      let setting = words.arguments.first.flatMap { SettingName(rawValue: $0.text) }
      return setting?.valueKind.isOfVault ?? false
    case .value(let kind, _):
      return kind.isOfVault && !(kind == .note && RawArgument(bytes: typed).isPath)
    }
  }

  /// Returns the option of this name, if it takes a value.
  private static func option(_ written: RawArgument?) -> OptionSpec? {
    guard let text = written?.text else { return nil }
    return OptionName.allCases.map(CommandTable.option).first { option in
      option.value != nil && (text == option.long || text == option.short.map { "-\($0)" })
    }
  }

  /// Returns the options that are not given yet, or may be repeated.
  private static func options(after words: CommandWords) -> [OptionName] {
    let own = words.command.map { CommandTable.spec(of: $0).options } ?? CommandTable.onScreen
    return (own + CommandTable.everywhere).filter {
      words.options[$0] == nil || CommandTable.option($0).mayRepeat
    }
  }

  private static func argument(after words: CommandWords) -> Wanted {
    let count = words.arguments.count
    guard let command = words.command else {
      if count > 0 { return .nothing }
      if let family = words.family { return .second(of: family) }
      return words.endsOptions ? .value(.folder) : .first
    }
    if command == .script { return .value(.file) }
    if command == .help, let first = words.arguments.first {
      return count == 1 ? .second(of: first.text) : .nothing
    }
    var arguments = CommandTable.spec(of: command).arguments
    // A query replaces NOTE.
    if words.options[.where] != nil, arguments.first?.kind == .note { arguments.removeFirst() }
    let family = count == 0 && command.second == nil ? command.family : nil
    guard let argument = count < arguments.count ? arguments[count] : arguments.last,
      count < arguments.count || argument.repeats
    else { return family.map { .second(of: $0) } ?? .nothing }
    return .value(argument.kind, orSecondOf: family)
  }
}
