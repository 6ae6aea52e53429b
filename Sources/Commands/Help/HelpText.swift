import Cells
import Fuzzy
package import UseCases
package import Terminal

package enum HelpText {
  /// The version of this program.
  static let number = "0.1.0"

  /// Lists the program, then its libraries, each with its version.
  package static func version(libraries: [String], asJSON: Bool) -> String {
    guard asJSON else {
      return (["notes-tui \(number)"] + libraries.map { "  \($0)" }).map { $0 + "\n" }.joined()
    }
    let members = libraries.map { library in
      let end = library.lastIndex(of: " ") ?? library.endIndex
      return JSONValue.object([
        JSONMember("name", .string(String(library[..<end]))),
        JSONMember("version", .string(String(library[end...].dropFirst()))),
      ])
    }
    return JSONValue.object([
      JSONMember("version", .string(number)), JSONMember("libraries", .array(members)),
    ]).text + "\n"
  }

  /// `addresses` are those of all screens, which only the overview lists.
  package static func help(on topic: HelpTopic, addresses: [ScreenAddress]) -> String {
    switch topic {
    case .program: overview(addresses)
    case .command(let command): text(of: CommandTable.spec(of: command))
    case .family(let family):
      CommandName.members(of: family).map { text(of: CommandTable.spec(of: $0)) }
        .joined(separator: "\n")
    case .page(let page): page.text
    }
  }

  static let column = 39
  private static let width = 88

  static func overview(_ addresses: [ScreenAddress]) -> String {
    """
    notes-tui: notes in a terminal, kept as plain files.

    Usage
      notes-tui [FOLDER | notes://PLACE]   open a folder of notes, or a place in it
      notes-tui COMMAND …                  run one command; help COMMAND explains it
      notes-tui help TOPIC                 print a page of the guide

    The folder is, in this order: FOLDER or --vault, $NOTES_TUI_VAULT, the setting vault, the
    nearest folder from here upward that has .notes-tui, .obsidian, .zk or .nb in it, else
    ~/notes, which is created with a welcome note on first use.

    Commands
    \(table(CommandTable.all.map { ($0.usage, $0.summary) }))

    Topics of the guide
    \(table(Guide.pages.map { ($0.topic, $0.summary) }))

    NOTE is a path in the vault, a title, an alias, an id, or the start of one that matches
    only one note. TEXT may be - for standard input, and so may an option's value. Printed
    paths are relative to the current folder.

    Places
    \(table(addresses.map { ($0.written, $0.summary) }))

    Options
    \(table(options(CommandTable.everywhere + CommandTable.onScreen)))

    Exit codes
      0 done, 1 failed, 2 wrong usage, 3 no such note, 4 several fit, 5 locked,
      6 not as expected: nothing was written, 7 cancelled, 8 conflict: both versions are
      there, 130 interrupted, 128 + n ended by signal n

    Logs and unsaved text are kept in $XDG_STATE_HOME/notes-tui (~/.local/state/notes-tui).

    """
  }

  static func text(of spec: CommandSpec) -> String {
    let flags = spec.options.map { name in
      let option = CommandTable.option(name)
      return " [\(option.long)\(option.value.map { " \($0)" } ?? "")]"
        + (option.mayRepeat ? "…" : "")
    }
    var parts = [
      "notes-tui \(spec.name.rawValue): \(spec.summary).",
      "Usage\n"
        + wrapped("notes-tui \(spec.usage)\(flags.joined())", indent: "  ", hanging: "    "),
    ]
    if !spec.details.isEmpty { parts.append(wrapped(spec.details, indent: "", hanging: "")) }
    if !spec.options.isEmpty { parts.append("Options\n" + table(options(spec.options))) }
    if !spec.answer.fields.isEmpty {
      parts.append("JSON\n" + table(spec.answer.fields.map { ($0.name, $0.summary) }, column: 15))
    }
    parts.append("Example\n  notes-tui \(spec.example)")
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func options(_ names: [OptionName]) -> [(String, String)] {
    names.map { name in
      let option = CommandTable.option(name)
      return (option.short == nil ? "    \(option.written)" : option.written, option.summary)
    }
  }

  private static func table(_ rows: [(String, String)], column: Int = column) -> String {
    rows.map { left, right in
      let gap = column - Cells.width(of: left) - 2
      return gap > 0
        ? "  \(left)\(String(repeating: " ", count: gap))\(right)"
        : "  \(left)\n\(String(repeating: " ", count: column))\(right)"
    }.joined(separator: "\n")
  }

  static func wrapped(
    _ text: String, indent: String, hanging: String, width: Int = width
  ) -> String {
    var lines: [String] = []
    var line = indent
    var isStart = true
    for word in text.split(separator: " ") {
      if !isStart, Cells.width(of: line) + 1 + Cells.width(of: String(word)) > width {
        lines.append(line)
        line = hanging
        isStart = true
      }
      line += (isStart ? "" : " ") + word
      isStart = false
    }
    return (lines + [line]).joined(separator: "\n")
  }
}

package enum HelpTopic: Equatable, Sendable {
  case program
  case command(CommandName)
  /// The common first word of two-word commands, which is not a command by itself: `task`.
  case family(String)
  case page(GuidePage)
}

extension CommandWords {
  /// The help topic of these words, after they were parsed.
  var topic: HelpTopic {
    command.map(HelpTopic.command) ?? family.map(HelpTopic.family) ?? .program
  }

  /// Returns the topic of `help TOPIC…`.
  func topicOfArguments() throws(UsageError) -> HelpTopic {
    var named = CommandWords()
    _ = try named.read(arguments)
    if named.topic == .program, let word = arguments.first {
      if let page = Guide.page(on: word.text) { return .page(page) }
      let known = Set(CommandTable.all.map(\.name.family)).sorted() + Guide.topics
      throw .unknownTopic(word.text, nearest: NearestName.of(word.text, among: known))
    }
    return named.topic
  }
}
