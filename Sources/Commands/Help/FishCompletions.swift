enum FishCompletions {
  static var text: String {
    let families = CommandFamily.all
    let names = families.map(\.name).joined(separator: " ")
    let everywhere = CommandTable.everywhere.map(CommandTable.option)
    let onScreen = CommandTable.onScreen.map(CommandTable.option)
    return """
      # Completion of notes-tui for fish. Made by `notes-tui completions fish`.

      function __notes_tui_notes
          notes-tui list --limit 1000 2>/dev/null | cut -f 3
      end

      set -l commands \(names)
      set -l screen "not __fish_seen_subcommand_from $commands"

      \(families.map(named).joined(separator: "\n"))

      \(everywhere.map { line($0, condition: nil) }.joined(separator: "\n"))
      \(onScreen.map { line($0, condition: "$screen") }.joined(separator: "\n"))

      \(families.flatMap(lines).joined(separator: "\n"))

      """
  }

  private static func named(_ family: CommandFamily) -> String {
    "complete -c notes-tui -n __fish_is_first_arg -a \(family.name) "
      + "-d \(Shell.quoted(family.summary))"
  }

  private static func lines(_ family: CommandFamily) -> [String] {
    let condition = "'__fish_seen_subcommand_from \(family.name)'"
    var lines: [String] = []
    if !family.words.isEmpty {
      lines.append(
        "complete -c notes-tui -n \(condition) -f "
          + "-a \(Shell.quoted(family.words.joined(separator: " ")))")
    }
    if family.takesNotes {
      lines.append("complete -c notes-tui -n \(condition) -f -a '(__notes_tui_notes)'")
    } else if !family.takesFiles, family.words.isEmpty {
      lines.append("complete -c notes-tui -n \(condition) -f")
    }
    return lines + family.options.map { line($0, condition: condition) }
  }

  private static func line(_ option: OptionSpec, condition: String?) -> String {
    var parts = ["complete -c notes-tui"]
    if let condition { parts.append("-n \(condition)") }
    if let short = option.short { parts.append("-s \(short)") }
    parts.append("-l \(option.name.rawValue)")
    switch option.kind {
    case _ where option.value == nil: break
    case .text: parts.append("-x")
    case .note: parts.append("-x -a '(__notes_tui_notes)'")
    case .folder: parts.append("-x -a '(__fish_complete_directories)'")
    case .file: parts.append("-r")
    case .words(let words): parts.append("-x -a \(Shell.quoted(words.joined(separator: " ")))")
    }
    parts.append("-d \(Shell.quoted(option.summary))")
    return parts.joined(separator: " ")
  }
}
