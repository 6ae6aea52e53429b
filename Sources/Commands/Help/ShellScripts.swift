/// The completion scripts for shells. They contain no data and call `completions for`.
private enum ShellScripts {
  static let bash = #"""
    # Completion of notes-tui for bash. Made by `notes-tui completions bash`.

    _notes_tui() {
      local -a found
      mapfile -t found < <(notes-tui completions for bash \
        "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
      COMPREPLY=("${found[@]:1}")
      COMPREPLY=("${COMPREPLY[@]%%$'\t'*}")
      case ${found[0]} in
        names) compopt -o filenames ;;
        files) compopt -o default -o filenames ;;
        folders) compopt -o plusdirs ;;
      esac
      [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *[:/=] ]] || compopt -o nospace
    }

    complete -F _notes_tui notes-tui

    """#

  static let zsh = #"""
    #compdef notes-tui
    # Completion of notes-tui for zsh. Made by `notes-tui completions zsh`.

    local row word
    local -a found whole begun wholeShown begunShown
    found=("${(@f)$(notes-tui completions for zsh \
      "${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX" 2>/dev/null)}")
    for row in "${(@)found[2,-1]}"; do
      word=${row%%$'\t'*}
      if [[ $word == *[:/=] ]]; then
        begun+=("$word")
        begunShown+=("${row/$'\t'/  -- }")
      else
        whole+=("$word")
        wholeShown+=("${row/$'\t'/  -- }")
      fi
    done
    compadd -l -d wholeShown -a whole
    compadd -l -S '' -d begunShown -a begun
    case $found[1] in
      files) compset -P '--*='; _files ;;
      folders) compset -P '--*='; _files -/ ;;
    esac

    """#

  static let fish = #"""
    # Completion of notes-tui for fish. Made by `notes-tui completions fish`.

    function __notes_tui_complete
        set -l found (notes-tui completions for fish (commandline -cp) 2>/dev/null)
        printf '%s\n' $found[2..-1]
        switch "$found[1]"
            case files
                __fish_complete_path (commandline -ct)
            case folders
                __fish_complete_directories (commandline -ct)
        end
    end

    complete -c notes-tui -f -a '(__notes_tui_complete)'

    """#
}

/// A shell that has a completion script.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  package var completions: String {
    switch self {
    case .bash: ShellScripts.bash
    case .zsh: ShellScripts.zsh
    case .fish: ShellScripts.fish
    }
  }
}
