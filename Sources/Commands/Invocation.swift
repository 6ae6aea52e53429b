package import App
import Entities

/// What a command line asks for.
package enum Invocation: Equatable, Sendable {
  case screen(LaunchOptions)
  case script([String])
  case keys
  case help
  case version

  /// Reads the arguments after the program's name.
  ///
  /// `folder` is where relative paths start; whether the named folder exists is found out later.
  package init(arguments: [String], folder: String) throws(UsageError) {
    var options = LaunchOptions()
    var rest = arguments[...]
    if let first = rest.first {
      switch first {
      case "script":
        self = .script(Array(rest.dropFirst()))
        return
      case "keys":
        guard rest.count == 1 else { throw .unexpected(rest[1]) }
        self = .keys
        return
      default: break
      }
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "-h", "--help":
        self = .help
        return
      case "--version":
        self = .version
        return
      case "-C", "--vault":
        guard let value = rest.popFirst() else { throw .missingValue(argument) }
        options.vault = Self.absolute(value, from: folder)
      case "--clock":
        guard let value = rest.popFirst() else { throw .missingValue(argument) }
        guard let time = Self.time(value) else { throw .badClock(value) }
        options.frozenClock = time
      case "--trace-modules": options.tracesModules = true
      case "--ascii": options.isASCII = true
      case "--no-color": options.noColour = true
      case _ where argument.hasPrefix("notes://"): options.place = argument
      case _ where argument.hasPrefix("-"): throw .unknownOption(argument)
      default:
        guard options.vault == nil else { throw .unexpected(argument) }
        options.vault = Self.absolute(argument, from: folder)
      }
    }
    self = .screen(options)
  }

  private static func absolute(_ path: String, from folder: String) -> NotePath {
    var parts: [Substring] = []
    let whole = path.hasPrefix("/") ? path : "\(folder)/\(path)"
    for part in whole.split(separator: "/") where part != "." {
      if part == ".." {
        _ = parts.popLast()
      } else {
        parts.append(part)
      }
    }
    return NotePath("/" + parts.joined(separator: "/"))
  }

  /// `2026-03-02 09:00`
  private static func time(_ text: String) -> CivilTime? {
    let numbers = text.split { "- :".contains($0) }.map { Int($0) }
    guard numbers.count == 5, case let values = numbers.compactMap(\.self), values.count == 5,
      (1...12).contains(values[1]), (1...31).contains(values[2]), (0...23).contains(values[3]),
      (0...59).contains(values[4])
    else { return nil }
    return CivilTime(
      year: values[0], month: values[1], day: values[2], hour: values[3], minute: values[4])
  }
}

/// What is wrong with a command line. Exit code 2.
package enum UsageError: Error, Equatable, Sendable {
  case unknownOption(String)
  case missingValue(String)
  case unexpected(String)
  case badClock(String)

  package var message: String {
    switch self {
    case .unknownOption(let option):
      "notes-tui: there is no option \(option). See notes-tui --help."
    case .missingValue(let option):
      "notes-tui: \(option) needs a value. See notes-tui --help."
    case .unexpected(let argument):
      "notes-tui: “\(argument)” is one argument too many. See notes-tui --help."
    case .badClock(let text):
      "notes-tui: “\(text)” is no time. Write it as “2026-03-02 09:00”."
    }
  }
}
