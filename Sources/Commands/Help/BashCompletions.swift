enum BashCompletions {
  static var text: String {
    let families = CommandFamily.all
    let everywhere = CommandTable.everywhere.map(CommandTable.option)
    let onScreen = everywhere + CommandTable.onScreen.map(CommandTable.option)
    return """
      # Completion of notes-tui for bash. Made by `notes-tui completions bash`.

      _notes_tui_notes() {
        local path
        while IFS= read -r path; do
          [[ $path == "$word"* ]] && COMPREPLY+=("$path")
        done < <(notes-tui list --limit 1000 2>/dev/null | cut -f 3)
        compopt -o filenames
      }

      _notes_tui() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
        local command='' options='\(written(onScreen))' words='' i
        COMPREPLY=()

        case $before in
      \(valueCases())
        esac

        for ((i = 1; i < COMP_CWORD; i++)); do
          case ${COMP_WORDS[i]} in
            -C | --vault | --config | --clock) ((i++)) ;;
            -*) ;;
            *)
              command=${COMP_WORDS[i]}
              break
              ;;
          esac
        done

        case $command in
          '') words='\(families.map(\.name).joined(separator: " "))' ;;
      \(families.map(commandCase).joined(separator: "\n"))
        esac
        if [[ $word == -* ]]; then
          words=$options
        elif [[ -z $command ]]; then
          compopt -o filenames
          mapfile -t COMPREPLY < <(compgen -d -- "$word")
        fi
        [[ -z $words ]] || mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$words" -- "$word")
      }

      complete -F _notes_tui notes-tui

      """
  }

  private static func written(_ options: [OptionSpec]) -> String {
    options.flatMap { option in (option.short.map { ["-\($0)"] } ?? []) + [option.long] }
      .joined(separator: " ")
  }

  private static func commandCase(_ family: CommandFamily) -> String {
    let options = family.options + CommandTable.everywhere.map(CommandTable.option)
    var lines = ["      options='\(written(options))'"]
    if !family.words.isEmpty {
      lines.append("      words='\(family.words.joined(separator: " "))'")
    }
    if family.takesNotes { lines.append("      [[ $word == -* ]] || _notes_tui_notes") }
    if family.takesFiles {
      lines.append("      compopt -o filenames")
      lines.append("      mapfile -t COMPREPLY < <(compgen -f -- \"$word\")")
    }
    return "    \(family.name))\n" + lines.joined(separator: "\n") + "\n      ;;"
  }

  /// What stands behind an option with a value.
  private static func valueCases() -> String {
    OptionName.allCases.map(CommandTable.option).filter { $0.value != nil }.map { option in
      let names = (option.short.map { "-\($0) | " } ?? "") + option.long
      var lines: [String] = []
      switch option.kind {
      case .words(let words):
        lines = [
          "mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- \"$word\")"
        ]
      case .folder:
        lines = ["compopt -o filenames", "mapfile -t COMPREPLY < <(compgen -d -- \"$word\")"]
      case .file:
        lines = ["compopt -o filenames", "mapfile -t COMPREPLY < <(compgen -f -- \"$word\")"]
      case .note: lines = ["_notes_tui_notes"]
      case .text: break
      }
      let body = (lines + ["return"]).map { "      \($0)" }.joined(separator: "\n")
      return "    \(names))\n\(body)\n      ;;"
    }.joined(separator: "\n")
  }
}
