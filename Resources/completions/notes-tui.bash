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
