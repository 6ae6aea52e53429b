enum ZshCompletions {
  static var text: String {
    let families = CommandFamily.all
    let everywhere = CommandTable.everywhere.map(CommandTable.option)
    let onScreen = CommandTable.onScreen.map(CommandTable.option)
    return """
      #compdef notes-tui
      # Completion of notes-tui for zsh. Made by `notes-tui completions zsh`.

      _notes_tui_notes() {
        local -a paths
        paths=(${(f)"$(notes-tui list --limit 1000 2>/dev/null | cut -f 3)"})
        _multi_parts / paths
      }

      local -a everywhere commands
      everywhere=(
      \(everywhere.map(line).joined(separator: "\n"))
      )
      commands=(
      \(families.map { "  \(Shell.quoted("\($0.name):\($0.summary)"))" }.joined(separator: "\n"))
      )

      local place=2
      while [[ $words[place] == -* && place -lt CURRENT ]]; do
        case $words[place] in
          -C|--vault|--config|--clock) (( place += 2 )) ;;
          *) (( place++ )) ;;
        esac
      done

      if (( CURRENT <= place )); then
        [[ $words[CURRENT] == -* ]] || _describe 'command' commands
        _arguments $everywhere \\
      \(onScreen.map { "\(line($0)) \\" }.joined(separator: "\n"))
          '*:folder or note:_files'
        return
      fi

      local command=$words[place]
      words=("${(@)words[place,-1]}")
      (( CURRENT -= place - 1 ))
      case $command in
      \(families.map(commandCase).joined(separator: "\n"))
      esac

      """
  }

  private static func line(_ option: OptionSpec) -> String {
    let summary = escaped(option.summary)
    let isLast = option.name == .help || option.name == .version
    let group = isLast ? "(- *)" : option.mayRepeat ? "*" : ""
    let value = option.value.map { ":\(escaped($0)):\(action(option.kind))" } ?? ""
    if let short = option.short {
      let group = isLast ? group : "(-\(short) \(option.long))"
      return "  \(Shell.quoted(group)){-\(short),\(option.long)}"
        + Shell.quoted("[\(summary)]\(value)")
    }
    return "  " + Shell.quoted("\(group)\(option.long)[\(summary)]\(value)")
  }

  private static func commandCase(_ family: CommandFamily) -> String {
    var lines = family.options.map { "    \(line($0).dropFirst(2)) \\" }
    if !family.members.isEmpty {
      let others = family.takesNotes ? "_notes_tui_notes" : "_default"
      lines.append(
        "    '1: :{ compadd \(family.members.joined(separator: " ")); \(others) }' \\")
      lines.append("    '*: :\(others)' \\")
    } else {
      for argument in family.arguments {
        let place = argument.repeats ? "*" : argument.isOptional ? ":" : ""
        lines.append("    '\(place):\(argument.name):\(action(argument.kind))' \\")
      }
    }
    return (["  \(family.name))", "    _arguments \\"] + lines + ["    $everywhere", "    ;;"])
      .joined(separator: "\n")
  }

  private static func action(_ kind: ValueKind) -> String {
    switch kind {
    case .text: ""
    case .note: "_notes_tui_notes"
    case .folder: "_files -/"
    case .file: "_files"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if "[]:\\".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
  }
}
