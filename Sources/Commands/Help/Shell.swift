/// A shell that completions can be made for.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The completions for this shell, made of the table of commands.
  package var completions: String {
    switch self {
    case .bash: BashCompletions.text
    case .zsh: ZshCompletions.text
    case .fish: FishCompletions.text
    }
  }

  /// Text within single quotes, which these shells read the same way.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}

/// What shells need to know of a command's family: `history` with `show` and `restore`.
struct CommandFamily {
  var name: String
  var summary: String
  /// The members' second words, without `list`.
  var members: [String]
  /// Every option that one of them takes.
  var options: [OptionSpec]
  /// What stands behind the family's own name.
  var arguments: [ArgumentSpec]

  static var all: [CommandFamily] {
    var families: [CommandFamily] = []
    for spec in CommandTable.all {
      let options = spec.options.map(CommandTable.option)
      if let place = families.firstIndex(where: { $0.name == spec.name.family }) {
        families[place].members.append(
          String(spec.name.rawValue.dropFirst(spec.name.family.count + 1)))
        families[place].options += options.filter { !families[place].options.contains($0) }
      } else {
        // A family whose first word alone is no command has all of its members behind it.
        let member = spec.name.rawValue.dropFirst(spec.name.family.count + 1)
        families.append(
          CommandFamily(
            name: spec.name.family, summary: spec.summary,
            members: member.isEmpty ? [] : [String(member)], options: options,
            arguments: spec.arguments))
      }
    }
    return families
  }

  /// What may be completed behind the command.
  var words: [String] {
    arguments.first.flatMap { argument in
      if case .words(let words) = argument.kind { words } else { nil }
    } ?? members
  }

  var takesNotes: Bool { arguments.contains { $0.kind == .note } }
  var takesFiles: Bool { arguments.contains { $0.kind == .file || $0.kind == .folder } }
}
