import Fuzzy

/// An error in a command line. Exit code 2.
package enum UsageError: Error, Equatable, Sendable {
  case unknownOption(String, nearest: String?)
  case unknownCommand(String, nearest: String?)
  case unknownTopic(String, nearest: String?)
  case incompleteCommand(String, String?)
  case foreignOption(String, CommandName?)
  case noVersion(CommandName)
  case missingValue(String)
  case needlessValue(String)
  case badValue(String, String, wanted: String)
  case badClock(String)
  case twoForms(String, String)
  case unexpected(String)
  case missingArgument(String, CommandName)
  /// A message about a verb of Obsidian's.
  case obsidian(String)
  /// A message about an address of Obsidian's.
  case address(String)

  package var message: String {
    switch self {
    case .unknownOption(let option, let nearest?):
      "notes-tui: there is no option \(option). Did you mean \(nearest)?"
    case .unknownOption(let option, nil):
      "notes-tui: there is no option \(option). If it is text, put -- before it. "
        + "See notes-tui --help."
    case .unknownCommand(let command, _) where CommandName(rawValue: command) != nil:
      "notes-tui: there is no folder “\(command)”. Leave out -- for the command."
    case .unknownCommand(let command, let nearest):
      "notes-tui: there is no command or folder “\(command)”. \(Self.advice(nearest))"
    case .unknownTopic(let topic, let nearest):
      "notes-tui: there is no help on “\(topic)”. "
        + (nearest.map { "Did you mean \($0)?" } ?? "notes-tui help lists the topics.")
    case .incompleteCommand(let family, let word):
      Self.incomplete(family, word)
    case .foreignOption(let option, let command?):
      CommandTable.onScreen.contains { "--\($0.rawValue)" == option }
        ? "notes-tui: \(option) has no effect on “\(command.rawValue)”. Leave it out."
        : "notes-tui: \(command.rawValue) has no option \(option). "
          + "See notes-tui \(command.rawValue) --help."
    case .foreignOption(let option, nil):
      "notes-tui: \(option) belongs to a command. See notes-tui --help."
    case .noVersion(let command):
      "notes-tui: \(command.rawValue) may change several notes: use --expect N instead of"
        + " --expect-version."
    case .missingValue(let option):
      "notes-tui: \(option) needs a value. See notes-tui --help."
    case .needlessValue(let option):
      "notes-tui: \(option) takes no value. See notes-tui --help."
    case .badValue(let option, let value, let wanted):
      "notes-tui: invalid \(option) “\(value)”: use \(wanted)."
    case .badClock(let text):
      "notes-tui: not a time: “\(text)”. Use a form such as “2026-03-02 09:00”."
    case .twoForms(let one, let other):
      "notes-tui: \(one) and \(other) cannot be used together. Leave out one of them."
    case .unexpected(let argument):
      "notes-tui: unexpected argument “\(argument)”. Quote arguments that contain spaces, "
        + "or see notes-tui --help."
    case .obsidian(let message): "notes-tui: \(message)"
    case .address(let message): "notes-tui: \(PlainLine.of(Array(message.utf8)))"
    case .missingArgument(let argument, let command):
      "notes-tui: \(command.rawValue) needs \(argument). "
        + "See notes-tui \(command.rawValue) --help."
    }
  }

  private static func incomplete(_ family: String, _ word: String?) -> String {
    let members = CommandName.members(of: family).compactMap(\.second)
    let usage = "Usage: notes-tui \(family) \(members.joined(separator: "|"))."
    guard let word else { return "notes-tui: the command is incomplete. \(usage)" }
    let nearest = NearestName.of(word, among: members)
    return "notes-tui: there is no command “\(family) \(word)”. "
      + (nearest.map { "Did you mean \(family) \($0)?" } ?? usage)
  }

  /// Joins words as `a, b or c`.
  static func choice(_ words: [String]) -> String {
    let all = words.dropLast().joined(separator: ", ")
    return all.isEmpty ? words.joined() : "\(all) or \(words.last ?? "")"
  }

  private static func advice(_ nearest: String?) -> String {
    nearest.map { "Did you mean \($0)?" } ?? "See notes-tui --help."
  }
}
