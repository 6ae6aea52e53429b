/// The parts of the manual's page that are made of the table of commands.
package enum ManualPage {
  /// Between these lines the page in `Resources` holds what `commands` gives.
  package static let start = ".\\\" made of the table of commands: begin"
  package static let end = ".\\\" made of the table of commands: end"

  package static var commands: String {
    var lines = [start, ".Sh COMMANDS", ".Bl -tag -width Ds"]
    for spec in CommandTable.all { lines += item(spec) }
    lines += [".El", ".Sh OPTIONS"]
    lines += [".Ss Of the screen and of every command", ".Bl -tag -width Ds"]
    for name in CommandTable.everywhere { lines += item(CommandTable.option(name)) }
    lines += [".El", ".Ss Of the screen", ".Bl -tag -width Ds"]
    for name in CommandTable.onScreen { lines += item(CommandTable.option(name)) }
    lines += [".El", ".Ss Of single commands", ".Bl -tag -width Ds"]
    let general = Set(CommandTable.everywhere + CommandTable.onScreen)
    for name in OptionName.allCases where !general.contains(name) {
      lines += item(CommandTable.option(name))
    }
    lines += [".El", end]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func item(_ spec: CommandSpec) -> [String] {
    var line = ".It Cm " + spec.name.rawValue
    for argument in spec.arguments {
      let name = argument.repeats ? "\(argument.name) ..." : argument.name
      line += argument.isOptional ? " Op Ar \(name)" : " Ar \(name)"
    }
    var lines = [line, sentence(spec.summary)]
    if !spec.details.isEmpty { lines += sentences(spec.details) }
    if !spec.options.isEmpty {
      lines.append("Options:")
      for (index, name) in spec.options.enumerated() {
        lines.append(".Fl -\(name.rawValue)\(index + 1 < spec.options.count ? " ," : " .")")
      }
    }
    if !spec.answer.fields.isEmpty {
      lines += ["As JSON it has these fields:", ".Bl -tag -width pathBytes -compact"]
      for field in spec.answer.fields { lines += [".It Li \(field.name)", escaped(field.summary)] }
      lines.append(".El")
    }
    lines += [".Pp", ".Dl notes-tui \(quoted(spec.example))"]
    return lines
  }

  private static func item(_ option: OptionSpec) -> [String] {
    let value = option.value.map { " Ar \(escaped($0))" } ?? ""
    let short = option.short.map { "\($0)\(value) , Fl " } ?? ""
    return [".It Fl \(short)-\(option.name.rawValue)\(value)", escaped(option.summary)]
  }

  private static func sentence(_ text: String) -> String {
    escaped(text.prefix(1).uppercased() + text.dropFirst()) + "."
  }

  /// A new line for each sentence, as manual pages are written.
  private static func sentences(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      line += (line.isEmpty ? "" : " ") + word
      if word.last == "." || line.count > 68 {
        lines.append(escaped(line))
        line = ""
      }
    }
    if !line.isEmpty { lines.append(escaped(line)) }
    return lines
  }

  /// In a request's line a quote would be taken away.
  private static func quoted(_ text: String) -> String {
    escaped(text).split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\\(dq")
  }

  /// A backslash, and what would begin a request at a line's start, mean themselves.
  private static func escaped(_ text: String) -> String {
    let text = text.split(separator: "\\", omittingEmptySubsequences: false)
      .joined(separator: "\\e")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
