/// What is wrong with a command line. Exit code 2.
package enum UsageError: Error, Equatable, Sendable {
  case unknownOption(String, nearest: String?)
  case unknownCommand(String, nearest: String)
  case foreignOption(String, CommandName?)
  case missingValue(String)
  case needlessValue(String)
  case badValue(String, String, wanted: String)
  case badClock(String)
  case unexpected(String)
  case missingArgument(String, CommandName)

  package var message: String {
    switch self {
    case .unknownOption(let option, let nearest):
      "notes-tui: there is no option \(option). \(Self.advice(nearest))"
    case .unknownCommand(let command, let nearest):
      "notes-tui: there is no command or folder “\(command)”. \(Self.advice(nearest))"
    case .foreignOption(let option, let command?):
      "notes-tui: \(option) means nothing to \(command.rawValue). "
        + "See notes-tui \(command.rawValue) --help."
    case .foreignOption(let option, nil):
      "notes-tui: \(option) belongs to a command. See notes-tui --help."
    case .missingValue(let option):
      "notes-tui: \(option) needs a value. See notes-tui --help."
    case .needlessValue(let option):
      "notes-tui: \(option) takes no value. See notes-tui --help."
    case .badValue(let option, let value, let wanted):
      "notes-tui: \(option) cannot be “\(value)”. Give it \(wanted)."
    case .badClock(let text):
      "notes-tui: “\(text)” is no time. Write it as “2026-03-02 09:00”."
    case .unexpected(let argument):
      "notes-tui: “\(argument)” is one argument too many. See notes-tui --help."
    case .missingArgument(let argument, let command):
      "notes-tui: \(command.rawValue) needs \(argument). "
        + "See notes-tui \(command.rawValue) --help."
    }
  }

  private static func advice(_ nearest: String?) -> String {
    nearest.map { "Did you mean \($0)?" } ?? "See notes-tui --help."
  }
}
