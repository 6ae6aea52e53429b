# Completion of notes-tui for bash.

_notes_tui() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local options='-C --vault --clock --ascii --no-color --trace-modules --version -h --help'
  local script_options='--driver --record --slow --json --picture -h --help'
  COMPREPLY=()

  case $before in
    -C | --vault)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -d -- "$word")
      return
      ;;
    --driver)
      mapfile -t COMPREPLY < <(compgen -W 'fake pty both' -- "$word")
      return
      ;;
    --clock) return ;;
    --picture)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
  esac

  case ${COMP_WORDS[1]}:$COMP_CWORD in
    *:1) mapfile -t COMPREPLY < <(compgen -W "$options script keys" -- "$word") ;;
    script:*) mapfile -t COMPREPLY < <(compgen -W "$script_options" -- "$word") ;;
    keys:*) return ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word") ;;
  esac
  if [[ $word != -* ]]; then
    compopt -o filenames
    local path
    while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen -f -- "$word")
  fi
}

complete -F _notes_tui notes-tui
